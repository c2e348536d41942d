import ExperimentDesign
import Foundation
import ResultStore
import ScratchFolders
import Testing

@Suite("Views answer the questions they are named for")
struct ViewTests {
  let scratch = Scratch()
  let inputs = RunInputs.sample()
  let results: [TrialResult]
  let run: String

  init() throws {
    results = inputs.sampleResults(0..<5)
    let store = try ResultStore(path: scratch.path())
    run = try store.begin(inputs).id
    try store.append(results, to: run)
    // Another run of other contents, which must not leak into the answers.
    let other = try store.begin(.sample(contentKey: "other")).id
    try store.append((0..<3).map { inputs.sampleResult(trial: $0, salt: 5) }, to: other)
    let level = ["mean": 0.25, "mcse": 0.5, "sd": 1, "trials": 5]
    let answer = ["scenarios": [["arms": [["metrics": [:]], ["metrics": ["opt_in_per_install": level]]]]]]
    try store.finish(run, answer: answer)
  }

  private func rows(_ sql: String) throws -> [[Double?]] {
    try plainRows(sql, in: scratch.path()).map { row in
      row.split(separator: "|", omittingEmptySubsequences: false).map { Double($0) }
    }
  }

  /// Sums of at most a few dozen doubles of like size agree to far better than 1e-12.
  private func expectClose(
    _ found: [[Double?]], _ expected: [[Double?]], at location: SourceLocation = #_sourceLocation
  ) {
    #expect(found.map(\.count) == expected.map(\.count), sourceLocation: location)
    for (row, other) in zip(found, expected) {
      for (value, wanted) in zip(row, other) {
        guard let value, let wanted else {
          #expect(value == nil && wanted == nil, sourceLocation: location)
          continue
        }
        #expect(abs(value - wanted) <= 1e-12 * max(1, abs(wanted)), sourceLocation: location)
      }
    }
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// The tallies of all trials of the scenario `base`, by arm.
  private func base(_ arm: Int) -> [Tally] { results.map { $0.wholes[0][arm] } }

  private func total(_ arm: Int, _ counter: Counter) -> Double {
    Double(base(arm).reduce(0) { $0 + $1[counter] })
  }

  @Test("difference_to_baseline is the mean of differences within trials")
  func differences() throws {
    let expected = [0, 1].map { scenario -> [Double?] in
      let gained = results.reduce(0) { $0 + $1.wholes[scenario][1].gainedOverBaseline }
      let lost = results.reduce(0) { $0 + $1.wholes[scenario][1].lostToBaseline }
      let differences = results.compactMap { result -> Double? in
        let metric = Metric.optInPerInstall
        guard let arm = metric.score(in: result.wholes[scenario][1]),
          let baseline = metric.score(in: result.wholes[scenario][0])
        else { return nil }
        return arm - baseline
      }
      return [5, mean(differences), Double(gained), Double(lost)]
    }
    expectClose(
      try rows(
        """
        SELECT trials, opt_in_per_install_difference, gained_over_baseline, lost_to_baseline
        FROM difference_to_baseline WHERE run = '\(run)' ORDER BY scenario, arm
        """), expected)
  }

  @Test("funnel_by_arm holds totals")
  func totals() throws {
    let funnel = (0..<2).map { arm -> [Double?] in
      let installs = total(arm, .installs)
      return [
        installs, total(arm, .triggerReached) / installs, total(arm, .prompted) / installs,
        (total(arm, .answeredAllow) + total(arm, .answeredDeny)) / installs,
        total(arm, .answeredAllow) / installs, total(arm, .finalAuthorized) / installs,
      ]
    }
    expectClose(
      try rows(
        """
        SELECT installs, trigger_reached_per_install, prompted_per_install, answered_per_install,
          answered_allow_per_install, opt_in_per_install
        FROM funnel_by_arm WHERE run = '\(run)' AND scenario = 'base' ORDER BY arm
        """), funnel)
  }

  @Test("Every query of the documentation runs and finds rows")
  func documentation() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/ResultStore/ResultStore.docc/ResultStore.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let queries = text.components(separatedBy: "```sql\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    #expect(queries.count == 5)
    #expect(text.contains(run), "the page shows the id of the sample run")
    for query in queries {
      let found = try plainRows(query, in: scratch.path())
      #expect(!found.isEmpty, "\(query)")
    }
    let views = try plainRows("SELECT name FROM sqlite_master WHERE type = 'view'", in: scratch.path())
    for view in views { #expect(text.contains("| `\(view)` |"), "\(view) is not on the page") }
  }
}
