import ExperimentDesign
import Simulation
import Testing

/// See `Reference/README.md` for what is compared, and how.
///
/// Takes three minutes of processor time: a rule that is wrong for one install in a thousand shows in so many lives alone.
@Suite("Agreement with another implementation of the model")
struct ReferenceAgreementTests {
  static let trials = TestSize.of(1_500, debug: 3)
  static let largestZ = 4.5

  @Test("every metric of every option agrees within Monte Carlo error", arguments: ReferenceCase.names)
  func agreement(name: String) async throws {
    let reference = try ReferenceCase(name)
    let experiment = reference.experiment
    let results = try await Simulator(experiment: experiment, seed: 424_242).collect(Self.trials)
    #expect(Set(experiment.scenarios.map(\.name)) == Set(reference.expected.scenarios.keys))
    var disagreements: [String] = []
    var compared = 0
    for (scenario, overlay) in experiment.scenarios.enumerated() {
      let expectedArms = try #require(reference.expected.scenarios[overlay.name]?.arms)
      #expect(Set(experiment.arms.map(\.name)) == Set(expectedArms.keys))
      for (arm, strategy) in experiment.arms.enumerated() {
        let expected = try #require(expectedArms[strategy.name])
        let metrics = experiment.modelledMetrics(scenario: scenario, arm: arm)
        // Of a metric that is newer the reference knows nothing.
        #expect(Set(expected.metrics.keys).isSubset(of: metrics.map(\.rawValue)), "\(strategy.name)")
        let size = installs(expected) / Double(experiment.installs)
        for metric in metrics {
          guard let value = expected.metrics[metric.rawValue] else { continue }
          let found = results.values(metric, scenario: scenario, arm: arm)
          for problem in compare(found, value, size: size) {
            disagreements.append("\(overlay.name) \(strategy.name) \(metric.rawValue): \(problem)")
          }
          compared += 1
        }
        for problem in compareTotals(results, expected, scenario, arm) {
          disagreements.append("\(overlay.name) \(strategy.name) \(problem)")
        }
      }
    }
    #expect(compared > 100)
    #expect(disagreements.isEmpty, "\(disagreements.joined(separator: "\n"))")
  }

  /// Installs of an option in a trial of the other implementation.
  private func installs(_ expected: ReferenceCase.Expected.Arm) -> Double {
    let trials = expected.metrics.values.map(\.trials).max() ?? 1
    return (expected.counts["installs"] ?? 0) / trials
  }

  /// What disagrees in a metric; `size` is how many installs a trial of theirs has for one of ours.
  private func compare(
    _ found: [Double], _ expected: ReferenceCase.Expected.Value, size: Double
  ) -> [String] {
    guard let mean = expected.mean, let mcse = expected.mcse else {
      return found.isEmpty ? [] : ["has \(found.count) values, expected none"]
    }
    guard !found.isEmpty else { return ["has no value, expected \(mean)"] }
    let ours = Moments(found)
    // One of the cases split its installs between the options; its inputs are constants, so that the spread over
    // trials is the installs' alone.
    let theirs = mcse * (expected.trials * size).squareRoot()
    let spread = theirs > 0 ? theirs : ours.deviation
    let error = spread * (1 / ours.count + 1 / (expected.trials * size)).squareRoot()
    let z = standardised(ours.mean - mean, error: error)
    var problems: [String] = []
    if abs(z) > Self.largestZ { problems.append("\(ours.mean), expected \(mean), z = \(z)") }
    // ln s has the standard error √((kurtosis − 1)/4n); of rare events neither is well known.
    if found.count >= 100, theirs > 0, ours.deviation > 0, ours.kurtosis < 10 {
      let error = ((ours.kurtosis - 1) / 4 * (1 / ours.count + 1 / expected.trials)).squareRoot()
      let ratio = ours.deviation / theirs
      // On the scale of the ratio itself, with the second order's slack.
      if abs(ratio - 1) > Self.largestZ * error * (1 + Self.largestZ * error) {
        problems.append("spread over trials is \(ratio) times the expected one (error \(error))")
      }
    }
    return problems
  }

  /// Totals that are no metric, each per install.
  private func compareTotals(
    _ results: [TrialResult], _ expected: ReferenceCase.Expected.Arm, _ scenario: Int, _ arm: Int
  ) -> [String] {
    guard results.count >= 100, let installs = expected.counts["installs"] else { return [] }
    return Self.totals.compactMap { name, counters in
      guard let total = expected.finalStates[name] ?? expected.counts[name] else {
        return "\(name): missing"
      }
      let ours = Moments(
        results.map { result in
          let tally = result.wholes[scenario][arm]
          return Double(counters.reduce(0) { $0 + tally[$1] }) / Double(tally[.installs])
        })
      let trials = installs / Double(results[0].wholes[scenario][arm][.installs])
      // Of an event that a few installs of ours met, the spread is known as badly as the rate: there the error is at
      // least that of counts with the rate of both together.
      let played = ours.count * Double(results[0].wholes[scenario][arm][.installs])
      let pooled = (ours.mean * played + total) / (played + installs)
      let error = max(
        ours.deviation * (1 / ours.count + 1 / trials).squareRoot(),
        (pooled * (1 / played + 1 / installs)).squareRoot())
      // An event that none of our installs met must be rare: exp(−12) is as unlikely as |z| > 4.5.
      if ours.deviation == 0, ours.mean == 0, total * ours.count / trials < 12 { return nil }
      let z = standardised(ours.mean - total / installs, error: error)
      guard abs(z) > Self.largestZ else { return nil }
      return "\(name) per install: \(ours.mean), expected \(total / installs), z = \(z)"
    }
  }

  private static let totals: [(String, [Counter])] = [
    ("authorized", [.finalAuthorized]), ("denied_by_answer", [.finalDeniedByAnswer]),
    ("denied_by_device", [.finalDeniedByDevice]), ("restricted", [.finalRestricted]),
    ("undetermined", [.finalUndetermined]), ("no_att", [.finalNoATT]), ("prompted", [.prompted]),
    ("alerts_shown", [.alertsShown]), ("unanswered", [.unansweredAlerts]),
    ("answered", [.answeredAllow, .answeredDeny]), ("allowed", [.answeredAllow]),
    ("lost_requests", [.lostNotActive, .lostBehindAlert]), ("queued_ios_14", [.queuedRequests]),
    ("pre_prompts_shown", [.prePromptShows]), ("pre_prompts_continued", [.prePromptContinues]),
    ("sessions", [.sessions]), ("sessions_undisturbed", [.sessionsUndisturbed]),
    ("authorized_sessions", [.authorizedSessions]), ("attributed", [.attributed]),
    ("events_dropped", [.eventsDropped]), ("personalizable", [.personalizable]),
  ]
}
