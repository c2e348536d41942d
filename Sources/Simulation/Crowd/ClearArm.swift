import PromptFlow

/// What a glance at a life needs to know of an arm.
///
/// Plain bits, side by side, so that looking costs nothing; everything else stands in ``ArmNumbers``.
struct ClearArm: BitwiseCopyable {
  enum Trigger: BitwiseCopyable {
    case launch
    case onboarding
    /// So many events of the only kind.
    case events(Int)

    @inline(__always)
    var isLaunch: Bool { if case .launch = self { true } else { false } }
  }

  /// All there is to know; held by whoever holds this.
  let numbers: Unmanaged<ArmNumbers>
  /// Position among the arms.
  let position: Int
  let segment: Int
  /// Where its installs are counted that nothing out of the ordinary happens to.
  let tally: ClearTally
  /// Where the others are, and some days.
  var ledger: Ledger
  let trigger: Trigger
  /// Whether a glance can ever tell enough.
  let isClear: Bool
  let asksAtActivation: Bool
  let isPrimed: Bool
  let hasGate: Bool
  let gateWaits: Bool
  let hasAlert: Bool
  let alertAtOnboarding: Bool
  let alertID: UInt32
  let alertShare: Double
  let alertOffset: Double
  let alertSeconds: SecondsLaw
  /// Seconds that the install event waits for an answer.
  let waitSeconds: Double
  let readSeconds: SecondsLaw?
  let delaySeconds: Double
  /// ln(1 + value) of what is experienced by the trigger.
  let logValue: Double
  let logUsageOdds: Double
  let logAllowOdds: Double
  let logContinueOdds: Double
  /// Probability that nothing of a warm, or a cold, ask annoys the person into leaving.
  let patience: Double
  let patienceCold: Double
  let surroundingsSlot: Int
  let clear: ClearAsk
  /// Uniforms below this belong to an event that outlasts the wait of the install event.
  let eventOutlastsGate: Double
  /// Uniforms below this belong to an event that outlasts the delay.
  let eventOutlastsDelay: Double
  /// Whether who leaves at a pre-prompt is asked again in the very next session, if at all.
  let asksAgainNextSession: Bool
  /// How often the pre-prompt is shown at most.
  let mostShows: Int
  /// Whether an alert that was left without an answer is asked for again.
  let retries: Bool
  let settings: Unmanaged<AnswerScore.Settings>
  let chances: AnswerScore.Chances

  init(
    _ arm: ArmNumbers, _ people: SegmentNumbers, position: Int, segment: Int, tally: ClearTally,
    ledger: Ledger
  ) {
    numbers = .passUnretained(arm)
    self.position = position
    self.segment = segment
    self.tally = tally
    self.ledger = ledger
    var isKnown = true
    switch arm.strategy.trigger {
    case .launch: trigger = .launch
    case .onboarding: trigger = .onboarding
    case .event(let kind, let count):
      trigger = .events(count)
      isKnown =
        people.events.count == 1 && people.events[0].kind == kind && people.allEventsLast
        && arm.delaySeconds == 0
    case .session:
      trigger = .launch
      isKnown = false
    }
    isClear = isKnown && arm.isPlain && arm.clear.isPossible
    asksAtActivation = arm.asksAtActivation
    isPrimed = arm.isPrimed
    hasGate = arm.hasGate
    gateWaits = arm.gateWaits
    hasAlert = !arm.alerts.isEmpty
    alertAtOnboarding = hasAlert && arm.alerts[0].atOnboarding
    alertID = hasAlert ? arm.alerts[0].id : 0
    alertShare = hasAlert ? arm.alerts[0].share : 0
    alertOffset = hasAlert ? arm.alerts[0].offset : 0
    alertSeconds = hasAlert ? arm.alerts[0].seconds : people.answerSeconds
    waitSeconds = arm.gate.secondsLeft
    readSeconds = arm.readSeconds
    delaySeconds = arm.delaySeconds
    logValue = arm.firesByEvent ? arm.logValueOfEvents : 0
    logUsageOdds = arm.logUsageOdds
    logAllowOdds = arm.logAllowOdds
    logContinueOdds = arm.logContinueOdds
    patience = people.patience(isPrimed: arm.isPrimed, isCold: false)
    patienceCold = people.patience(isPrimed: arm.isPrimed, isCold: true)
    surroundingsSlot = arm.surroundingsSlot
    clear = arm.clear
    eventOutlastsGate = people.events.count == 1 ? arm.eventOutlastsGate[0] : 0
    eventOutlastsDelay =
      people.events.count == 1
      ? ClearAsk.uniform(ofExponential: people.events[0].meanSeconds, beyond: arm.delaySeconds) : 0
    asksAgainNextSession = (arm.strategy.prePrompt?.cooldownSessions ?? 1) == 1
    mostShows = arm.strategy.prePrompt?.maximumShows ?? .max
    retries = arm.strategy.retry != .never
    settings = .passUnretained(arm.settings)
    chances = arm.settings.chances
  }

  /// Events that must have ended; 0 for other triggers.
  var eventsNeeded: Int {
    switch trigger {
    case .launch, .onboarding: 0
    case .events(let count): count
    }
  }
}
