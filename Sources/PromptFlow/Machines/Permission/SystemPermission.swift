/// What the operating system does with one app's requests to track.
///
/// The same rules run in a simulation, in a linter and in an app's tests, so the
/// machine owns no clock, no random numbers and no storage. It receives what
/// happened and answers with what the system does.
///
/// The status an app reads is never stored. It is computed, first match wins,
/// from what the system keeps (R4).
///
/// The page *StateMachines* has the edges of what the app is doing meanwhile.
///
/// After any sequence of events:
///
/// - Between two installs the person answers at most once (R29, R30), unless the region lets the app
///   ask again (R78).
/// - A request that shows no alert costs nothing: the app may ask again (R19), except one made on
///   iOS 14.0 to 14.4 while the device's switch for all apps was off (R46).
/// - At most one alert is up, and the tracking alert waits at most once (R33).
@frozen
@usableFromInline
package struct SystemPermission: Hashable, Sendable {
  /// How this version of the system behaves.
  @usableFromInline package let rules: SystemRules
  /// The device, whose switch and restriction can change.
  @usableFromInline package var device: TrackingDevice
  /// Whether the caller is an app extension, which can never show an alert (R20).
  @usableFromInline package var isExtension = false
  /// Whether the app has a window yet (R63).
  @usableFromInline package var hasWindow = true
  /// The app's usage string; without one a request that would show the alert ends the process (R24).
  @usableFromInline package var hasUsageString = true
  /// Whether the region lets the app ask once more after an answer (R78).
  @usableFromInline package var mayAskAgain = false

  /// What the system has recorded of the person's answer.
  @usableFromInline var answer: RecordedAnswer = .unknown
  /// What the app is doing; ``handle(_:)`` alone changes it.
  @usableFromInline var state = State.inactive
  /// Alerts behind the one on screen; none where there is no such.
  @usableFromInline var waiting = AlertQueue()

  /// A fresh install, whose process has not started.
  @inlinable
  @inline(__always)
  package init(rules: SystemRules, device: TrackingDevice) {
    self.rules = rules
    self.device = device
  }

  /// What the app is doing.
  @frozen
  @usableFromInline
  enum State: Hashable, Sendable {
    /// In the background, starting, or settling after an alert.
    case inactive
    case active
    /// Inactive under an alert (R22).
    case under(SystemAlert)
  }

  /// Something that happened to the app or was done by the person.
  @frozen
  @usableFromInline
  package enum Event: Hashable, Sendable {
    /// The process starts, inactive and with nothing on screen.
    case processStarted
    /// The app became active.
    case activated
    /// The app requested permission to track.
    case requested
    /// Another permission's alert is due.
    case otherAlertDue(UInt8)
    /// The person answered the tracking alert.
    case answered(AlertAnswer)
    /// The tracking alert went away without a decision: the person left, the device locked (R26, R31).
    case endedUndecided
    /// The person closed the other alert on screen.
    case otherAlertClosed
    /// The person changed the app's own switch in Settings (R37, R38).
    case appSwitch(isOn: Bool)
    /// The person changed the device's switch for all apps (R7, R44–R46).
    case globalSwitch(GlobalSwitch)
    /// The app read its status (R3).
    case statusRead
    /// The app was deleted and installed again (R30).
    case reinstalled
  }

  /// What the system does about an event.
  @frozen
  @usableFromInline
  package enum Action: Hashable, Sendable, MachineAction {
    case none
    /// The request returns at once; no alert.
    case complete(AuthorizationStatus, LossCause?)
    /// An alert appears; the app becomes inactive (R22).
    case present(SystemAlert)
    /// The request waits behind the alert on screen (R52).
    case queued
    /// The process is ended: no usage string (R24).
    case crash
    /// The alert closed and none waits: the app settles and is activated again (R32).
    case settle
  }

  /// Why a request ended undetermined without an alert.
  @frozen
  @usableFromInline
  package enum LossCause: UInt8, CaseIterable, Hashable, Sendable {
    /// The app was not active (R19).
    case notActive
    /// Another alert was up (R21).
    case behindAlert
  }

  /// What the app reads, without consequence (R3); `nil` where the system has no such permission (R10).
  ///
  /// The first match of the system's own order (R4).
  @inlinable
  @inline(__always)
  package var status: AuthorizationStatus? {
    guard rules.hasTrackingPermission else { return nil }  // R10
    if device.restriction != .none { return .restricted }  // R4, R5
    switch answer {
    case .granted:
      return device.allowsRequests || rules.grantSurvivesSwitchedOff ? .authorized : .denied  // R45
    case .denied: return .denied
    case .unknown: return device.allowsRequests ? .notDetermined : .denied  // R6, R7
    }
  }

  /// What the system has recorded of the person's answer.
  @inlinable @inline(__always) package var recordedAnswer: RecordedAnswer { answer }

  /// Whether the app is active.
  @inlinable @inline(__always) package var isActive: Bool { if case .active = state { true } else { false } }

  /// The alert on screen.
  @inlinable
  @inline(__always)
  package var presented: SystemAlert? { if case .under(let alert) = state { alert } else { nil } }

  /// The status that a defect of iOS 17.4 hands over while the alert is still up; `nil` without it (R54, R56).
  package var earlyCompletion: AuthorizationStatus? {
    rules.callsBackEarly && presented == .tracking ? .denied : nil
  }

  /// Whether the advertising identifier can be read (R50, R51, R66).
  @inlinable
  @inline(__always)
  package var identifierIsReadable: Bool {
    if device.isSimulator { return false }  // R61
    if rules.identifierNeedsPermission { return status == .authorized }  // R51, R66
    let isOrdinary = device.restriction == .none && device.allowsRequests
    guard rules.hasTrackingPermission else { return isOrdinary }  // R10
    return status == .authorized || (isOrdinary && answer == .unknown)  // R50
  }

  /// Records an event and returns what the system does about it.
  @inlinable
  @inline(__always)
  package mutating func handle(_ event: Event) -> Action {
    let step = step(on: event)
    state = step.state
    return step.action
  }

  @usableFromInline typealias Step = MachineStep<State, Action>

  /// The one transition, from the state and the event to the next state.
  @inlinable
  @inline(__always)
  mutating func step(on event: Event) -> Step {
    switch (state, event) {
    case (_, .processStarted):
      waiting = AlertQueue()
      return Step(.inactive)  // R31
    case (_, .reinstalled):
      answer = .unknown  // R30
      mayAskAgain = false
      waiting = AlertQueue()
      return Step(.inactive)

    case (.inactive, .activated), (.active, .activated): return Step(.active)
    case (.under, .activated): return Step(state)  // R22
    case (_, .requested): return request()
    case (.under, .otherAlertDue(let number)):
      guard !waiting.isFull else { return Step(state) }
      waiting.append(.other(number))
      return Step(state, .queued)
    case (_, .otherAlertDue(let number)): return present(.other(number))

    // R29: an answer is given once, to an alert.
    case (.under(.tracking), .answered(let given)):
      // A device that may no longer be asked records nothing (R5).
      guard device.restriction == .none, device.allowsRequests else { return closeAlert() }
      answer = given == .allow ? .granted : .denied  // R27, R28
      mayAskAgain = false  // R78: the year starts anew
      return closeAlert()
    case (.under(.tracking), .endedUndecided): return closeAlert()  // R26, R31: no answer
    case (.under(.other), .otherAlertClosed): return closeAlert()

    case (_, .appSwitch(let isOn)):
      guard answer != .unknown, device.restriction == .none else { return Step(state) }  // R36, R40
      if isOn {
        if device.allowsRequests { answer = .granted }  // R37, R40
      } else {
        answer = .denied  // R38
      }
      return Step(state)
    case (_, .globalSwitch(let change)):
      turn(change)
      return Step(state)
    case (_, .statusRead): return Step(state)  // R3
    case (_, .answered), (_, .endedUndecided), (_, .otherAlertClosed): return Step(state)
    }
  }

  /// Does what the rule that decides the request says.
  @inlinable
  @inline(__always)
  mutating func request() -> Step {
    let status = status ?? .notDetermined
    let ruling = requestRuling
    switch ruling {
    case .noPermission: return Step(state)  // R10: there is nothing to ask
    case .lockedByProfile, .settingNotChangeable, .appClip:
      return Step(state, .complete(.restricted, nil))  // R13, R14, R15
    case .alreadyAuthorized, .alreadyDenied: return Step(state, .complete(status, nil))  // R16, R17, R29
    case .switchedOffForGood:
      answer = .denied  // R46
      return Step(state, .complete(.denied, nil))
    case .switchedOff: return Step(state, .complete(.denied, nil))  // R18
    case .inExtension, .withoutWindow, .notActive, .behindAlert, .behindItself:
      return Step(state, .complete(status, ruling.loss))
    case .queued:
      waiting.append(.tracking)
      return Step(state, .queued)  // R52
    case .withoutUsageString: return crash()  // R24
    case .shown: return present(.tracking)  // R23
    }
  }

  @inlinable
  @inline(__always)
  func present(_ alert: SystemAlert) -> Step { Step(.under(alert), .present(alert)) }  // R22

  /// The alert on screen is gone: the next one comes, or the app settles.
  @inlinable
  @inline(__always)
  mutating func closeAlert() -> Step {
    while let next = waiting.popFirst() {
      if next == .tracking {
        // What happened while the request waited can have made it moot.
        guard status == .notDetermined else { continue }
        guard hasUsageString else { return crash() }  // R24
      }
      return present(next)
    }
    return Step(.inactive, .settle)  // R32, R65: inactive until the system activates the app again
  }

  /// The process is gone, and with it what waited.
  @inlinable
  mutating func crash() -> Step {
    waiting = AlertQueue()
    return Step(.inactive, .crash)
  }

  /// The device's switch for all apps, which a profile or the account can lock (R13, R14).
  @inlinable
  mutating func turn(_ change: GlobalSwitch) {
    guard device.restriction == .none || device.restriction == .appClip else { return }
    switch change {
    case .on:
      device.allowsRequests = true  // R7
    case .offKeepingGrants:
      device.allowsRequests = false  // R6, R45
    case .offStoppingTracking:
      device.allowsRequests = false
      if answer == .granted { answer = .denied }  // R44
    }
  }
}
