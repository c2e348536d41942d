import PromptFlow
import PromptFlowApple
import PromptFlowTesting

/// Something that a transcript can be played on.
@MainActor
protocol TranscriptPlayer {
  init(_ traits: [Transcript.Trait])
  mutating func play(_ step: Transcript.Step) -> Transcript.Line
}

/// Statuses that handlers were called with; the stand-in calls them on the main actor.
@MainActor
final class Calls {
  private(set) var statuses: [UInt] = []

  func note(_ status: UInt) { statuses.append(status) }

  func takeAll() -> [UInt] {
    defer { statuses = [] }
    return statuses
  }
}

extension StandInSystem {
  convenience init(_ traits: [Transcript.Trait]) {
    self.init()
    for trait in traits {
      switch trait {
      case .profile: profileLocksTracking = true
      case .account: accountIsRestricted = true
      case .appClip: isAppClip = true
      case .switchedOff: switchForAllApps = false
      case .isExtension: isExtension = true
      case .noWindow: hasWindow = false
      case .noUsageString: usageString = nil
      case .emptyUsageString: usageString = ""
      case .iOS14_5: alertsQueue = true
      case .iOS17_4: callsBackEarly = true
      }
    }
  }

  /// Lets everything happen that does not call the framework.
  func live(_ step: Transcript.Step) {
    switch step {
    case .request: break
    case .launch: launch()
    case .activate: activate()
    case .allow: allow()
    case .deny: deny()
    case .dismiss: dismiss()
    case .other: showOther()
    case .closeOther: closeOther()
    case .appSwitchOn: turnAppSwitch(on: true)
    case .appSwitchOff: turnAppSwitch(on: false)
    case .allSwitchOn: switchForAllApps = true
    case .allSwitchOff: switchForAllApps = false
    case .reinstall: reinstall()
    }
  }
}

struct StandInPlayer: TranscriptPlayer {
  let system: StandInSystem
  let calls = Calls()

  init(_ traits: [Transcript.Trait]) { system = StandInSystem(traits) }

  mutating func play(_ step: Transcript.Step) -> Transcript.Line {
    if step == .request {
      system.requestTrackingAuthorization { [calls] status in
        MainActor.assumeIsolated { calls.note(status) }
      }
    } else {
      system.live(step)
    }
    let screen =
      switch system.screen {
      case .nothing: "-"
      case .tracking: "tracking"
      case .other: "other"
      }
    return Transcript.Line(
      step: step, status: system.trackingAuthorizationStatus ?? 0, screen: screen,
      completions: calls.takeAll())
  }
}

/// The machine that is simulated, in the framework's clothes: it counts the handlers it owes.
struct MachinePlayer: TranscriptPlayer {
  var system: SystemPermission
  var owed = 0

  init(_ traits: [Transcript.Trait]) {
    var version = SystemVersion.modern
    var device = TrackingDevice()
    var isExtension = false
    var hasWindow = true
    var hasUsageString = true
    for trait in traits {
      switch trait {
      case .profile: device.restriction = .profile
      case .account: device.restriction = .settingNotChangeable
      case .appClip: device.restriction = .appClip
      case .switchedOff: device.allowsRequests = false
      case .isExtension: isExtension = true
      case .noWindow: hasWindow = false
      case .noUsageString: hasUsageString = UsageDescription(nil).isDeclared
      case .emptyUsageString: hasUsageString = UsageDescription("").isDeclared
      case .iOS14_5: version = .iOS14_5
      case .iOS17_4: version = .iOS17_4
      }
    }
    system = SystemPermission(rules: SystemRules(version), device: device)
    system.isExtension = isExtension
    system.hasWindow = hasWindow
    system.hasUsageString = hasUsageString
  }

  mutating func play(_ step: Transcript.Step) -> Transcript.Line {
    var called: [UInt] = []
    let wasUp = system.presented == .tracking
    switch system.handle(event(step)) {
    case .complete(let status, _): called = [status.rawValue]
    case .present(.tracking):
      if step == .request { owed += 1 }
      called = early()
    case .queued: if step == .request { owed += 1 }
    case .crash: owed = 0
    case .none, .present(.other), .settle: break
    }
    if step == .launch || step == .reinstall { owed = 0 }  // R31
    if wasUp, system.presented != .tracking, owed > 0, let ended = system.completionAfterAlert {
      called += Array(repeating: ended.status.rawValue, count: owed)
      owed = 0
    }
    return Transcript.Line(
      step: step, status: system.status?.rawValue ?? 0, screen: screen, completions: called)
  }

  private mutating func early() -> [UInt] {
    guard let early = system.earlyCompletion else { return [] }
    defer { owed = 0 }
    return Array(repeating: early.status.rawValue, count: owed)
  }

  private var screen: String {
    switch system.presented {
    case nil: "-"
    case .tracking: "tracking"
    case .other: "other"
    }
  }

  private func event(_ step: Transcript.Step) -> SystemPermission.Event {
    switch step {
    case .launch: .processStarted
    case .activate: .activated
    case .request: .requested
    case .allow: .answered(.allow)
    case .deny: .answered(.deny)
    case .dismiss: .endedUndecided
    case .other: .otherAlertDue(0)
    case .closeOther: .otherAlertClosed
    case .appSwitchOn: .appSwitch(isOn: true)
    case .appSwitchOff: .appSwitch(isOn: false)
    case .allSwitchOn: .globalSwitch(.on)
    case .allSwitchOff: .globalSwitch(.offKeepingGrants)
    case .reinstall: .reinstalled
    }
  }
}
