public import PromptFlow
public import PromptFlowApple

/// The framework as its documentation and observers describe it, written from the rules and not from the
/// machines, so that the two readings can be held against each other.
///
/// It keeps the handlers it is given and calls them when the person has acted. Like a device it also has a
/// person, other permissions' alerts, Settings, and a clock, which only R12 looks at.
@MainActor
public final class StandInSystem: TrackingAuthorization {
  /// What an application is doing.
  public enum AppState: Sendable { case notRunning, background, inactive, active }
  /// The alert on screen.
  public enum Screen: Equatable, Sendable { case nothing, tracking, other }
  /// What the system keeps of the person's answer.
  public enum Recorded: Sendable { case unknown, denied, granted }

  // The device.
  /// Whether a configuration profile locks the setting (R13).
  public var profileLocksTracking = false
  /// Whether the account or a shared iPad does (R14).
  public var accountIsRestricted = false
  /// "Allow Apps to Request to Track" (R6, R18).
  public var switchForAllApps = true
  /// Whose identifier is zeros whatever the answer (R61).
  public var isSimulator = false
  // The install.
  /// Whether the binary is an App Clip (R15).
  public var isAppClip = false
  /// `nil` where the key is missing (R24); an empty one still shows the alert (R25).
  public var usageString: String? = "Shows you ads about topics you read, for example local concerts."
  /// What is kept of the person's answer.
  public var recorded = Recorded.unknown
  /// Whether the region lets the app ask once more after an answer (R78).
  public var mayAskAgain = false
  // The version of the system.
  /// Whether a request behind another permission's alert waits for it, as on iOS 14 (R52).
  public var alertsQueue = false
  /// Whether the handler is called while the alert is still up, as on iOS 17.4 (R54).
  public var callsBackEarly = false
  /// iOS 13 has no such framework (R10).
  public var hasFramework = true
  /// Whether the identifier can be read unasked, as until 14.4 (R50).
  public var identifierIsFree = false
  /// Whether a request under the device's switch is a denial for good, as until 14.4 (R46).
  public var recordsSwitchedOffRequests = false
  /// Whether a granted app reads denied while the device's switch is off, as until 14.4 (R45).
  public var grantNeedsSwitch = false
  // The process.
  /// What the application is doing.
  public var appState = AppState.notRunning
  /// Whether the process is an extension, which shows no alert (R20).
  public var isExtension = false
  /// Whether there is a window (R63).
  public var hasWindow = true
  /// Whether the system ended the process for want of a usage string (R24).
  public private(set) var hasCrashed = false
  /// The alert that is up.
  public private(set) var screen = Screen.nothing
  /// Alerts behind the one on screen: other permissions' always, tracking's on iOS 14 (R52, R53).
  private var waiting: [Screen] = []
  /// Seconds; advanced by a test.
  public var clock = 0.0
  private var requestsInProcess = 0
  private var lastOutcome: (status: UInt, at: Double)?

  /// What a test lets the getter say instead of the cascade.
  public var forcedStatus: UInt?
  /// Requests made of it.
  public private(set) var requests = 0
  /// Tracking alerts that appeared.
  public private(set) var alertsShown = 0
  /// Answers it has kept.
  public private(set) var answersRecorded = 0
  /// Handlers not yet called.
  private var handlers: [@Sendable (UInt) -> Void] = []
  /// The identifier it hands out where it may be read.
  public let ownIdentifier = AdvertisingIdentifier(high: 0x1122_3344_5566_7788, low: 0x99AA_BBCC_DDEE_FF00)

  /// A fresh install on an ordinary device, whose process has not started.
  public init() {}

  /// Whether the application is active (R60).
  public var isActive: Bool { appState == .active }
  /// Whether a person sees the process.
  public var isInForeground: Bool { appState == .active || appState == .inactive }

  /// R4, in the order of the system's own getter.
  public var trackingAuthorizationStatus: UInt? {
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

  /// The identifier, zeros where it may not be read (R66).
  public var advertisingIdentifier: AdvertisingIdentifier {
    if isSimulator { return .zeros }  // R61
    if trackingAuthorizationStatus == 3 { return ownIdentifier }  // R66
    let isOrdinary = !isBlocked && switchForAllApps && recorded == .unknown
    return isOrdinary && (identifierIsFree || !hasFramework) ? ownIdentifier : .zeros  // R50, R51
  }

  private var isBlocked: Bool { profileLocksTracking || accountIsRestricted || isAppClip }

  /// Asks, as the framework does; the handler is called when the person has acted.
  public func requestTrackingAuthorization(completionHandler: @escaping @Sendable (UInt) -> Void) {
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

  /// A process starts; one that ran is gone.
  public func launch() {
    end()
    appState = .inactive
    requestsInProcess = 0
    lastOutcome = nil
  }

  /// The system starts the process for its own reasons, and nobody sees it.
  public func launchInBackground() {
    launch()
    appState = .background
  }

  /// The process ends; whatever was up is gone, and nobody is called (R31).
  public func end() {
    appState = .notRunning
    screen = .nothing
    waiting = []
    handlers = []
  }

  /// The app comes to the front, which it cannot while an alert is up (R22).
  public func activate() {
    if screen == .nothing, appState != .notRunning { appState = .active }
  }

  /// The app goes into the background.
  public func background() { appState = .background }

  /// The person allows.
  public func allow() { answer(.granted) }
  /// The person denies.
  public func deny() { answer(.denied) }

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
  public func dismiss() {
    guard screen == .tracking else { return }
    closeTracking()
  }

  private func closeTracking() {
    screen = .nothing
    callAll(trackingAuthorizationStatus ?? 0)  // R27, R28; early handlers are gone (R54)
    showNext()
  }

  /// Another permission's alert; every other permission's alert waits for its turn.
  public func showOther() {
    guard screen == .nothing else {
      if waiting.count < 8 { waiting.append(.other) }
      return
    }
    screen = .other
    appState = .inactive  // R22
  }

  /// The person closes the other permission's alert; the next one comes.
  public func closeOther() {
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

  /// The person turns the app's own switch in Settings (R37, R38).
  public func turnAppSwitch(on: Bool) {
    guard recorded != .unknown, !isBlocked else { return }  // R36
    guard on else { return recorded = .denied }  // R38
    if switchForAllApps { recorded = .granted }  // R37, R40
  }

  /// The device's switch for all apps, and what the person said about those already allowed.
  public func turnDeviceSwitch(on: Bool, stopsTracking: Bool = false) {
    guard !profileLocksTracking, !accountIsRestricted else { return }  // R13, R14
    switchForAllApps = on  // R6, R7
    if !on, stopsTracking, recorded == .granted { recorded = .denied }  // R44
  }

  /// The app is deleted and installed again (R30).
  public func reinstall() {
    end()
    mayAskAgain = false
    recorded = .unknown  // R30
  }
}
