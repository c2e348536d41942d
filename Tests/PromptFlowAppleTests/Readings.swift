import PromptFlow
import PromptFlowApple
import PromptFlowTesting

/// The framework read twice, as a stand-in and as the machine that is simulated: both live the same steps.
@MainActor
protocol Reading {
  init(_ traits: [Trait])
  mutating func live(_ step: LifeStep) -> Outside
}

/// What is not ordinary about the device, its system or the app.
enum Trait: Sendable {
  case profile, switchedOff, noWindow, iOS14_5, iOS17_4
}

enum LifeStep: Sendable {
  case launch, activate, request, allow, deny, dismiss, other, closeOther, reinstall
}

/// What shows outside after a step: the status that can be read, what is on screen, and the statuses that handlers were
/// called with during the step.
struct Outside: Equatable {
  var status: AuthorizationStatus
  var screen: StandInSystem.Screen
  var completions: [AuthorizationStatus]
}

/// Statuses that handlers were called with; the stand-in calls them on the main actor.
@MainActor
final class Calls {
  private(set) var statuses: [AuthorizationStatus] = []

  func note(_ status: AuthorizationStatus) { statuses.append(status) }

  func takeAll() -> [AuthorizationStatus] {
    defer { statuses = [] }
    return statuses
  }
}

extension StandInSystem {
  convenience init(_ traits: [Trait]) {
    self.init()
    for trait in traits {
      switch trait {
      case .profile: profileLocksTracking = true
      case .switchedOff: switchForAllApps = false
      case .noWindow: hasWindow = false
      case .iOS14_5: alertsQueue = true
      case .iOS17_4: callsBackEarly = true
      }
    }
  }
}

struct StandInReading: Reading {
  let system: StandInSystem
  private let calls = Calls()

  init(_ traits: [Trait]) { system = StandInSystem(traits) }

  mutating func live(_ step: LifeStep) -> Outside {
    switch step {
    case .request:
      system.request { [calls] status in MainActor.assumeIsolated { calls.note(status) }
      }
    case .launch: system.launch()
    case .activate: system.activate()
    case .allow: system.allow()
    case .deny: system.deny()
    case .dismiss: system.dismiss()
    case .other: system.showOther()
    case .closeOther: system.closeOther()
    case .reinstall: system.reinstall()
    }
    return Outside(
      status: system.status ?? .notDetermined, screen: system.screen, completions: calls.takeAll())
  }
}

/// The machine in the framework's clothes: it counts the handlers that it owes.
struct MachineReading: Reading {
  private var system: SystemPermission
  private var owed = 0

  init(_ traits: [Trait]) {
    var version = SystemVersion.modern
    var device = TrackingDevice()
    for trait in traits {
      switch trait {
      case .profile: device.restriction = .profile
      case .switchedOff: device.allowsRequests = false
      case .iOS14_5: version = .iOS14_5
      case .iOS17_4: version = .iOS17_4
      case .noWindow: break
      }
    }
    system = SystemPermission(rules: SystemRules(version), device: device)
    system.hasWindow = !traits.contains(.noWindow)
  }

  mutating func live(_ step: LifeStep) -> Outside {
    var called: [AuthorizationStatus] = []
    let wasUp = system.presented == .tracking
    switch system.handle(event(step)) {
    case .complete(let status, _): called = [status]
    case .present(.tracking):
      if step == .request { owed += 1 }
      called = early()
    case .queued: if step == .request { owed += 1 }
    case .crash: owed = 0
    case .none, .present(.other), .settle: break
    }
    if step == .launch || step == .reinstall { owed = 0 }  // R31
    if wasUp, system.presented != .tracking, owed > 0, let ended = system.status {
      called += Array(repeating: ended, count: owed)
      owed = 0
    }
    return Outside(status: system.status ?? .notDetermined, screen: screen, completions: called)
  }

  private mutating func early() -> [AuthorizationStatus] {
    guard let early = system.earlyCompletion else { return [] }
    defer { owed = 0 }
    return Array(repeating: early, count: owed)
  }

  private var screen: StandInSystem.Screen {
    switch system.presented {
    case nil: .nothing
    case .tracking: .tracking
    case .other: .other
    }
  }

  private func event(_ step: LifeStep) -> SystemPermission.Event {
    switch step {
    case .launch: .processStarted
    case .activate: .activated
    case .request: .requested
    case .allow: .answered(.allow)
    case .deny: .answered(.deny)
    case .dismiss: .endedUndecided
    case .other: .otherAlertDue(0)
    case .closeOther: .otherAlertClosed
    case .reinstall: .reinstalled
    }
  }
}
