import ExperimentDesign
import PromptFlow
import RandomStreams

/// What happens to an install that is traced, as its player notes it.
///
/// A class, since a player is kept and restored as bits.
final class TraceLog {
  /// Of one session.
  private(set) var moments: [TracedMoment] = []
  private var hasTriggered = false

  @inline(never)
  func add(_ event: TraceEvent, at seconds: Double) {
    moments.append(TracedMoment(seconds: seconds, event: event))
  }

  /// Notes, once in a life, that the moment of asking has come true.
  @inline(never)
  func add(_ trigger: AskTrigger, at seconds: Double) {
    if !hasTriggered { add(.triggerReached(trigger), at: seconds) }
    hasTriggered = true
  }

  func beginSession() { moments = [] }
}

/// Whether a player notes what happens: its code is made for each, so that where nobody traces no note is left in it.
protocol LifeNotes: BitwiseCopyable {
  init()
  var log: Unmanaged<TraceLog>? { get }
}

/// Nobody traces.
struct Untraced: LifeNotes {
  var log: Unmanaged<TraceLog>? { @inline(__always) get { nil } }
}

/// Notes go to a log, which is kept alive by who traces.
struct Traced: LifeNotes {
  var log: Unmanaged<TraceLog>?
}

extension ArmPlayer {
  @inline(__always)
  func note(_ event: @autoclosure () -> TraceEvent) {
    log?._withUnsafeGuaranteedRef { $0.add(event(), at: now) }
  }

  /// Where the trigger is true from the start of a session, it is noted once the app is active or asks.
  @inline(__always)
  func noteTrigger(_ arm: TrialArm) {
    guard let log, flow.hasTriggered else { return }
    log._withUnsafeGuaranteedRef { $0.add(arm.strategy.trigger, at: now) }
  }

  func notePrePrompt(_ odds: ContinueOdds, _ stream: AddressedStream, willingness: Double, showing: UInt32) {
    let (uniform, isOwn) = odds.uniform(stream, showing: showing)
    let logOdds = odds.logOdds(willingness: willingness, logValue: logValue, showing: showing)
    note(
      .prePromptShown(
        showing: Int(showing) + 1,
        chance: Chance(probability: ElementaryFunctions.logistic(logOdds), uniform: uniform),
        isOwnUniform: isOwn))
  }

  func noteRequest() {
    let ruling = system.requestRuling
    let returned: AuthorizationStatus? =
      switch ruling {
      case .shown, .queued, .noPermission, .withoutUsageString: nil
      case .lockedByProfile, .settingNotChangeable, .appClip, .alreadyAuthorized, .alreadyDenied,
        .switchedOff, .switchedOffForGood, .inExtension, .withoutWindow, .behindAlert, .behindItself,
        .notActive:
        status
      }
    note(.requested(ruling, returns: returned))
  }

  func noteInstall() {
    let isTooEarly = outcome.trackedBeforePermission
    let lacksConsent = hasConsent && !consent.isResolved
    let missing: Prerequisite =
      status != .notDetermined ? .consent : lacksConsent ? .permissionAndConsent : .permission
    note(
      .installSent(gate.kind, isIdentified: outcome.attributed, before: isTooEarly ? missing : nil))
  }

  /// What the end of a session cuts off, before the machines are notified of it.
  func noteCutOff() {
    if flow.stage != .none { note(.askCutOff(flow.stage)) }
    if gateStarted, gate.isWaiting { note(.sdkWaitCutOff(gate.kind)) }
  }

  /// What waits, or was settled without a screen, since the step before.
  func noteStanding(since stage: AskStage, _ screen: FlowSession.Screen, _ consentBefore: ConsentLayer) {
    if flow.stage != stage {
      switch flow.stage {
      case .none, .delaying, .showingPrePrompt, .inFlight: break
      case .waitingForConsent: note(.askHeldBack)
      case .waitingToShowPrePrompt: note(.prePromptWaits)
      }
    }
    guard hasConsent else { return }
    if layer != .consent, !consentBefore.isDue, consent.isDue { note(.consentWaits) }
    if screen != .consent, consentBefore.purposes != .accepted, consentBefore.purposes != .refused,
      consent.purposes == .accepted
    {
      note(.consentPreGranted)
    }
  }
}
