import GSLNumerics
import Inference

extension TestAnalysis {
  /// Holds the installs of the arms to the split that was meant.
  mutating func addSampleRatio() throws {
    guard arms.count > 1 else { return }
    guard let assigned else {
      cautions.append(
        "sample_ratio is null: the split is of installs, and the data do not have the installs of every arm.")
      return
    }
    switch try SampleRatio.of(assigned, allocation: options.allocation) {
    case .none(let reason): cautions.append("sample_ratio is null: \(reason).")
    case .value(let ratio):
      sampleRatio = ratio
      guard ratio.mismatch else { return }
      withheld = .brokenSplit
      let found = zip(arms.indices, ratio.expected).map { arm, expected in
        "\(quoted(arm)) has \(assigned[arm]) installs where \(Int(expected.rounded())) were due"
      }
      let meant = options.allocation == nil ? "an even split" : "the split of --allocation"
      dataProblems.append(
        "The split is broken: \(found.joined(separator: ", ")). Under \(meant) that happens by chance in "
          + "fewer than 1 of 1,000 tests. Until the cause is found, no comparison below can be trusted"
          + (options.allocation == nil
            ? "; if the split was not meant to be even, say so with --allocation." : "."))
    }
  }
}
