import PromptFlow

/// What of a player tells, compared with an instant later, what has happened in between.
///
/// The trace reads the player instead of being notified by it: the loop that millions of installs go
/// through carries nothing for the one that is looked at.
struct PlayerInstant {
  let system: SystemPermission
  let flow: AppFlow
  let gate: AttributionGate
  let consent: ConsentLayer
  let gateStarted: Bool
  let layer: FlowSession.Screen
  let nextEvent: Int
  let completesOnboarding: Bool
  let alertShows: UInt32
  let consentShows: UInt32
  let prePromptShows: Int32
  let requests: Int32
  let unansweredAlerts: Int32
  let eventsDropped: Int32
  let activationDue: Double
  let hookDue: Double
  let settlingEnds: Double
  let alertEnds: Double
  let nextAlertDue: Double
  let alertDues: SIMD8<Double>
  let layerEnds: Double

  init(_ player: borrowing ArmPlayer) {
    system = player.system
    flow = player.flow
    gate = player.gate
    consent = player.consent
    gateStarted = player.gateStarted
    layer = player.layer
    nextEvent = player.nextEvent
    completesOnboarding = player.completesOnboarding
    alertShows = player.alertShows
    consentShows = player.consentShows
    prePromptShows = player.outcome.prePromptShows
    requests = player.outcome.requests
    unansweredAlerts = player.outcome.unansweredAlerts
    eventsDropped = player.outcome.eventsDropped
    activationDue = player.activationDue
    hookDue = player.hookDue
    settlingEnds = player.settlingEnds
    alertEnds = player.alertEnds
    nextAlertDue = player.nextAlertDue
    alertDues = player.alertDues
    layerEnds = player.layerEnds
  }

  /// What the player's next step was about.
  enum Cause {
    case activation
    case settled
    case onboardingCompleted
    case eventEnded
    case alertClosed
    case otherAlertDue(Int)
    case layerEnded
    /// The hook, an ask, the attribution SDK, or the end of the session.
    case other
  }

  /// What the step to a later instant was about, by the order that the player keeps at one instant.
  func cause(of after: borrowing ArmPlayer) -> Cause {
    let now = after.now
    if activationDue == now { return .activation }
    if hookDue == now { return .other }
    if settlingEnds == now { return .settled }
    if completesOnboarding, !after.completesOnboarding { return .onboardingCompleted }
    if after.nextEvent > nextEvent { return .eventEnded }
    if alertEnds == now { return .alertClosed }
    if nextAlertDue == now {
      for position in 0..<alertDues.scalarCount where alertDues[position] == now {
        return .otherAlertDue(position)
      }
    }
    return layerEnds == now ? .layerEnded : .other
  }
}
