import PromptFlow
import Testing

@Suite("The rule that decides a request")
struct RequestRulingTests {
  /// Every way a request can find the system, by playing some events before it.
  private static var states: [SystemPermission] {
    let prefixes: [[SystemPermission.Event]] = [
      [], [.processStarted], [.activated], [.activated, .requested],
      [.activated, .requested, .answered(.allow)], [.activated, .requested, .answered(.deny)],
      [.activated, .requested, .answered(.deny), .activated, .appSwitch(isOn: true)],
      [.activated, .requested, .endedUndecided], [.activated, .otherAlertDue(0)],
      [.activated, .otherAlertDue(0), .requested], [.activated, .otherAlertDue(0), .otherAlertClosed],
      [.activated, .otherAlertDue(0), .requested, .otherAlertClosed],
    ]
    var states: [SystemPermission] = []
    for version in SystemVersion.allCases {
      for restriction in TrackingRestriction.allCases {
        for events in prefixes {
          for flags in 0..<32 {
            var system = SystemPermission(
              rules: SystemRules(version), device: TrackingDevice(restriction: restriction))
            for event in events { _ = system.handle(event) }
            if flags & 1 != 0 { system.device.allowsRequests = false }
            if flags & 2 != 0 { system.isExtension = true }
            if flags & 4 != 0 { system.hasWindow = false }
            if flags & 8 != 0 { system.hasUsageString = false }
            if flags & 16 != 0 { system.mayAskAgain = true }
            states.append(system)
          }
        }
      }
    }
    return states
  }

  @Test("R10–R23, R33, R46, R52, R63: what the ruling says is what the machine does, in every state")
  func agrees() {
    var seen: Set<RequestRuling> = []
    for state in Self.states {
      var system = state
      let ruling = state.requestRuling
      seen.insert(ruling)
      #expect(Self.action(of: ruling, in: state) == system.handle(.requested), "\(ruling): \(state)")
    }
    #expect(seen.count == RequestRuling.allCases.count)
  }

  private static func action(
    of ruling: RequestRuling, in system: SystemPermission
  ) -> SystemPermission.Action {
    guard let status = system.status else { return .none }
    switch ruling {
    case .noPermission: return .none
    case .lockedByProfile, .settingNotChangeable, .appClip: return .complete(.restricted, nil)
    case .alreadyAuthorized, .alreadyDenied: return .complete(status, nil)
    case .switchedOff, .switchedOffForGood: return .complete(.denied, nil)
    case .inExtension, .withoutWindow, .notActive: return .complete(status, .notActive)
    case .behindAlert, .behindItself: return .complete(status, .behindAlert)
    case .queued: return .queued
    case .withoutUsageString: return .crash
    case .shown: return .present(.tracking)
    }
  }
}
