import PromptFlow

/// What a glance at a life needs to know of an arm.
///
/// Plain bits, side by side, so that looking costs nothing; everything else stands in ``TrialArm``.
struct BatchArm: BitwiseCopyable {
  /// What a glance can follow of the moments at which arms ask and competing alerts come.
  enum Trigger: BitwiseCopyable {
    case launch
    case onboarding
    case events(EventMoment)
    /// A later session than the first, counted from 0.
    case session(Int)

    /// `nil` for what is left to ``ArmPlayer``.
    init?(_ trigger: AskTrigger, _ people: TrialSegment) {
      switch trigger.kind {
      case .launch: self = .launch
      case .onboarding: self = .onboarding
      case .event:
        let kinds = (0..<people.events.count).filter { people.events[$0].kind == trigger.event }
        guard kinds.count == 1 else { return nil }
        self = .events(EventMoment(kind: kinds[0], count: trigger.count))
      case .session: self = .session(trigger.count - 1)
      }
    }

    @inline(__always)
    var isLaunch: Bool { if case .launch = self { true } else { false } }
  }

  /// All there is to know; kept alive by the owner of this value.
  let numbers: Unmanaged<TrialArm>
  /// Position among the arms.
  let position: Int
  /// Where its installs are counted.
  var writer: TallyWriter
  let trigger: Trigger
  /// Whether a glance can ever tell enough.
  let fits: Bool
  let asksAtActivation: Bool
  let isPrimed: Bool
  let hasGate: Bool
  let gateWaits: Bool
  /// Whether a competing alert falls due at launch or at the end of onboarding.
  let hasAlert: Bool
  let alertAtOnboarding: Bool
  /// When a competing alert comes that falls due after the app has opened and been introduced; `nil` for none.
  let laterAlert: Trigger?
  /// The competing alert; one of nobody where there is none.
  let alert: TrialAlert
  /// Seconds that the install event waits for an answer.
  let waitSeconds: Double
  let readSeconds: SecondsDistribution?
  let delaySeconds: Double
  let surroundingsSlot: Int
  let clear: AskBounds
  /// Whether the pre-prompt has a way out that does not leave the app.
  let isDismissible: Bool
  /// In how many sessions' time the pre-prompt comes again to who does not go on from it.
  let cooldownSessions: Int
  /// How often the pre-prompt is shown at most.
  let mostShows: Int
  /// Whether an alert that was left without an answer is asked for again.
  let retries: Bool
  let settings: AnswerScore.Settings

  init(_ arm: TrialArm, _ people: TrialSegment, position: Int, writer: TallyWriter) {
    numbers = .passUnretained(arm)
    self.position = position
    self.writer = writer
    let asks = Trigger(arm.strategy.trigger, people)
    trigger = asks ?? .launch
    let comes = arm.alerts.isEmpty ? nil : Trigger(arm.alerts[0].moment, people)
    switch comes {
    case .launch?, .onboarding?: (hasAlert, laterAlert) = (true, nil)
    case .events?, .session?, nil: (hasAlert, laterAlert) = (false, comes)
    }
    let isKnown =
      asks != nil && arm.alerts.isEmpty == (comes == nil)
      && (arm.strategy.trigger.event == nil || people.allEventsLast)
    alert =
      arm.alerts.isEmpty
      ? TrialAlert(id: 0, moment: .launch, share: 0, offset: 0, seconds: people.answerSeconds) : arm.alerts[0]
    waitSeconds = arm.gate.secondsLeft
    clear = AskBounds(
      delay: arm.delaySeconds, wait: waitSeconds, alert: arm.alerts.isEmpty ? nil : alert, people)
    fits = isKnown && Self.strategyFits(arm) && clear.isPossible
    asksAtActivation = arm.asksAtActivation
    isPrimed = arm.isPrimed
    hasGate = arm.hasGate
    gateWaits = arm.gateWaits
    alertAtOnboarding = alert.moment.kind == .onboarding
    readSeconds = arm.readSeconds
    delaySeconds = arm.delaySeconds
    surroundingsSlot = arm.surroundingsSlot
    isDismissible = arm.strategy.prePrompt?.isDismissible == true
    cooldownSessions = arm.strategy.prePrompt?.cooldownSessions ?? 1
    mostShows = arm.strategy.prePrompt?.maximumShows ?? .max
    retries = arm.strategy.retry != .never
    settings = arm.settings
  }

  /// Whether an arm meets at most one competing alert, no consent layer and no gate but one that waits for the decision,
  /// and does nothing that only the machines follow.
  private static func strategyFits(_ arm: TrialArm) -> Bool {
    let strategy = arm.strategy
    guard !arm.hasConsent, arm.alerts.count <= 1, strategy.hook == .didBecomeActive,
      strategy.settingsLink != .afterDenial
    else { return false }
    switch arm.gate.kind {
    case .none, .documented: return true
    case .timer, .foreground: return false
    }
  }

  /// The events that it or its competing alert waits for.
  var eventMoments: [EventMoment] {
    var moments: [EventMoment] = []
    if case .events(let moment) = trigger { moments.append(moment) }
    if case .events(let moment)? = laterAlert { moments.append(moment) }
    return moments
  }
}

/// The nth event of a kind.
struct EventMoment: Hashable, Comparable, BitwiseCopyable {
  /// Position among the segment's kinds.
  let kind: Int
  let count: Int

  static func < (one: EventMoment, other: EventMoment) -> Bool {
    (one.kind, one.count) < (other.kind, other.count)
  }
}
