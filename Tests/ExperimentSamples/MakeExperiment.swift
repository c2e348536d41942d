public import ExperimentDesign
public import PromptFlow

/// A known number.
public func known(_ value: Double) -> Parameter { uncertain(.constant(value), at: "") }

extension Parameter: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A known number.
  public init(floatLiteral value: Double) { self = known(value) }
  /// A known number.
  public init(integerLiteral value: Int) { self = known(Double(value)) }
}

/// A number known as a distribution, drawn at `path`.
public func uncertain(_ distribution: Distribution, at path: String, in range: LegalRange = .real)
  -> Parameter
{
  Parameter(distribution, path: path, range: range)
}

/// The numbers of an owner: some as they are given, else the defaults of files, and 0 where files have none.
public func numbers(_ owner: Number.Owner, _ values: [Number: Parameter] = [:]) -> Numbers {
  Numbers(owner) { values[$0] ?? known($0.row.standard ?? 0) }
}

/// A time of known distribution; without sigma always the median.
public func seconds(_ median: Double, sigma: Double = 0) -> LogNormalSeconds {
  LogNormalSeconds(median: known(median), sigma: known(sigma))
}

/// The plainest population: one session a day, gone with probability 0.2 after each, nothing around
/// the question, nobody moved by anything; then `change`.
package func makeSegment(_ change: (inout Segment) -> Void = { _ in }) -> Segment {
  Segment(
    name: "everybody", share: 1, systemShares: onlyOn(.modern),
    visits: VisitModel(rate: .constant(1), leaving: .constant(0.2)), numbers(.people, [.allowRate: 0.4]),
    continuing: numbers(.continuing, [.continueRate: 0.8])
  ).changed(change)
}

/// System shares with everybody on one version.
public func onlyOn(_ version: SystemVersion) -> [Double] {
  SystemVersion.allCases.map { $0 == version ? 1 : 0 }
}

/// An arm before it gets its surroundings in the population.
package func makeArm(
  _ name: String, _ trigger: AskTrigger, delay: Double = 0, _ change: (inout Arm) -> Void = { _ in }
) -> Arm {
  Arm(
    name: name, strategy: PromptStrategy(trigger: trigger), numbers(.arm, [.delaySeconds: known(delay)]),
    usageString: UsageString(name: "plain", text: "Keeps the app free.", numbers(.usageString))
  ).changed(change)
}

/// A pre-prompt without effect on anybody, and the same for the arm's strategy.
public func makePrePrompt(_ policy: PrePromptPolicy, allowOddsRatio: Double = 1) -> PrePrompt {
  PrePrompt(
    name: "screen", title: "Free", body: "Because of ads.", button: "Continue", policy: policy,
    numbers(.prePrompt, [.allowOddsRatio: known(allowOddsRatio)]))
}

/// A scenario whose segments differ in name.
public func makeScenario(name: String, segments: [Segment]) -> Scenario {
  Scenario(
    name: name, segments: zip(segments, different(segments.map(\.name))).map { $0.named($1) })
}

/// Names with a number behind each that stood before: `a`, `b`, `a 2`.
private func different(_ names: [String]) -> [String] {
  var counts: [String: Int] = [:]
  return names.map { name in
    counts[name, default: 0] += 1
    return counts[name] == 1 ? name : "\(name) \(counts[name, default: 0])"
  }
}

extension Segment {
  fileprivate func named(_ name: String) -> Segment { changed { $0.name = name } }
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
  let triggers = arms.compactMap { $0.strategy.trigger.event?.rawValue }
  let kinds = (streams + triggers).max() ?? -1
  let around = scenarios.map { $0.segments.map(\.surroundings) }
  let placed = zip(arms, different(arms.map(\.name))).map { arm, name in
    arm.changed {
      $0.name = name
      if $0.surroundings.isEmpty { $0.surroundings = around }
    }
  }
  return Experiment(name: "test", scenarios: scenarios, arms: placed).changed {
    ($0.trials, $0.installs, $0.horizonDays) = (1, installs, horizonDays)
    ($0.sampling, $0.objective, $0.joints) = (.independent, objective, joints)
    $0.eventKinds = (0..<kinds + 1).map { "kind\($0)" }
  }
}

/// An event kind, and how much of it there is.
public func events(
  _ kind: Int, perSession: Double, seconds: Double = 30, value: Double = 0
) -> EventStream {
  EventStream(
    kind: EventKind(rawValue: kind),
    numbers(
      .event, [.perSession: known(perSession), .eventSeconds: known(seconds), .eventValue: known(value)]))
}

/// Onboarding that this share completes in the first session, and of the others this one in each later.
public func onboarding(
  _ first: Parameter, _ later: Parameter, seconds time: LogNormalSeconds = seconds(20, sigma: 0.5)
) -> Numbers {
  numbers(
    .onboarding,
    [
      .onboardingFirst: first, .onboardingLater: later, .onboardingMedian: time.median,
      .onboardingSigma: time.sigma,
    ])
}

/// An attribution SDK.
public func attribution(
  _ gate: GateKind = .documented, starts: GateStart = .process, wait: Parameter = 20
) -> AttributionModel {
  AttributionModel(gate: gate, starts: starts, numbers(.attribution, [.waitSeconds: wait]))
}

/// A consent layer that this share accepts.
public func consent(
  _ order: ConsentOrder = .afterATT, onUndetermined: ConsentOnUndetermined = .wait, preGrant: Bool = false,
  accept: Parameter, reopen: Parameter = 0, seconds time: LogNormalSeconds = seconds(1)
) -> ConsentModel {
  ConsentModel(
    order: order, onUndetermined: onUndetermined, preGrant: preGrant,
    numbers(
      .consent,
      [.consentAccept: accept, .consentMedian: time.median, .consentSigma: time.sigma, .reopen: reopen]))
}

/// An alert of another permission, for everybody at launch unless said otherwise.
public func competingAlert(
  _ id: UInt32 = 0, at moment: AskTrigger = .launch, share: Double = 1, offset: Double = 0,
  seconds up: LogNormalSeconds = seconds(3, sigma: 0.5)
) -> CompetingAlert {
  CompetingAlert(
    name: "alert\(id)", id: id, moment: moment,
    numbers(
      .alert,
      [
        .alertShare: known(share), .alertOffset: known(offset), .alertMedian: up.median,
        .alertSigma: up.sigma,
      ]))
}
