public import ExperimentDesign
public import PromptFlow

/// A known number.
public func known(_ value: Double) -> Parameter { uncertain(.constant(value), at: "") }

/// A number known as a distribution, drawn at `path`.
public func uncertain(_ distribution: Distribution, at path: String, in range: LegalRange = .real)
  -> Parameter
{
  valid(try Parameter(distribution, path: path, range: range))
}

/// A time of known distribution; without sigma always the median.
public func seconds(_ median: Double, sigma: Double = 0) -> LogNormalSeconds {
  LogNormalSeconds(median: known(median), sigma: known(sigma))
}

/// The plainest population: one session a day, gone with probability 0.2 after each, nothing around
/// the question, nobody moved by anything; then `change`.
package func makeSegment(_ change: (inout SegmentParts) -> Void = { _ in }) -> Segment {
  let segment = valid(
    try Segment(
      name: "everybody", share: 1, restricted: known(0), requestsOff: known(0),
      systemShares: onlyOn(.modern),
      visits: VisitModel(rate: .constant(known(1)), leaving: .constant(known(0.2))),
      activitySpread: known(0),
      willingness: Willingness(withActivity: known(0), withStaying: known(0)), onboarding: nil,
      activation: seconds(0.4, sigma: 0.4), settleSeconds: known(0.5), browseSeconds: known(15),
      lingerSeconds: known(5), events: [],
      allow: AllowModel(rate: known(0.4), spread: known(0), value: known(0), coldOddsRatio: known(1)),
      continuing: ContinueModel(
        rate: known(0.8), spread: known(0), value: known(0), fatigueOddsRatio: known(1),
        persistence: known(0.5)),
      answer: AnswerModel(seconds: seconds(4, sigma: 0.6), unanswered: known(0)),
      annoyance: Annoyance(prePrompt: known(0), alert: known(0), cold: known(0), nag: known(0)),
      settings: SettingsModel(
        reenable: known(0), linkInPreferences: known(0), linkAfterDenial: known(0), revoke: known(0)),
      value: nil, surroundings: Surroundings()))
  return segment.changed(change)
}

/// System shares with everybody on one version.
public func onlyOn(_ version: SystemVersion) -> [Double] {
  SystemVersion.allCases.map { $0 == version ? 1 : 0 }
}

/// An arm before it gets its surroundings in the population.
package func makeArm(
  _ name: String, _ trigger: AskTrigger, delay: Double = 0, _ change: (inout ArmParts) -> Void = { _ in }
) -> Arm {
  let arm = valid(
    try Arm(
      name: name, strategy: PromptStrategy(trigger: trigger), delaySeconds: known(delay),
      usageString: UsageString(name: "plain", text: "Keeps the app free.", oddsRatio: known(1)),
      prePrompt: nil, swept: [], surroundings: [], findings: []))
  return arm.changed(change)
}

/// A pre-prompt without effect on anybody, and the same for the arm's strategy.
public func makePrePrompt(_ policy: PrePromptPolicy, allowOddsRatio: Double = 1) -> PrePrompt {
  PrePrompt(
    name: "screen", title: "Free", body: "Because of ads.", button: "Continue", policy: policy,
    readSeconds: seconds(6, sigma: 0.5), continueOddsRatio: known(1),
    allowOddsRatio: known(allowOddsRatio))
}

/// A scenario of parts that a test knows to be valid.
public func makeScenario(name: String, segments: [Segment]) -> Scenario {
  let names = different(segments.map(\.name))
  let segments = zip(segments, names).map { segment, name in
    segment.name == name ? segment : segment.changed { $0.name = name }
  }
  return valid(try Scenario(name: name, segments: segments))
}

/// Names with a number behind each that stood before: `a`, `b`, `a 2`.
private func different(_ names: [String]) -> [String] {
  var counts: [String: Int] = [:]
  return names.map { name in
    counts[name, default: 0] += 1
    return counts[name] == 1 ? name : "\(name) \(counts[name, default: 0])"
  }
}

/// An experiment with one scenario; arms without surroundings take their segment's, and a second arm of one name a
/// number.
public func makeExperiment(
  _ segments: [Segment], _ arms: [Arm], installs: Int = 1_000, horizonDays: Double = 30,
  joints: [JointDistribution] = []
) -> Experiment {
  makeExperiment(
    [makeScenario(name: "base", segments: segments)], arms, installs: installs, horizonDays: horizonDays,
    joints: joints)
}

/// An experiment; arms without surroundings take their segment's.
public func makeExperiment(
  _ scenarios: [Scenario], _ arms: [Arm], installs: Int = 1_000, horizonDays: Double = 30,
  objective: Objective = Objective(.optInPerInstall),
  joints: [JointDistribution] = []
) -> Experiment {
  let streams = scenarios.flatMap(\.segments).flatMap(\.events).map(\.kind.rawValue)
  let triggers = arms.compactMap {
    if case .event(let kind, _) = $0.strategy.trigger { kind.rawValue } else { nil }
  }
  let kinds = (streams + triggers).max() ?? -1
  let around = scenarios.map { $0.segments.map(\.surroundings) }
  func placed(_ arm: Arm, _ name: String) -> Arm {
    arm.changed {
      $0.name = name
      if $0.surroundings.isEmpty { $0.surroundings = around }
    }
  }
  return valid(
    try Experiment(
      name: "test", question: nil, seed: nil, trials: 1, installs: installs, horizonDays: horizonDays,
      sampling: .independent, baseline: arms.first?.name ?? "", objective: objective,
      eventKinds: (0..<kinds + 1).map { "kind\($0)" }, scenarios: scenarios,
      arms: zip(arms, different(arms.map(\.name))).map(placed),
      joints: joints, evidence: [:]))
}

/// What a test makes of parts that it knows to be valid.
public func valid<Value>(_ make: @autoclosure () throws(ExperimentFault) -> Value) -> Value {
  do throws(ExperimentFault) {
    return try make()
  } catch {
    preconditionFailure("a test makes an experiment of parts that make none: \(error)")
  }
}

/// An event kind, and how much of it there is.
public func events(
  _ kind: Int, perSession: Double, seconds: Double = 30, value: Double = 0
) -> EventStream {
  EventStream(
    kind: EventKind(rawValue: kind), perSession: known(perSession), seconds: known(seconds),
    value: known(value))
}

/// An alert of another permission, for everybody at launch unless said otherwise.
public func competingAlert(
  _ id: UInt32 = 0, at moment: AskTrigger = .launch, share: Double = 1, offset: Double = 0,
  seconds up: LogNormalSeconds = seconds(3, sigma: 0.5)
) -> CompetingAlert {
  CompetingAlert(
    name: "alert\(id)", id: id, moment: moment, share: known(share), offset: known(offset), seconds: up)
}
