import ExperimentDesign
import ExperimentSamples
import Studies

/// What suites about decisions share: small runs along one uncertain input.
protocol MadeAnswer {}

extension MadeAnswer {
  var uncertain: [RunDescription.Parameter] { [makeParameter("allow.value", isDrawn: true)] }

  /// Trials of arms whose installs authorized of 1,000 are these.
  func summary(
    _ names: [String] = ["a", "b"], trials: Int = 41, findings: [[String]]? = nil,
    platform: PlatformDescription? = nil, _ authorized: (Int) -> [Int64]
  ) throws -> RunSummary {
    var outline = makeOutline(
      arms: names.enumerated().map { position, name in
        makeArm(name, findings: findings?[position] ?? [], metrics: [.optInPerInstall])
      }, trials: trials, installs: 1_000, parameters: uncertain)
    outline.platform = platform
    return try makeSummary(outline) { trial in
      authorized(trial).map { makeTally(authorized: $0, prompted: 800, installs: 1_000) }
    }
  }

  /// Trials of arms with so many authorized and sessions with permission of 1,000 installs.
  func summary(
    _ names: [String] = ["a", "b"], trials: Int = 60, _ change: (inout RunOutline) -> Void = { _ in },
    goals counts: (Int) -> [(authorized: Int64, sessions: Int64)]
  ) throws -> RunSummary {
    let metrics: [Metric] = [.optInPerInstall, .authorizedSessionsPerInstall]
    var outline = makeOutline(
      arms: names.map { makeArm($0, metrics: metrics) }, trials: trials, installs: 1_000,
      parameters: uncertain)
    change(&outline)
    return try makeSummary(outline) { trial in
      counts(trial).map { found in
        var own = makeTally(authorized: found.authorized, prompted: 800, installs: 1_000)
        own[.authorizedSessions] = found.sessions
        return own.scoredByOutcomes()
      }
    }
  }

  /// What the first scenario says.
  func answer(_ summary: RunSummary) -> ScenarioAnswer { RunAnswer(summary).scenarios[0] }

  /// What to do in the first scenario.
  func advice(_ summary: RunSummary) -> Advice { answer(summary).decided.advice }
}
