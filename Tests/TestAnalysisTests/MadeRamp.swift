import Foundation
import SeededNumbers
import TestAnalysis

/// Event rows of a made test whose second arm is ramped up: one install in ten in the first week, one in two in the
/// three after, while the share that allows falls from 35% in the first to 20%.
struct MadeRamp {
  var seed: UInt64
  var installs = 6_000
  /// What the second arm adds to the share that allows.
  var effect = 0.0

  private var text: String {
    var random = SplitMix(seed: seed)
    var rows = "install_id,arm,installed_at,prompted_at,decided_at,status\n"
    for install in 0..<installs {
      let day = 28 * random.uniform()
      let isNew = random.uniform() < (day < 7 ? 0.1 : 0.5)
      let rate = (day < 7 ? 0.35 : 0.2) + (isNew ? effect : 0)
      let allows = random.uniform() < rate
      // The first two are one of each.
      let arm = install < 2 ? install : isNew ? 1 : 0
      let at = 1_767_225_600 + Int(day * 86_400)
      rows +=
        "i\(install),\(arm == 0 ? "as before" : "new"),\(at),\(at + 2),\(at + 6),\(allows ? "authorized" : "denied")\n"
    }
    return rows
  }

  /// The analysis at day 1, when every install is that old.
  func analysis(options change: (inout AnalysisOptions) -> Void = { _ in }) throws -> AnalysedTest {
    try TestAnalysisTests.analysis(
      events: text, days: [1], asOf: "2026-02-28T00:00:00Z", options: change)
  }
}
