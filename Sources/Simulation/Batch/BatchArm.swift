import PromptFlow

/// What a glance at a life needs to know of an arm.
///
/// Plain bits, side by side, so that looking costs nothing; everything else stands in ``TrialArm``.
struct BatchArm: BitwiseCopyable {
  enum Trigger: BitwiseCopyable {
    case launch
    case onboarding
    case events(EventMoment)
    /// A later session than the first, counted from 0.
    case session(Int)

    @inline(__always)
    var isLaunch: Bool { if case .launch = self { true } else { false } }
  }

  /// When a competing alert comes that falls due after the app has opened and been introduced.
  enum LaterAlert: BitwiseCopyable {
    /// In the session in which an event ends.
    case afterEvent(EventMoment)
    /// In a session, from 0.
    case inSession(Int)
  }

  /// All there is to know; kept alive by the owner of this value.
  let numbers: Unmanaged<TrialArm>
  /// Position among the arms.
  let position: Int
  let segment: Int
  /// Where its installs are counted that nothing out of the ordinary happens to.
  let tally: BatchTally
  /// Where the others are, and some days.
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
  /// The competing alert of a later moment; `nil` for none.
  let laterAlert: LaterAlert?
  let alertID: UInt32
  let alertShare: Double
  let alertOffset: Double
  let alertSeconds: SecondsDistribution
  /// Seconds that the install event waits for an answer.
  let waitSeconds: Double
  let readSeconds: SecondsDistribution?
  /// Of a pre-prompt at launch that a competing alert may come upon; `nil` for all others.
  let reading: ReadingBounds?
  let delaySeconds: Double
  let logUsageOdds: Double
  let logAllowOdds: Double
  let logContinueOdds: Double
  /// Probability that nothing of a warm, or a cold, ask annoys the person into leaving.
  let stayProbability: Double
  let stayProbabilityCold: Double
  let surroundingsSlot: Int
  let clear: AskBounds
  /// Uniforms below this belong to an event, of whatever kind, that outlasts the wait of the install event.
  let eventOutlastsGate: Double
  /// Whether the pre-prompt has a way out that does not leave the app.
  let isDismissible: Bool
  /// In how many sessions' time the pre-prompt comes again to who does not go on from it.
  let cooldownSessions: Int
  /// How often the pre-prompt is shown at most.
  let mostShows: Int
  /// Whether an alert that was left without an answer is asked for again.
  let retries: Bool
  let settings: Unmanaged<AnswerScore.Settings>
  let chances: AnswerScore.Chances

  init(
    _ arm: TrialArm, _ people: TrialSegment, position: Int, segment: Int, tally: BatchTally,
    writer: TallyWriter
  ) {
    numbers = .passUnretained(arm)
    self.position = position
    self.segment = segment
    self.tally = tally
    self.writer = writer
    var isKnown = true
    func kinds(_ kind: EventKind) -> [Int] {
      (0..<people.events.count).filter { people.events[$0].kind == kind }
    }
    switch arm.strategy.trigger {
    case .launch: trigger = .launch
    case .onboarding: trigger = .onboarding
    case .event(let kind, let count):
      let kinds = kinds(kind)
      trigger = .events(EventMoment(kind: kinds.first ?? 0, count: count))
      isKnown = kinds.count == 1 && people.allEventsLast
    case .session(let number): trigger = number == 1 ? .launch : .session(number - 1)
    }
    let alert: TrialAlert? = arm.alerts.isEmpty ? nil : arm.alerts[0]
    switch alert?.moment {
    case .launch?, .onboarding?:
      hasAlert = true
      laterAlert = nil
    case .event(let kind, let count)?:
      let kinds = kinds(kind)
      hasAlert = false
      laterAlert = kinds.first.map { .afterEvent(EventMoment(kind: $0, count: count)) }
      if kinds.count > 1 { isKnown = false }
    case .session(let number)?:
      hasAlert = false
      laterAlert = .inSession(number - 1)
    case nil:
      hasAlert = false
      laterAlert = nil
    }
    fits = isKnown && Self.strategyFits(arm) && arm.clear.isPossible
    asksAtActivation = arm.asksAtActivation
    isPrimed = arm.isPrimed
    hasGate = arm.hasGate
    gateWaits = arm.gateWaits
    alertAtOnboarding = alert?.moment == .onboarding
    alertID = alert?.id ?? 0
    alertShare = alert?.share ?? 0
    alertOffset = alert?.offset ?? 0
    alertSeconds = alert?.seconds ?? people.answerSeconds
    waitSeconds = arm.gate.secondsLeft
    readSeconds = arm.readSeconds
    reading =
      arm.isPrimed && alert?.moment == .launch && trigger.isLaunch
      ? arm.readSeconds.map { ReadingBounds($0, arm.clear.times) } ?? .atOnce : nil
    delaySeconds = arm.delaySeconds
    logUsageOdds = arm.logUsageOdds
    logAllowOdds = arm.logAllowOdds
    logContinueOdds = arm.logContinueOdds
    stayProbability = people.stayProbability(isPrimed: arm.isPrimed, isCold: false)
    stayProbabilityCold = people.stayProbability(isPrimed: arm.isPrimed, isCold: true)
    surroundingsSlot = arm.surroundingsSlot
    clear = arm.clear
    eventOutlastsGate = arm.eventOutlastsGate
    isDismissible = arm.strategy.prePrompt?.isDismissible == true
    cooldownSessions = arm.strategy.prePrompt?.cooldownSessions ?? 1
    mostShows = arm.strategy.prePrompt?.maximumShows ?? .max
    retries = arm.strategy.retry != .never
    settings = .passUnretained(arm.settings)
    chances = arm.settings.chances
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
    if case .afterEvent(let moment)? = laterAlert { moments.append(moment) }
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
