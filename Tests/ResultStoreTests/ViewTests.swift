import ExperimentDesign
import Foundation
import ResultStore
import Testing

@Suite("Views answer the questions they are named for")
struct ViewTests {
  let scratch: Scratch
  let inputs = RunInputs.sample()
  let results: [TrialResult]
  let run: String

  init() throws {
    scratch = try Scratch()
    results = inputs.sampleResults(0..<5)
    let store = try ResultStore(path: scratch.path())
    run = try store.begin(inputs).id
    try store.append(results, to: run)
    // Another run of other contents, which must not leak into the answers.
    let other = try store.begin(.sample(contentKey: "other")).id
    try store.append((0..<3).map { inputs.sampleResult(trial: $0, salt: 5) }, to: other)
    try store.finish(
      run,
      summaries: [
        SummaryRow(
          scenario: 0, arm: 1, metric: .optInPerInstall, mean: 0.25, mcse: 0.5, sd: 1, trials: 5, low: 0,
          high: 1)
      ])
    try store.store(
      [
        StoredAlternative(
          scenario: 1, model: "no_framing", winner: 0, outcome: "falls", best: 1, lead: 0.25, leadMCSE: 0.125)
      ], of: run, includesForbidden: false)
    try store.keep(.sample, of: run)
    try store.keep(
      StudyInputs(
        kind: .plan, schema: "att-lab/plan/1", experiment: "news-timing", run: run,
        arguments: ["plan", "last"],
        engine: "test 1", contentKey: "plan", document: #"{"schema":"att-lab/plan/1"}"#))
    try store.note(StoredStopping(goal: 0.5, reached: nil, isMet: false), of: other)
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
  private func base(_ arm: Int) -> [Tally] { results.map { $0.wholes[0, arm] } }

  private func total(_ arm: Int, _ counter: Counter) -> Double {
    Double(base(arm).reduce(0) { $0 + $1[counter] })
  }

  @Test("opt_in_by_arm holds the means of the metrics")
  func optIn() throws {
    let metrics: [Metric] = [.optInPerInstall, .optInPerPrompted, .promptedPerInstall]
    let expected = (0..<4).map { index in
      metrics.map { metric in
        mean(results.compactMap { metric.score(in: $0.wholes[index / 2, index % 2]) })
      }
    }
    expectClose(
      try rows(
        """
        SELECT opt_in_per_install, opt_in_per_prompted, prompted_per_install FROM opt_in_by_arm
        WHERE run = '\(run)' ORDER BY scenario, arm
        """), expected)
  }

  @Test("difference_to_baseline is the mean of differences within trials")
  func differences() throws {
    let expected = [0, 1].map { scenario -> [Double?] in
      let gained = results.reduce(0) { $0 + $1.wholes[scenario, 1].gainedOverBaseline }
      let lost = results.reduce(0) { $0 + $1.wholes[scenario, 1].lostToBaseline }
      let differences = results.compactMap { result -> Double? in
        let metric = Metric.optInPerInstall
        guard let arm = metric.score(in: result.wholes[scenario, 1]),
          let baseline = metric.score(in: result.wholes[scenario, 0])
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

  @Test("funnel_by_arm and final_state_by_arm hold totals")
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
    let states: [Counter] = [
      .finalAuthorized, .finalDeniedByAnswer, .finalDeniedByDevice, .finalRestricted,
      .finalUndetermined, .finalNoATT,
    ]
    expectClose(
      try rows(
        """
        SELECT authorized, denied_by_answer, denied_by_device, restricted, undetermined, no_att
        FROM final_state_by_arm WHERE run = '\(run)' AND scenario = 'base' ORDER BY arm
        """), (0..<2).map { arm in states.map { total(arm, $0) } })
  }

  @Test("lost_requests_by_cause tells the two causes apart")
  func causes() throws {
    let expected = (0..<2).flatMap { arm -> [[Double?]] in
      [Counter.lostBehindAlert, .lostNotActive].map {
        [total(arm, $0), total(arm, $0) / total(arm, .requests)]
      }
    }
    expectClose(
      try rows(
        """
        SELECT lost_requests, lost_requests_per_request FROM lost_requests_by_cause
        WHERE run = '\(run)' AND scenario = 'base' ORDER BY arm, cause
        """), expected)
  }

  @Test("opt_in_by_day is cumulative and per install, over all segments")
  func days() throws {
    let expected = (0..<2).flatMap { arm -> [[Double?]] in
      let tallies = results.map { $0.wholes[1, arm] }
      let installs = Double(tallies.reduce(0) { $0 + $1[.installs] })
      return (0...3).map { day in
        let allowed = tallies.reduce(0) { $0 + $1.allowedByDay[0...day].reduce(0, +) }
        let denied = tallies.reduce(0) { $0 + $1.deniedByDay[0...day].reduce(0, +) }
        return [Double(day), Double(allowed) / installs, Double(denied) / installs]
      }
    }
    expectClose(
      try rows(
        """
        SELECT day, opt_in_by_day_per_install, denied_by_day_per_install FROM opt_in_by_day
        WHERE run = '\(run)' AND scenario = 'paid' ORDER BY arm, day
        """), expected)
  }

  @Test("opt_in_by_segment keeps segments apart")
  func segments() throws {
    let expected = [1, 0].map { segment -> [Double?] in
      let tallies = results.map { $0.tallies[1, 0, segment] }
      let installs = Double(tallies.reduce(0) { $0 + $1[.installs] })
      let scores = tallies.reduce(0) { $0 + $1[.authorizedScoreNano] }
      return [installs, 1e-9 * Double(scores) / installs]
    }
    expectClose(
      try rows(
        """
        SELECT installs, opt_in_per_install FROM opt_in_by_segment
        WHERE run = '\(run)' AND scenario = 'paid' AND arm = 'launch' ORDER BY segment
        """), expected)
  }

  @Test("winner_by_trial leaves out what Apple forbids and keeps ties")
  func winners() throws {
    #expect(
      try plainRows(
        "SELECT DISTINCT arm FROM winner_by_trial WHERE run = '\(run)'", in: scratch.path()) == ["launch"])
    var open = inputs
    open.contentKey = "open"
    open.arms[1].findings = []
    let store = try ResultStore(path: scratch.path())
    let allowed = try store.begin(open).id
    var tied = results[2]
    for scenario in 0..<2 {
      for segment in 0..<tied.tallies[scenario, 0].count {
        tied.tallies[scenario, 1, segment] = tied.tallies[scenario, 0, segment]
      }
      tied.wholes[scenario, 1] = tied.wholes[scenario, 0]
    }
    try store.append([results[0], results[1], tied], to: allowed)
    let expected = results.prefix(2).map { result -> String in
      let rates = (0..<2).map { Metric.optInPerInstall.score(in: result.wholes[0, $0]) ?? -1 }
      return "\(result.trial)|" + (rates[0] > rates[1] ? "launch" : "third_article")
    }
    #expect(
      try plainRows(
        """
        SELECT trial, arm FROM winner_by_trial WHERE run = '\(allowed)' AND scenario = 'base'
        ORDER BY trial, arm
        """, in: scratch.path()) == expected + ["2|launch", "2|third_article"])
  }

  @Test("assumptions and draw_by_trial name paths")
  func assumptions() throws {
    #expect(
      try plainRows(
        "SELECT place, distribution, joint, member, drawn FROM assumptions WHERE run = '\(run)'",
        in: scratch.path())
        == ["allow.spread|1.0|NULL|NULL|0", "allow.value|NULL|joint.1|1|1"])
    let draws = try plainRows(
      "SELECT trial, place, value FROM draw_by_trial WHERE run = '\(run)' ORDER BY trial, place",
      in: scratch.path())
    let expected = results.flatMap { result in
      ["\(result.trial)|allow.rate|\(result.draws[0])", "\(result.trial)|allow.value|\(result.draws[1])"]
    }
    #expect(draws == expected)
  }

  @Test("size_by_run and winner_under_alternatives say what no trial knows")
  func answers() throws {
    #expect(
      try plainRows(
        "SELECT trials, goal, reached, met FROM size_by_run ORDER BY goal", in: scratch.path())
        == ["5|NULL|NULL|NULL", "5|0.5|NULL|0"])
    #expect(
      try plainRows(
        "SELECT scenario, model, winner, outcome, best, lead, lead_mcse FROM winner_under_alternatives "
          + "WHERE run = '\(run)'", in: scratch.path()
      ).map { $0.drop { $0 != "|" } }
        == ["|no_framing|launch|falls|third_article|0.25|0.125"])
  }

  @Test("run_status counts trials")
  func status() throws {
    #expect(
      try plainRows("SELECT trials_stored, trials, status FROM run_status", in: scratch.path())
        == ["5|5|complete", "3|5|incomplete"])
  }

  @Test("Every query of the documentation runs and finds rows")
  func documentation() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/ResultStore/ResultStore.docc/ResultStore.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let queries = text.components(separatedBy: "```sql\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    #expect(queries.count > 10)
    #expect(text.contains(run), "the page shows the id of the sample run")
    for query in queries {
      let found = try plainRows(query, in: scratch.path())
      #expect(!found.isEmpty, "\(query)")
    }
    let views = try plainRows("SELECT name FROM sqlite_master WHERE type = 'view'", in: scratch.path())
    for view in views { #expect(text.contains("| `\(view)` |"), "\(view) is not on the page") }
  }
}
