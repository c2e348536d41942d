import Foundation
import PromptFlow

/// A strategy is refused, or is the same after being written and read again.
func readStrategy(_ bytes: [UInt8]) {
  guard let document = try? JSONDecoder().decode(PromptStrategyDocument.self, from: Data(bytes)) else {
    return
  }
  do {
    let again = try JSONDecoder().decode(PromptStrategyDocument.self, from: JSONEncoder().encode(document))
    if again != document { found("another strategy after writing and reading") }
  } catch {
    found("what was read cannot be written and read again: \(error)")
  }
}

/// A kept state is refused, or is the same after being written and read again, and an app goes on from it
/// through events that the first bytes choose.
func readFlowState(_ bytes: [UInt8]) {
  let events = bytes.prefix(24)
  guard let state = try? JSONDecoder().decode(FlowState.self, from: Data(bytes.dropFirst(24))) else { return }
  do {
    let again = try JSONDecoder().decode(FlowState.self, from: JSONEncoder().encode(state))
    if again != state { found("another state after writing and reading") }
  } catch {
    found("what was read cannot be written and read again: \(error)")
  }
  let strategy = PromptStrategy(
    trigger: .session(2),
    prePrompt: PrePromptPolicy(isDismissible: true, cooldownSessions: 1, maximumShows: 3))
  var session = FlowSession(
    FlowSetup(
      strategy: strategy, consent: FlowSetup.ConsentSetup(),
      attribution: FlowSetup.AttributionSetup(kind: GateKind.allCases[0], waitSeconds: 30)),
    state: state)
  var seconds = 0.0
  for byte in events {
    seconds += Double(byte)
    _ = session.handle(event(byte), at: FlowSession.Moment(status: status(byte), seconds: seconds))
  }
}

private func status(_ byte: UInt8) -> AuthorizationStatus? {
  switch byte >> 5 {
  case 0, 1, 2: .notDetermined
  case 3: .authorized
  case 4: .denied
  case 5: .restricted
  case 6: nil
  default: .notDetermined
  }
}

private func event(_ byte: UInt8) -> FlowSession.Event {
  let purposes = FlowSession.Timer.Purpose.allCases
  switch byte % 16 {
  case 0: return .processStarted
  case 1: return .viewAppeared
  case 2, 3: return .activated
  case 4: return .deactivated
  case 5: return .backgrounded
  case 6: return .covered(byte & 0x80 == 0)
  case 7: return .onboardingCompleted
  case 8: return .eventEnded(CountedEvent(rawValue: "#\(byte >> 6)"))
  case 9: return .timerFired(FlowSession.Timer(purpose: purposes[Int(byte >> 4) % purposes.count], number: 1))
  case 10: return .requestCompleted(status(byte) ?? .denied)
  case 11: return .consentEnded(isAccepted: byte & 0x80 == 0)
  case 12: return .consentChanged(isAccepted: byte & 0x80 == 0)
  case 13: return .prePromptEnded(byte & 0x80 == 0 ? .continued : .dismissed)
  case 14: return byte & 0x80 == 0 ? .prePromptDisappeared : .processStartedInBackground
  default: return .statusRead
  }
}
