public import PromptFlow

/// The framework as its documentation and observers describe it, written from the rules and not from the
/// machines, so that the two readings can be held against each other.
///
/// It keeps the handlers it is given and calls them when the person has acted. Like a device it also has a
/// person, other permissions' alerts, Settings, and a clock, by which it answers requests that come too fast.
@MainActor
public final class StandInSystem: TrackingAuthorization {
  /// What an application is doing.
  public enum AppState: Sendable { case notRunning, background, inactive, active }
  /// The alert on screen.
  public enum Screen: Equatable, Sendable { case nothing, tracking, other }
  /// What the system keeps of the person's answer.
  public enum Recorded: Sendable { case unknown, denied, granted }

  // The device.
  /// Whether a configuration profile locks the setting.
  public var profileLocksTracking = false
  /// Whether the account or a shared iPad does.
  public var accountIsRestricted = false
  /// "Allow Apps to Request to Track".
  public var switchForAllApps = true
  /// Whose identifier is zeros whatever the answer.
  public var isSimulator = false
  // The install.
  /// Whether the binary is an App Clip.
  public var isAppClip = false
  /// `nil` where the key is missing; an empty one still shows the alert.
  public var usageString: String? = "Shows you ads about topics you read, for example local concerts."
  /// What is kept of the person's answer.
  public var recorded = Recorded.unknown
  /// Whether the region lets the app ask once more after an answer.
  public var mayAskAgain = false
  // The version of the system.
  /// Whether a request behind another permission's alert waits for it, as on iOS 14.
  public var alertsQueue = false
  /// Whether the handler is called while the alert is still up, as on iOS 17.4.
  public var callsBackEarly = false
  /// Whether the handlers of a request are never called.
  public var forgetsHandlers = false
  /// Whether there is no such permission at all.
  public var isBeforeIOS14 = false
  /// Whether the identifier can be read unasked, as until 14.4.
  public var identifierIsFree = false
  /// Whether a request under the device's switch is a denial for good, as until 14.4.
  public var recordsSwitchedOffRequests = false
  /// Whether a granted app reads denied while the device's switch is off, as until 14.4.
  public var grantNeedsSwitch = false
  // The process.
  /// What the application is doing.
  public var appState = AppState.notRunning
  /// Whether the process is an extension, which shows no alert.
  public var isExtension = false
  /// Whether there is a window.
  public var hasWindow = true
  /// Whether the app has scenes, as every SwiftUI app has, and every app made with the SDK of iOS 27.
  ///
  /// Then the state of every process that starts is background, and inactive when its scene comes.
  public var hasScenes = true
  /// Whether the application's state is still inactive when the notification of its activation comes.
  public var becomesActiveLate = false
  /// Whether the system ended the process for want of a usage string.
  public private(set) var hasCrashed = false
  /// The alert that is up.
  public private(set) var screen = Screen.nothing
  /// Alerts behind the one on screen: other permissions' always, tracking's on iOS 14 (R52, R53).
  private var waiting: [Screen] = []
  /// Seconds; advanced by a test.
  public var clock = 0.0
  private var requestsInProcess = 0
  private var lastOutcome: (status: AuthorizationStatus, at: Double)?

  /// A value that no version knows yet, said in place of every other.
  public var statusOfFuture: AuthorizationStatus?
  /// Requests made of it.
  public private(set) var requests = 0
  /// Tracking alerts that appeared.
  public private(set) var alertsShown = 0
  /// Answers it has kept.
  public private(set) var answersRecorded = 0
  /// Handlers not yet called.
  private var handlers: [@Sendable (AuthorizationStatus) -> Void] = []
  /// The identifier it hands out where it may be read.
  public let ownIdentifier = AdvertisingIdentifier(high: 0x1122_3344_5566_7788, low: 0x99AA_BBCC_DDEE_FF00)

  /// A fresh install on an ordinary device, whose process has not started.
  public init() {}

  /// Whether the application is active.
  public var isActive: Bool { appState == .active }
  /// Whether a person sees the process.
  public var isInForeground: Bool { appState == .active || appState == .inactive }

  /// The status, decided in the order of the system's own getter.
  public var status: AuthorizationStatus? {  // R4
    if isBeforeIOS14 { return nil }  // R10
    if let statusOfFuture { return statusOfFuture }
    if isBlocked { return .restricted }
    switch recorded {
    case .granted: return grantNeedsSwitch && !switchForAllApps ? .denied : .authorized  // R45
    case .denied: return .denied
    case .unknown: return switchForAllApps ? .notDetermined : .denied
    }
  }

  /// The identifier, zeros where it may not be read.
  public var advertisingIdentifier: AdvertisingIdentifier {
    if isSimulator { return .zeros }  // R61
    if status == .authorized { return ownIdentifier }  // R66
    let isOrdinary = !isBlocked && switchForAllApps && recorded == .unknown
    return isOrdinary && (identifierIsFree || isBeforeIOS14) ? ownIdentifier : .zeros  // R50, R51
  }

  private var isBlocked: Bool { profileLocksTracking || accountIsRestricted || isAppClip }

  /// Asks, as the framework does; the handler is called when the person has acted.
  public func request(completionHandler: @escaping @Sendable (AuthorizationStatus) -> Void) {
    guard !isBeforeIOS14 else { return }  // R10
    requests += 1
    requestsInProcess += 1
    let now = status ?? .notDetermined
    if requestsInProcess > 6, let last = lastOutcome, clock - last.at < 1 {
      return completionHandler(last.status)  // R12
    }
    if isBlocked { return complete(completionHandler, now) }  // R13, R14, R15
    if now != .notDetermined, !(mayAskAgain && recorded != .unknown && switchForAllApps) {  // R78
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

  private func complete(_ handler: @Sendable (AuthorizationStatus) -> Void, _ status: AuthorizationStatus) {
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
    resignActive()
    if callsBackEarly { callAll(.denied) }  // R54
  }

  private func callAll(_ status: AuthorizationStatus) {
    let called = handlers
    handlers = []
    for handler in called where !forgetsHandlers { complete(handler, status) }
  }

  // MARK: - The person and the system

  /// A process starts; one that ran is gone.
  public func launch() {
    end()
    appState = hasScenes ? .background : .inactive
    requestsInProcess = 0
    lastOutcome = nil
  }

  /// The system starts the process for its own reasons, and nobody sees it.
  public func launchInBackground() {
    launch()
    appState = .background
  }

  /// The process ends; whatever was up is gone, and nobody is called.
  public func end() {
    appState = .notRunning
    screen = .nothing
    waiting = []
    handlers = []
  }

  /// The app, or a scene of it, is about to come to the foreground.
  public func enterForeground() {
    if appState == .background { appState = .inactive }
  }

  /// The app comes to the front, which it cannot while an alert is up.
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

  /// The alert goes without a decision: an error, a lock, another app.
  public func dismiss() {
    guard screen == .tracking else { return }
    closeTracking()
  }

  private func closeTracking() {
    screen = .nothing
    callAll(status ?? .notDetermined)  // R27, R28; early handlers are gone (R54)
    showNext()
  }

  /// Another permission's alert; every other permission's alert waits for its turn.
  public func showOther() {
    guard screen == .nothing else {
      if waiting.count < 8 { waiting.append(.other) }
      return
    }
    screen = .other
    resignActive()
  }

  /// An alert makes an active application inactive (R22), and leaves another where it is.
  private func resignActive() {
    if appState == .active { appState = .inactive }
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
      } else if status == .notDetermined {
        showTracking()  // R52
      }
    }
  }

  /// The person turns the app's own switch in Settings.
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

  /// The app is deleted and installed again.
  public func reinstall() {
    end()
    mayAskAgain = false
    recorded = .unknown  // R30
  }
}
