import GSLNumerics
import Inference
import TestData

extension AnalysedTest {
  /// Holds the installs of the arms to the split that was meant.
  mutating func addSampleRatio() throws {
    guard arms.count > 1, let assigned else { return }
    sampleRatio = try SampleRatio.of(assigned, allocation: options.allocation)
  }

  /// Whether releases or languages were assigned in every comparison, so that no split of installs was meant.
  var hasOnlyClusters: Bool {
    !clustered.isEmpty && arms.indices.allSatisfy { arm in arm == baseline || isClustered(arm) }
  }

  func isClustered(_ arm: Int) -> Bool { clustered.contains { $0.option == arm } }

  /// Whether each of these arms is compared within releases that carry it and the baseline, and split there as meant.
  private func isSplitSoundWhereShared(arms: Set<Int>) throws -> Bool {
    try arms.allSatisfy { arm in
      guard let parts = parts(of: arm), parts.shared != nil,
        let installs = parts.installs(baseline: baseline)
      else { return false }
      // A ramp within them is allowed for by comparing within days.
      if options.allocation == nil, parts.within.isByDay { return true }
      let shares = options.allocation.map { [$0[arm], $0[baseline]] }
      return try SampleRatio.of(installs, allocation: shares).map { !$0.mismatch } ?? true
    }
  }

  /// Says of a split that is not the one meant what follows from it, first of all.
  ///
  /// A split that differs between days, none having been named, is that of an arm ramped up: arms are compared
  /// within days then. So is that of arms given to releases: those that carry both are held to it. Where no release
  /// carries both, releases and not installs were split, and there is nothing to hold installs to. Otherwise nothing can
  /// be compared until the cause is found.
  mutating func settleSplit() throws {
    if hasOnlyClusters { sampleRatio = nil }
    guard let ratio = sampleRatio, ratio.mismatch, let assigned else { return }
    if !clustered.isEmpty {
      let split = arms.indices.filter { !isClustered($0) }
      let found = try SampleRatio.of(
        split.map { assigned[$0] }, allocation: options.allocation.map { shares in split.map { shares[$0] } })
      guard found?.mismatch ?? false else { return }
    }
    if options.allocation == nil, drifting?.kind == .day {
      dataProblems.insert(.splitOfRamp, at: 0)
      return
    }
    if try isSplitSoundWhereShared(arms: Set(arms.indices).subtracting([baseline])) {
      let kinds = PartColumn.clusters.filter { kind in
        compared.contains { $0.shared?.kind == kind }
      }
      dataProblems.insert(.splitOfClusters(kinds), at: 0)
      return
    }
    withheld = .brokenSplit
    dataProblems.insert(.brokenSplit, at: 0)
  }
}
