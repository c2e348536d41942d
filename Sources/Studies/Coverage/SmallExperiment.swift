import ExperimentDesign
import PromptFlow

/// A small experiment, for error rates of the simulated answer over many seeds: two arms, three uncertain inputs.
enum SmallExperiment {
  private static func known(_ value: Double) throws(ExperimentFault) -> Parameter {
    try Parameter(.constant(value), path: "", range: .real)
  }

  private static func seconds(_ median: Double) throws(ExperimentFault) -> LogNormalSeconds {
    try LogNormalSeconds(median: known(median), sigma: known(0.5))
  }

  private static func people() throws(ExperimentFault) -> Segment {
    try Segment(
      name: "all", share: 1, restricted: known(0.02), requestsOff: known(0.2),
      systemShares: SystemVersion.allCases.map { $0 == .modern ? 1 : 0 },
      visits: VisitModel(rate: .constant(known(1)), leaving: .constant(known(0.3))),
      activitySpread: known(0.5), willingness: Willingness(withActivity: known(0.2), withStaying: known(0)),
      onboarding: nil, activation: seconds(0.4), settleSeconds: known(0.5), browseSeconds: known(15),
      lingerSeconds: known(5),
      events: [
        EventStream(
          kind: EventKind(rawValue: 0), perSession: known(1), seconds: known(30), value: known(1))
      ],
      allow: AllowModel(
        rate: Parameter(.beta(a: 6, b: 14), path: "allow.rate", range: .openProbability), spread: known(0.8),
        value: Parameter(.uniform(low: 0, high: 0.3), path: "allow.value", range: .real),
        coldOddsRatio: Parameter(
          .lognormal(median: 0.6, sigma: 0.4), path: "allow.cold_odds_ratio", range: .positive)),
      continuing: nil, answer: AnswerModel(seconds: seconds(4), unanswered: known(0.02)),
      annoyance: Annoyance(prePrompt: known(0), alert: known(0.01), cold: known(0.02), nag: known(0)),
      settings: SettingsModel(
        reenable: known(0), linkInPreferences: known(0), linkAfterDenial: known(0), revoke: known(0)),
      value: nil, surroundings: Surroundings())
  }

  private static func arm(_ name: String, _ trigger: AskTrigger) throws(ExperimentFault) -> Arm {
    try Arm(
      name: name, strategy: PromptStrategy(trigger: trigger), delaySeconds: known(0),
      usageString: UsageString(name: "plain", text: "Keeps the app free.", oddsRatio: known(1)),
      prePrompt: nil,
      swept: [], surroundings: [[Surroundings()]], findings: [])
  }

  /// The experiment at a given size.
  static func experiment(trials: Int, installs: Int) throws(ExperimentFault) -> Experiment {
    try Experiment(
      name: "small", question: nil, seed: nil, trials: trials, installs: installs, horizonDays: 14,
      sampling: .independent, baseline: "launch",
      objective: Objective(.optInPerInstall),
      eventKinds: ["article"], scenarios: [Scenario(name: "base", segments: [people()])],
      arms: [arm("launch", .launch), arm("later", .event(EventKind(rawValue: 0), count: 2))], joints: [],
      evidence: [:])
  }

  /// What a run of it is.
  static func outline(of experiment: Experiment) -> RunOutline {
    var description = RunDescription(of: experiment, seed: 0, engine: "")
    description.parameters = description.drawn
    return RunOutline(run: "small", name: nil, description: description, objective: experiment.objective)
  }
}
