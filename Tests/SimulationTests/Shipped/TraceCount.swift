import ExperimentDesign
import PromptFlow

@testable import Simulation

/// Counts installs from nothing but their traces, as the writer counts them from the engine.
struct TraceCount {
  private var counts: [Counter: Int64] = [:]
  private var amounts: [Amount: Double] = [:]
  private(set) var allowedByDay: [Int64]
  private(set) var deniedByDay: [Int64]

  /// What a trace tells; squares and scores follow from it or from the probabilities in it.
  static let counted: [Counter] = [
    .installs, .triggerReached, .prompted, .promptedFirstSession, .alertsShown, .answeredAllow,
    .answeredDeny, .requests, .lostNotActive, .lostBehindAlert, .queuedRequests, .unansweredAlerts,
    .prePromptShows, .prePromptContinues, .sessions, .sessionsUndisturbed, .authorizedSessions,
    .finalAuthorized, .finalDeniedByAnswer, .finalDeniedByDevice, .finalRestricted,
    .finalUndetermined, .finalNoATT, .attributed, .unreported, .trackedBeforePermission,
    .eventsDropped, .personalizable, .allowedScoreNano,
  ]

  static let summed: [Amount] = [
    .sessionsSquared, .authorizedSessionsSquared, .sessionsLostSquared, .eventsDroppedSquared,
  ]

  init(horizonDays: Double) {
    allowedByDay = Array(repeating: 0, count: Int(horizonDays.rounded(.up)) + 1)
    deniedByDay = allowedByDay
  }

  subscript(_ counter: Counter) -> Int64 { counts[counter, default: 0] }

  subscript(_ amount: Amount) -> Double { amounts[amount, default: 0] }

  private mutating func add(squareOf number: Int, to amount: Amount) {
    amounts[amount, default: 0] += Double(number * number)
  }

  private mutating func add(_ counter: Counter, _ number: Int = 1) {
    counts[counter, default: 0] += Int64(number)
  }

  mutating func add(_ life: ArmTrace, undisturbed: Int) {
    add(.installs)
    let lived = life.sessions.count
    let authorized = life.sessions.count { $0.status == .authorized }
    add(.sessions, lived)
    add(.sessionsUndisturbed, undisturbed)
    add(.authorizedSessions, authorized)
    add(squareOf: lived, to: .sessionsSquared)
    add(squareOf: authorized, to: .authorizedSessionsSquared)
    add(squareOf: undisturbed - lived, to: .sessionsLostSquared)
    add(final(life.standing))
    if life.isPersonalizable { add(.personalizable) }
    if life.isReported == false { add(.unreported) }
    let events = life.events
    let shown = events.count { if case .alertShown = $0 { true } else { false } }
    add(.alertsShown, shown)
    if shown > 0 { add(.prompted) }
    let first = life.sessions.first?.moments.map(\.event) ?? []
    if first.contains(where: { if case .alertShown = $0 { true } else { false } }) {
      add(.promptedFirstSession)
    }
    let dropped = events.count { $0 == .eventDropped }
    add(.eventsDropped, dropped)
    add(squareOf: dropped, to: .eventsDroppedSquared)
    for session in life.sessions {
      var chance = 0.0
      for moment in session.moments {
        if case .alertShown(let decided, _, _) = moment.event { chance = decided.probability }
        count(moment.event, day: session.day, chance: chance)
      }
    }
  }

  private mutating func count(_ event: TraceEvent, day: Double, chance: Double) {
    switch event {
    case .triggerReached: add(.triggerReached)
    case .requested(let ruling, _):
      add(.requests)
      if ruling == .notActive { add(.lostNotActive) }
      if ruling == .behindAlert || ruling == .behindItself { add(.lostBehindAlert) }
      if ruling == .queued { add(.queuedRequests) }
    case .leftUnanswered: add(.unansweredAlerts)
    case .prePromptShown: add(.prePromptShows)
    case .prePromptEnded(let end): if end == .continued { add(.prePromptContinues) }
    case .answered(let answer):
      add(answer == .allow ? .answeredAllow : .answeredDeny)
      let whole = min(allowedByDay.count - 1, Int(day.rounded(.up)))
      if answer == .allow { allowedByDay[whole] += 1 } else { deniedByDay[whole] += 1 }
      add(.allowedScoreNano, Int((chance * 1e9).rounded()))
    case .installSent(_, let isIdentified, let missing):
      if isIdentified { add(.attributed) }
      if missing != nil { add(.trackedBeforePermission) }
    case _: break
    }
  }

  private func final(_ standing: FinalState) -> Counter {
    switch standing {
    case .authorized: .finalAuthorized
    case .deniedByAnswer: .finalDeniedByAnswer
    case .deniedByDevice: .finalDeniedByDevice
    case .restricted: .finalRestricted
    case .undetermined: .finalUndetermined
    case .noATT: .finalNoATT
    }
  }
}
