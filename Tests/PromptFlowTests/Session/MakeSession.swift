import FlowRehearsal
import Foundation
import PromptFlow

extension FlowSetup {
  /// An app that asks at its first activation, unless said otherwise.
  static func make(
    _ trigger: AskTrigger = .launch, hook: AskHook = .didBecomeActive, retry: RetryPolicy = .eachActivation,
    prePrompt: PrePromptPolicy? = nil, settingsLink: SettingsLink = .none, trustsCallback: Bool = false,
    version: SystemVersion = .modern, delay: Double = 0, consent: ConsentSetup? = nil,
    attribution: AttributionSetup? = nil, askedBefore: AskedBefore = .unknown
  ) -> FlowSetup {
    FlowSetup(
      strategy: PromptStrategy(
        trigger: trigger, hook: hook, retry: retry, prePrompt: prePrompt, settingsLink: settingsLink,
        trustsCallback: trustsCallback),
      version: version, delaySeconds: delay, consent: consent, attribution: attribution,
      askedBefore: askedBefore)
  }

  /// A setup drawn by a seed, with everything an app can have.
  static func drawn(_ random: inout SplitMix) -> FlowSetup {
    let usual: [AskTrigger] = [
      .launch, .onboarding, .session(1 + random.below(3)),
      .event(EventKind(rawValue: random.below(2)), count: 1 + random.below(3)),
    ]
    let triggers = usual + TriggerKind.allCases.dropFirst(usual.count).map { AskTrigger($0, count: 2) }
    let prePrompt = PrePromptPolicy(
      isDismissible: random.chance(oneIn: 2), cooldownSessions: 1 + random.below(3),
      maximumShows: random.chance(oneIn: 2) ? 1 + random.below(3) : nil)
    let consent = ConsentSetup(
      order: random.pick(ConsentOrder.allCases), onUndetermined: random.pick(ConsentOnUndetermined.allCases))
    let attribution = AttributionSetup(
      kind: random.pick(GateKind.allCases), waitSeconds: Double(random.below(60)),
      start: random.pick(FlowSetup.AttributionSetup.Start.allCases))
    return FlowSetup(
      strategy: PromptStrategy(
        trigger: random.pick(triggers), hook: random.pick(AskHook.allCases),
        retry: random.pick(RetryPolicy.allCases), prePrompt: random.chance(oneIn: 2) ? prePrompt : nil,
        settingsLink: random.pick(SettingsLink.allCases), trustsCallback: random.chance(oneIn: 3)),
      version: random.chance(oneIn: 6) ? random.pick(SystemVersion.allCases) : .modern,
      delaySeconds: Double(random.below(3)), consent: random.chance(oneIn: 4) ? nil : consent,
      attribution: random.chance(oneIn: 4) ? nil : attribution,
      sessionGapSeconds: random.chance(oneIn: 2) ? 0 : 1800)
  }
}

/// Events in any order, possible or not, with any status and a clock that jumps.
struct EventSource {
  var random: SplitMix
  private var seconds = 0.0
  private var status: AuthorizationStatus? = .notDetermined

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func moment() -> FlowSession.Moment {
    switch random.below(60) {
    case 0: seconds -= Double(random.below(10_000))
    case 1: seconds += 1e12
    case 2: return FlowSession.Moment(status: status, seconds: .nan, secondsSince1970: .nan)
    case 3: return FlowSession.Moment(status: status, seconds: -.infinity)
    default: seconds += Double(random.below(90))
    }
    switch random.below(40) {
    case 0: status = .authorized
    case 1: status = .denied
    case 2: status = random.pick([.restricted, .unknown(4), .unknown(.max), nil])
    case 3...14: status = .notDetermined
    default: break
    }
    return FlowSession.Moment(status: status, seconds: seconds, secondsSince1970: seconds * 1000)
  }

  /// - Parameter timers: the timers the app has been asked to start, newest last.
  mutating func event(timers: [FlowSession.Timer]) -> FlowSession.Event {
    switch random.below(24) {
    case 0: return random.chance(oneIn: 4) ? .processStartedInBackground : .processStarted
    case 1: return .viewAppeared
    case 2, 3, 4, 5: return .activated
    case 6: return .deactivated
    case 7: return .backgrounded
    case 8: return .covered(random.chance(oneIn: 3))
    case 9: return .onboardingCompleted
    case 10, 11: return .eventEnded(CountedEvent(EventKind(rawValue: random.below(3))))
    case 12, 13, 14: return timers.last.map { .timerFired($0) } ?? .activated
    case 15:
      let stale = FlowSession.Timer(purpose: random.chance(oneIn: 2) ? .ask : .attribution, number: -1)
      return .timerFired(timers.isEmpty ? stale : random.pick(timers))
    case 16: return .prePromptEnded(random.pick([.continued, .dismissed, .left]))
    case 17: return random.chance(oneIn: 2) ? .prePromptDisappeared : .prePromptEnded(.continued)
    case 18, 19: return .requestCompleted(random.pick([.denied, .authorized, .notDetermined, .unknown(9)]))
    case 20, 21: return .consentEnded(isAccepted: random.chance(oneIn: 2))
    case 22:
      return random.chance(oneIn: 3) ? .consentReopened : .consentChanged(isAccepted: random.chance(oneIn: 2))
    default: return random.chance(oneIn: 3) ? .adPurposesRejected : .statusRead
    }
  }
}

extension Rehearsal {
  /// An install launched, with what is due at once or within some seconds over, and its alert answered where an
  /// answer is given.
  static func launched(
    _ setup: FlowSetup, device: TrackingDevice = TrackingDevice(), waiting seconds: Double = 0,
    answering answer: AlertAnswer? = nil
  ) -> Rehearsal {
    var life = Rehearsal(setup, device: device)
    life.relaunch(waiting: seconds)
    if let answer { life.answer(answer) }
    return life
  }

  /// A new process, with what is due at once or within some seconds over.
  mutating func relaunch(waiting seconds: Double = 0) {
    launch()
    wait(seconds)
  }

  /// Something happens, and what is due at once after it.
  mutating func settle(_ event: FlowSession.Event) {
    send(event)
    wait(0)
  }

  /// The person opens the layer again and answers in it.
  mutating func reopenConsent(accepts: Bool) {
    send(.consentReopened)
    send(.consentChanged(isAccepted: accepts))
  }
}

extension FlowSession {
  /// The process starts and becomes active, and asks that are due at once are made.
  mutating func launch(_ status: AuthorizationStatus) -> [FlowRecord] {
    let moment = Moment(status: status, seconds: 0)
    var records = handle(.processStarted, at: moment) + handle(.activated, at: moment)
    for timer in records.timers where timer.purpose == .ask {
      records += handle(.timerFired(timer), at: moment)
    }
    return records
  }
}

extension Array where Element == FlowRecord {
  var timers: [FlowSession.Timer] {
    compactMap { record in
      guard case .startTimer(let timer, _)? = record.action else { return nil }
      return timer
    }
  }

  /// Actions and rules, timers without their numbers, which count from each process's start.
  var decisions: [String] {
    map { record in
      if case .startTimer(let timer, let seconds)? = record.action {
        return "timer \(timer.purpose) \(seconds) \(record.rule ?? "")"
      }
      return "\(record.action.map { "\($0)" } ?? "nothing") \(record.rule ?? "")"
    }
  }

  var actions: [FlowSession.Action] { compactMap(\.action) }
}

/// A value through JSON and back.
func throughJSON<Value: Codable>(_ value: Value) throws -> Value {
  try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}
