import PromptFlow
import PromptFlowApple

/// The framework as its documentation and observers describe it, written from the rules and not from the
/// machines, so that the two readings can be held against each other.
///
/// It keeps the handlers it is given and calls them when the person has acted. Like a device it also has a
/// person, other permissions' alerts, Settings, and a clock, which only R12 looks at.
@MainActor
final class StandInSystem: TrackingAuthorization {
  enum AppState { case notRunning, background, inactive, active }
  enum Screen: Equatable { case nothing, tracking, other }
  enum Recorded { case unknown, denied, granted }

  // The device.
  var profileLocksTracking = false
  var accountIsRestricted = false
  var switchForAllApps = true
  // The install.
  var isAppClip = false
  var hasUsageString = true
  var recorded = Recorded.unknown
  // The version of the system.
  var alertsQueue = false
  var callsBackEarly = false
  // The process.
  var appState = AppState.notRunning
  var isExtension = false
  var hasWindow = true
  private(set) var hasCrashed = false
  private(set) var screen = Screen.nothing
  /// Alerts behind the one on screen: other permissions' always, tracking's on iOS 14 (R52, R53).
  private var waiting: [Screen] = []
  /// Seconds; advanced by a test.
  var clock = 0.0
  private var requestsInProcess = 0
  private var lastOutcome: (status: UInt, at: Double)?

  /// What a test lets the getter say instead of the cascade.
  var forcedStatus: UInt?
  /// Requests made of it.
  private(set) var requests = 0
  /// Tracking alerts that appeared.
  private(set) var alertsShown = 0
  private(set) var answersRecorded = 0
  /// Handlers not yet called.
  private var handlers: [@Sendable (UInt) -> Void] = []
  let ownIdentifier = AdvertisingIdentifier(high: 0x1122_3344_5566_7788, low: 0x99AA_BBCC_DDEE_FF00)

  var isActive: Bool { appState == .active }

  /// R4, in the order of the system's own getter.
  var trackingAuthorizationStatus: UInt? {
    if let forcedStatus { return forcedStatus }
    if profileLocksTracking { return 1 }
    if accountIsRestricted { return 1 }
    if isAppClip { return 1 }
    switch recorded {
    case .granted: return 3
    case .denied: return 2
    case .unknown: return switchForAllApps ? 0 : 2
    }
  }

  var advertisingIdentifier: AdvertisingIdentifier {
    trackingAuthorizationStatus == 3 ? ownIdentifier : .zeros  // R66
  }

  func requestTrackingAuthorization(completionHandler: @escaping @Sendable (UInt) -> Void) {
    requests += 1
    requestsInProcess += 1
    let now = trackingAuthorizationStatus ?? 0
    if requestsInProcess > 6, let last = lastOutcome, clock - last.at < 1 {
      return completionHandler(last.status)  // R12
    }
    let blocked = profileLocksTracking || accountIsRestricted || isAppClip  // R13, R14, R15
    if blocked || now != 0 { return complete(completionHandler, now) }  // R16, R17, R18
    if isExtension || !hasWindow { return complete(completionHandler, 0) }  // R20, R63
    if screen == .other, alertsQueue, !waiting.contains(.tracking) {  // R52
      waiting.append(.tracking)
      handlers.append(completionHandler)
      return
    }
    if screen != .nothing { return complete(completionHandler, 0) }  // R21, R33
    if appState != .active { return complete(completionHandler, 0) }  // R19, R22
    handlers.append(completionHandler)
    showTracking()  // R23
  }

  private func complete(_ handler: @Sendable (UInt) -> Void, _ status: UInt) {
    lastOutcome = (status, clock)
    handler(status)
  }

  private func showTracking() {
    guard hasUsageString else {  // R24
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

  func launch() {
    end()
    appState = .inactive
    requestsInProcess = 0
    lastOutcome = nil
  }

  /// The process ends; whatever was up is gone, and nobody is called (R31).
  func end() {
    appState = .notRunning
    screen = .nothing
    waiting = []
    handlers = []
  }

  /// The app comes to the front, which it cannot while an alert is up (R22).
  func activate() {
    if screen == .nothing, appState != .notRunning { appState = .active }
  }

  func background() { appState = .background }

  func allow() { answer(.granted) }
  func deny() { answer(.denied) }

  private func answer(_ given: Recorded) {
    guard screen == .tracking else { return }  // R29
    recorded = given
    answersRecorded += 1
    closeTracking()
  }

  /// The alert goes without a decision: an error, a lock, another app (R26).
  func dismiss() {
    guard screen == .tracking else { return }
    closeTracking()
  }

  private func closeTracking() {
    screen = .nothing
    callAll(trackingAuthorizationStatus ?? 0)  // R27, R28; early handlers are gone (R54)
    showNext()
  }

  /// Another permission's alert; every other permission's alert waits for its turn.
  func showOther() {
    guard screen == .nothing else {
      if waiting.count < 8 { waiting.append(.other) }
      return
    }
    screen = .other
    appState = .inactive  // R22
  }

  func closeOther() {
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

  func turnAppSwitch(on: Bool) {
    guard recorded != .unknown else { return }  // R36
    recorded = on ? .granted : .denied  // R37, R38
  }

  func reinstall() {
    end()
    recorded = .unknown  // R30
  }
}
