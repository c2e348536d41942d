package import PromptFlow
import PromptFlowApple

/// The framework as its documentation and observers describe it, written from the rules and not from the
/// machines, so that the two readings can be held against each other.
///
/// It keeps the handlers it is given and calls them when the person has acted. Like a device it also has a
/// person, other permissions' alerts, Settings, and a clock, which only R12 looks at.
@MainActor
package final class StandInSystem: TrackingAuthorization {
  package enum AppState { case notRunning, background, inactive, active }
  package enum Screen: Equatable { case nothing, tracking, other }
  package enum Recorded { case unknown, denied, granted }

  // The device.
  package var profileLocksTracking = false
  package var accountIsRestricted = false
  package var switchForAllApps = true
  /// Whose identifier is zeros whatever the answer (R61).
  package var isSimulator = false
  // The install.
  package var isAppClip = false
  /// `nil` where the key is missing (R24); an empty one still shows the alert (R25).
  package var usageString: String? = "Shows you ads about topics you read, for example local concerts."
  package var recorded = Recorded.unknown
  /// Whether the region lets the app ask once more after an answer (R78).
  package var mayAskAgain = false
  // The version of the system.
  package var alertsQueue = false
  package var callsBackEarly = false
  /// iOS 13 has no such framework (R10).
  package var hasFramework = true
  /// Whether the identifier can be read unasked, as until 14.4 (R50).
  package var identifierIsFree = false
  /// Whether a request under the device's switch is a denial for good, as until 14.4 (R46).
  package var recordsSwitchedOffRequests = false
  /// Whether a granted app reads denied while the device's switch is off, as until 14.4 (R45).
  package var grantNeedsSwitch = false
  // The process.
  package var appState = AppState.notRunning
  package var isExtension = false
  package var hasWindow = true
  package private(set) var hasCrashed = false
  package private(set) var screen = Screen.nothing
  /// Alerts behind the one on screen: other permissions' always, tracking's on iOS 14 (R52, R53).
  private var waiting: [Screen] = []
  /// Seconds; advanced by a test.
  package var clock = 0.0
  private var requestsInProcess = 0
  private var lastOutcome: (status: UInt, at: Double)?

  /// What a test lets the getter say instead of the cascade.
  package var forcedStatus: UInt?
  /// Requests made of it.
  package private(set) var requests = 0
  /// Tracking alerts that appeared.
  package private(set) var alertsShown = 0
  package private(set) var answersRecorded = 0
  /// Handlers not yet called.
  private var handlers: [@Sendable (UInt) -> Void] = []
  package let ownIdentifier = AdvertisingIdentifier(high: 0x1122_3344_5566_7788, low: 0x99AA_BBCC_DDEE_FF00)

  /// A fresh install on an ordinary device, whose process has not started.
  package init() {}

  package var isActive: Bool { appState == .active }
  package var isInForeground: Bool { appState == .active || appState == .inactive }

  /// R4, in the order of the system's own getter.
  package var trackingAuthorizationStatus: UInt? {
    guard hasFramework else { return nil }  // R10
    if let forcedStatus { return forcedStatus }
    if profileLocksTracking { return 1 }
    if accountIsRestricted { return 1 }
    if isAppClip { return 1 }
    switch recorded {
    case .granted: return grantNeedsSwitch && !switchForAllApps ? 2 : 3  // R45
    case .denied: return 2
    case .unknown: return switchForAllApps ? 0 : 2
    }
  }

  package var advertisingIdentifier: AdvertisingIdentifier {
    if isSimulator { return .zeros }  // R61
    if trackingAuthorizationStatus == 3 { return ownIdentifier }  // R66
    let isOrdinary = !isBlocked && switchForAllApps && recorded == .unknown
    return isOrdinary && (identifierIsFree || !hasFramework) ? ownIdentifier : .zeros  // R50, R51
  }

  private var isBlocked: Bool { profileLocksTracking || accountIsRestricted || isAppClip }

  package func requestTrackingAuthorization(completionHandler: @escaping @Sendable (UInt) -> Void) {
    guard hasFramework else { return }  // R10
    requests += 1
    requestsInProcess += 1
    let now = trackingAuthorizationStatus ?? 0
    if requestsInProcess > 6, let last = lastOutcome, clock - last.at < 1 {
      return completionHandler(last.status)  // R12
    }
    if isBlocked { return complete(completionHandler, now) }  // R13, R14, R15
    if now != 0, !(mayAskAgain && recorded != .unknown && switchForAllApps) {  // R78
      if recorded == .unknown, recordsSwitchedOffRequests { recorded = .denied }  // R46
      return complete(completionHandler, now)  // R16, R17, R18
    }
    if isExtension || !hasWindow { return complete(completionHandler, now) }  // R20, R63
    if screen == .other, alertsQueue, !waiting.contains(.tracking), waiting.count < 8 {  // R52
      waiting.append(.tracking)
      handlers.append(completionHandler)
      return
    }
    if screen != .nothing { return complete(completionHandler, now) }  // R21, R33
    if appState != .active { return complete(completionHandler, now) }  // R19, R22
    handlers.append(completionHandler)
    showTracking()  // R23
  }

  private func complete(_ handler: @Sendable (UInt) -> Void, _ status: UInt) {
    lastOutcome = (status, clock)
    handler(status)
  }

  private func showTracking() {
    guard usageString != nil else {  // R24, R25
      hasCrashed = true
      end()
      return
    }
    alertsShown += 1
    screen = .tracking
    appState = .inactive  // R22
    if callsBackEarly { callAll(2) }  // R54
  }

  private func callAll(_ status: UInt) {
    let called = handlers
    handlers = []
    for handler in called { complete(handler, status) }
  }

  // MARK: - The person and the system

  package func launch() {
    end()
    appState = .inactive
    requestsInProcess = 0
    lastOutcome = nil
  }

  /// The system starts the process for its own reasons, and nobody sees it.
  package func launchInBackground() {
    launch()
    appState = .background
  }

  /// The process ends; whatever was up is gone, and nobody is called (R31).
  package func end() {
    appState = .notRunning
    screen = .nothing
    waiting = []
    handlers = []
  }

  /// The app comes to the front, which it cannot while an alert is up (R22).
  package func activate() {
    if screen == .nothing, appState != .notRunning { appState = .active }
  }

  package func background() { appState = .background }

  package func allow() { answer(.granted) }
  package func deny() { answer(.denied) }

  private func answer(_ given: Recorded) {
    guard screen == .tracking else { return }  // R29
    if switchForAllApps, !isBlocked {  // a device that may no longer be asked records nothing (R5)
      recorded = given
      answersRecorded += 1
      mayAskAgain = false  // R78
    }
    closeTracking()
  }

  /// The alert goes without a decision: an error, a lock, another app (R26).
  package func dismiss() {
    guard screen == .tracking else { return }
    closeTracking()
  }

  private func closeTracking() {
    screen = .nothing
    callAll(trackingAuthorizationStatus ?? 0)  // R27, R28; early handlers are gone (R54)
    showNext()
  }

  /// Another permission's alert; every other permission's alert waits for its turn.
  package func showOther() {
    guard screen == .nothing else {
      if waiting.count < 8 { waiting.append(.other) }
      return
    }
    screen = .other
    appState = .inactive  // R22
  }

  package func closeOther() {
    guard screen == .other else { return }
    screen = .nothing
    showNext()
  }

  private func showNext() {
    while screen == .nothing, !waiting.isEmpty, !hasCrashed {
      if waiting.removeFirst() == .other {
        screen = .other
      } else if trackingAuthorizationStatus == 0 {
        showTracking()  // R52
      }
    }
  }

  package func turnAppSwitch(on: Bool) {
    guard recorded != .unknown, !isBlocked else { return }  // R36
    guard on else { return recorded = .denied }  // R38
    if switchForAllApps { recorded = .granted }  // R37, R40
  }

  /// The device's switch for all apps, and what the person said about those already allowed.
  package func turnDeviceSwitch(on: Bool, stopsTracking: Bool = false) {
    guard !profileLocksTracking, !accountIsRestricted else { return }  // R13, R14
    switchForAllApps = on  // R6, R7
    if !on, stopsTracking, recorded == .granted { recorded = .denied }  // R44
  }

  package func reinstall() {
    end()
    mayAskAgain = false
    recorded = .unknown  // R30
  }
}
