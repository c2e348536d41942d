import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Rendering
import Reviews
import Studies

/// What suites about answers share: small runs, and what is said of them.
protocol AnswerSuite {}

extension AnswerSuite {
  /// One input that is uncertain.
  var uncertain: [RunDescription.Parameter] { [makeParameter("allow.value", isDrawn: true)] }

  /// Trials of arms whose installs authorized of 1,000 are these, drawn along one uncertain input.
  func summary(
    _ names: [String] = ["a", "b"], trials: Int = 41, metrics: [Metric] = [.optInPerInstall],
    findings: [[BrokenRule]]? = nil, platform: PlatformDescription? = nil, _ authorized: (Int) -> [Int64]
  ) throws -> RunSummary {
    var outline = makeOutline(
      arms: names.enumerated().map { position, name in
        makeArm(name, findings: findings?[position] ?? [], metrics: metrics)
      }, trials: trials, installs: 1_000, parameters: uncertain)
    outline.platform = platform
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<trials {
      builder.add(
        makeTrial(
          trial, authorized(trial).map { makeTally(authorized: $0, prompted: 800, installs: 1_000) },
          draws: [Double(trial) / Double(trials)]))
    }
    return try builder.summary()
  }

  /// What the first scenario recommends.
  func recommendation(_ summary: RunSummary) -> Recommendation {
    summary.scenarios[0].recommendation(parametersVary: true)
  }

  /// The answer as a terminal shows it, without colours.
  func text(_ summary: RunSummary) -> String {
    AnswerText(summary: summary, store: "s", warnings: [], style: .plain, file: "x.yaml").text
  }

  /// The text as one line with single blanks.
  func unwrapped(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }
}

/// What suites about goals share besides: runs with sessions with permission.
protocol GoalSuite: AnswerSuite {}

extension GoalSuite {
  /// Trials of arms with so many authorized and sessions with permission of 1,000 installs.
  func summary(
    _ names: [String] = ["a", "b"], trials: Int = 60, _ change: (inout RunOutline) -> Void = { _ in },
    change tally: (_ arm: Int, inout Tally) -> Void = { _, _ in },
    _ counts: (Int) -> [(authorized: Int64, sessions: Int64)]
  ) throws -> RunSummary {
    let metrics: [Metric] = [.optInPerInstall, .authorizedSessionsPerInstall]
    var outline = makeOutline(
      arms: names.map { makeArm($0, metrics: metrics) }, trials: trials, installs: 1_000,
      parameters: uncertain)
    change(&outline)
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<trials {
      let tallies = counts(trial).enumerated().map { arm, found in
        var own = makeTally(authorized: found.authorized, prompted: 800, installs: 1_000)
        own[.authorizedSessions] = found.sessions
        tally(arm, &own)
        return own.scoredByOutcomes()
      }
      builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
    }
    return try builder.summary()
  }
}
