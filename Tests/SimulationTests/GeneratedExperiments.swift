import ExperimentDesign
import ExperimentSamples
import PromptFlow
import SeededNumbers

/// Experiments from all over the model page: every hook, retry, trigger, gate, order and version,
/// with times that often coincide, so that the order at one instant matters.
struct GeneratedExperiments {
  private var draw: SplitMix
  /// Whether arms are such as the engine can play without a clock.
  private let plainArms: Bool

  init(seed: UInt64, plainArms: Bool = false) {
    draw = SplitMix(seed: seed)
    self.plainArms = plainArms
  }

  /// So many experiments of one size.
  static func list(
    _ count: Int, seed: UInt64, plainArms: Bool = false, installs: Int, arms: Int
  ) -> [Experiment] {
    var generated = GeneratedExperiments(seed: seed, plainArms: plainArms)
    return (0..<count).map { _ in generated.next(installs: installs, arms: arms) }
  }

  /// An experiment that differs from the others in nearly everything.
  mutating func next(installs: Int, arms armCount: Int) -> Experiment {
    let kinds = draw.whole(0...3)
    let scenarios = (0..<(draw.happens(0.15) ? 2 : 1)).map { scenario in
      let count = draw.happens(0.25) ? 2 : 1
      return makeScenario(
        name: "scenario\(scenario)",
        segments: (0..<count).map { segment(share: 1 / Double(count), kinds: kinds, number: $0) })
    }
    let arms = (0..<armCount).map { arm(number: $0, kinds: kinds, scenarios: scenarios) }
    let experiment = makeExperiment(
      scenarios, arms, installs: installs, horizonDays: draw.pick([0.5, 3, 14, 30]))
    return experiment.changed { $0.eventKinds = (0..<kinds).map { "kind\($0)" } }
  }

  /// An experiment in which people differ in nothing but when they come and what they see.
  mutating func nextEven(installs: Int, arms armCount: Int) -> Experiment {
    let kinds = draw.whole(0...1)
    let segment = makeSegment {
      $0.visits = VisitModel(
        rate: .constant(known(draw.pick([0.3, 1, 3, 15]))),
        leaving: .constant(known(draw.pick([0, 0.02, 0.1, 0.3, 0.7, 1]))))
      $0[.browseSeconds] = known(draw.pick([0, 1e-6, 15]))
      $0.events = (0..<kinds).map {
        events(
          $0, perSession: draw.pick([0, 0.3, 2, 20]), seconds: draw.pick([0, 1e-6, 30]),
          value: draw.pick([0, 0.1, 1]))
      }
      $0[.allowRate] = known(draw.between(0.05, 0.95))
      $0[.allowSpread] = 0
      $0[.allowValue] = known(draw.between(-0.5, 0.8))
      $0[.coldOddsRatio] = known(draw.between(0.4, 1.5))
    }
    let arms = (0..<armCount).map { number in
      let event = AskTrigger.event(EventKind(rawValue: 0), count: draw.pick([1, 1, 2, 3, 6, 40]))
      return makeArm("arm\(number)", kinds > 0 && draw.happens(0.7) ? event : .launch, delay: 0) {
        $0.strategy.retry = draw.pick(RetryPolicy.allCases)
        $0.usageString[.usageOddsRatio] = known(draw.between(0.7, 1.4))
      }
    }
    let experiment = makeExperiment(
      [makeScenario(name: "even", segments: [segment])], arms, installs: installs,
      horizonDays: draw.pick([0.5, 3, 14, 30]))
    return experiment.changed { $0.eventKinds = (0..<kinds).map { "kind\($0)" } }
  }

  private mutating func segment(share: Double, kinds: Int, number: Int) -> Segment {
    makeSegment {
      $0.name = "segment\(number)"
      $0.share = share
      if draw.happens(0.4) {
        $0[.restricted] = known(draw.between(0, 0.3))
        $0[.requestsOff] = known(draw.between(0, 0.4))
      }
      $0.systemShares = systemShares()
      $0.visits = visits()
      if draw.happens(0.5) { $0[.activitySpread] = known(draw.between(0.1, 1.2)) }
      $0[.withActivity] = known(draw.happens(0.5) ? draw.between(-0.7, 0.7) : 0)
      $0[.withStaying] = known(draw.happens(0.5) ? draw.between(-0.7, 0.7) : 0)
      if draw.happens(0.5) {
        $0.onboarding = onboarding(
          known(draw.pick([0, 0.5, 0.8, 1])), known(draw.pick([0, 0.4, 1])),
          seconds: someSeconds([1, 10, 40]))
      }
      $0[.activationMedian, .activationSigma] = someSeconds([0.4, 1, 3])
      $0[.settleSeconds] = known(draw.pick([0, 0.5, 1, 8]))
      $0[.browseSeconds] = known(draw.pick([0, 2, 15]))
      $0[.lingerSeconds] = known(draw.pick([0, 1, 5, 30]))
      $0.events = (0..<kinds).map {
        events(
          $0, perSession: draw.pick([0, 0.3, 1, 3]), seconds: draw.pick([0, 0.5, 5, 30]),
          value: draw.pick([0, 0.5, 1]))
      }
      $0[.allowRate] = known(draw.between(0.05, 0.95))
      $0[.allowSpread] = known(draw.pick([0, 0.5, 1.5]))
      $0[.allowValue] = known(draw.between(-0.5, 0.8))
      $0[.coldOddsRatio] = known(draw.between(0.4, 1.5))
      $0.continuing = continuing(
        known(draw.between(0.2, 0.95)), spread: known(draw.pick([0, 0.5, 1.5])),
        value: known(draw.between(-0.3, 0.5)), fatigue: known(draw.between(0.3, 1.1)),
        persistence: known(draw.pick([0, 0.5, 1])))
      $0[.answerMedian, .answerSigma] = someSeconds([1, 4, 20])
      $0[.unanswered] = known(draw.pick([0, 0, 0.05, 0.5, 1]))
      if draw.happens(0.5) {
        $0[.annoyancePrePrompt] = rare()
        $0[.annoyanceAlert] = rare()
        $0[.annoyanceCold] = rare()
        $0[.annoyanceNag] = rare()
      }
      if draw.happens(0.5) {
        $0[.reenable] = rare()
        $0[.linkInPreferences] = rare()
        $0[.linkAfterDenial] = rare()
        $0[.revoke] = rare()
      }
      if draw.happens(0.5) {
        $0.value = SessionValue(currency: "USD", numbers(.worth, [.identified: 0.0123, .otherwise: 0.0071]))
      }
      $0.surroundings = surroundings(kinds: kinds)
    }
  }

  private mutating func arm(number: Int, kinds: Int, scenarios: [Scenario]) -> Arm {
    makeArm("arm\(number)", trigger(kinds: kinds), delay: draw.pick([0, 0, 0.5, 1, 4, 60])) {
      $0.strategy.hook = plainArms ? .didBecomeActive : draw.pick(AskHook.allCases)
      $0.strategy.retry = draw.pick(RetryPolicy.allCases)
      $0.strategy.asksFrom = draw.pick([.iOS14_0, .iOS14_5])
      $0.strategy.settingsLink = draw.pick(plainArms ? [.none, .inPreferences] : SettingsLink.allCases)
      $0.strategy.trustsCallback = draw.happens(0.5)
      $0.usageString[.usageOddsRatio] = known(draw.between(0.7, 1.4))
      if draw.happens(0.5) {
        $0.prePrompt =
          PrePrompt(
            name: "screen", title: "T", body: "B", button: "Continue",
            policy: PrePromptPolicy(
              isDismissible: draw.happens(0.5), cooldownSessions: draw.pick([1, 1, 2, 3]),
              maximumShows: draw.pick([nil, nil, 1, 2, 3])),
            numbers(
              .prePrompt,
              [.continueOddsRatio: known(draw.between(0.5, 2)), .allowOddsRatio: known(draw.between(0.5, 2))]
            ).changed { $0[.readMedian, .readSigma] = someSeconds([1, 6]) })
      }
      let own = draw.happens(0.4) ? surroundings(kinds: kinds) : nil
      $0.surroundings = scenarios.map { $0.segments.map { own ?? $0.surroundings } }
    }
  }

  private mutating func trigger(kinds: Int) -> AskTrigger {
    let usual: [TriggerKind] = [.launch, .launch, .session, .onboarding, .onboarding]
    let others = TriggerKind.allCases.filter { !usual.contains($0) && $0 != .event }
    let kind = draw.pick(usual + others + (kinds > 0 ? [.event, .event] : []))
    if kind == .session { return .session(draw.whole(1...3)) }
    let event = kind == .event ? EventKind(rawValue: draw.whole(0...kinds - 1)) : nil
    return AskTrigger(kind, of: event, count: kind.row.isCounted ? draw.pick([1, 1, 2, 3, 6]) : 1)
  }

  private mutating func alertMoment(kinds: Int) -> AskTrigger {
    // What a batch can play.
    if plainArms { return draw.pick([.launch, .onboarding]) }
    return draw.happens(0.4) ? .launch : trigger(kinds: kinds)
  }

  private mutating func surroundings(kinds: Int) -> Surroundings {
    let alerts = (0..<draw.pick(plainArms ? [0, 1, 1] : [0, 0, 1, 1, 2, 3])).map { id in
      competingAlert(
        UInt32(id) * 0x5555_5555, at: alertMoment(kinds: kinds), share: draw.pick([0.5, 1]),
        offset: draw.pick([0, 0, 0.5, 1, 5]), seconds: someSeconds([1, 3, 10]))
    }
    let sdk =
      draw.happens(0.7)
      ? attribution(
        draw.pick(plainArms ? [.none, .documented] : GateKind.allCases),
        starts: draw.pick(GateStart.allCases), wait: known(draw.pick([0, 1, 6, 20, 60, 400]))) : nil
    let layer =
      !plainArms && draw.happens(0.5)
      ? consent(
        draw.pick(ConsentOrder.allCases), onUndetermined: draw.pick(ConsentOnUndetermined.allCases),
        preGrant: draw.happens(0.3), accept: known(draw.pick([0, 0.6, 1])),
        reopen: known(draw.pick([0, 0.1, 1])), seconds: someSeconds([1, 8])) : nil
    return Surroundings(alerts: alerts, attribution: sdk, consent: layer)
  }

  private mutating func visits() -> VisitModel {
    VisitModel(
      rate: draw.happens(0.5)
        ? .constant(known(draw.pick([0.3, 1, 3])))
        : .gamma(shape: known(draw.between(0.4, 3)), rate: known(draw.between(0.3, 2))),
      leaving: draw.happens(0.5)
        ? .constant(known(draw.pick([0.1, 0.3, 0.7, 1])))
        : .beta(a: known(draw.between(0.4, 3)), b: known(draw.between(0.6, 5))))
  }

  private mutating func systemShares() -> [Double] {
    if plainArms { return onlyOn(.modern) }
    guard draw.happens(0.7) else { return onlyOn(draw.pick(SystemVersion.allCases)) }
    let weights = SystemVersion.allCases.map { _ in draw.happens(0.6) ? draw.uniform() : 0 }
    let total = weights.reduce(0, +)
    return total > 0 ? weights.map { $0 / total } : onlyOn(.modern)
  }

  /// Half of the times do not differ at all, so that ends fall together.
  private mutating func someSeconds(_ medians: [Double]) -> LogNormalSeconds {
    seconds(draw.pick(medians), sigma: draw.pick([0, 0, 0.3, 0.8]))
  }

  private mutating func rare() -> Parameter { known(draw.pick([0, 0.02, 0.3])) }
}
