import PromptFlow

/// What a glance at a life needs to know of an arm.
///
/// Plain bits, side by side, so that looking costs nothing; everything else stands in ``TrialArm``.
struct BatchArm: BitwiseCopyable {
  enum Trigger: BitwiseCopyable {
    case launch
    case onboarding
    case events(EventMoment)

    @inline(__always)
    var isLaunch: Bool { if case .launch = self { true } else { false } }
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
  let hasAlert: Bool
  let alertAtOnboarding: Bool
  let alertID: UInt32
  let alertShare: Double
  let alertOffset: Double
  let alertSeconds: SecondsDistribution
  /// Seconds that the install event waits for an answer.
  let waitSeconds: Double
  let readSeconds: SecondsDistribution?
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
  /// Whether who leaves at a pre-prompt is asked again in the very next session, if at all.
  let asksAgainNextSession: Bool
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
    switch arm.strategy.trigger {
    case .launch: trigger = .launch
    case .onboarding: trigger = .onboarding
    case .event(let kind, let count):
      let kinds = (0..<people.events.count).filter { people.events[$0].kind == kind }
      trigger = .events(EventMoment(kind: kinds.first ?? 0, count: count))
      isKnown = kinds.count == 1 && people.allEventsLast && arm.delaySeconds == 0
    case .session:
      trigger = .launch
      isKnown = false
    }
    fits = isKnown && Self.strategyFits(arm) && arm.clear.isPossible
    asksAtActivation = arm.asksAtActivation
    isPrimed = arm.isPrimed
    hasGate = arm.hasGate
    gateWaits = arm.gateWaits
    hasAlert = !arm.alerts.isEmpty
    alertAtOnboarding = hasAlert && arm.alerts[0].moment == .onboarding
    alertID = hasAlert ? arm.alerts[0].id : 0
    alertShare = hasAlert ? arm.alerts[0].share : 0
    alertOffset = hasAlert ? arm.alerts[0].offset : 0
    alertSeconds = hasAlert ? arm.alerts[0].seconds : people.answerSeconds
    waitSeconds = arm.gate.secondsLeft
    readSeconds = arm.readSeconds
    delaySeconds = arm.delaySeconds
    logUsageOdds = arm.logUsageOdds
    logAllowOdds = arm.logAllowOdds
    logContinueOdds = arm.logContinueOdds
    stayProbability = people.stayProbability(isPrimed: arm.isPrimed, isCold: false)
    stayProbabilityCold = people.stayProbability(isPrimed: arm.isPrimed, isCold: true)
    surroundingsSlot = arm.surroundingsSlot
    clear = arm.clear
    eventOutlastsGate = arm.eventOutlastsGate
    asksAgainNextSession = (arm.strategy.prePrompt?.cooldownSessions ?? 1) == 1
    mostShows = arm.strategy.prePrompt?.maximumShows ?? .max
    retries = arm.strategy.retry != .never
    settings = .passUnretained(arm.settings)
    chances = arm.settings.chances
  }

  /// Whether an arm meets at most one competing alert, at launch or onboarding, no consent layer and no gate but
  /// one that waits for the decision, and does nothing that only the machines follow.
  private static func strategyFits(_ arm: TrialArm) -> Bool {
    let strategy = arm.strategy
    guard !arm.hasConsent, alertsFit(arm), strategy.hook == .didBecomeActive,
      strategy.settingsLink != .afterDenial, strategy.prePrompt?.isDismissible != true
    else { return false }
    switch arm.gate.kind {
    case .none, .documented: return true
    case .timer, .foreground: return false
    }
  }

  private static func alertsFit(_ arm: TrialArm) -> Bool {
    guard arm.alerts.count <= 1 else { return false }
    guard arm.alerts.count == 1 else { return true }
    switch arm.alerts[0].moment {
    case .launch, .onboarding: return true
    case .event, .session: return false
    }
  }

  /// The event that it waits for; `nil` for other triggers.
  var eventMoment: EventMoment? {
    if case .events(let moment) = trigger { moment } else { nil }
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
