/// Which rule decides a request.
///
/// ``SystemPermission`` acts by it, and traces and an app's log say it.
@frozen
@usableFromInline
package enum RequestRuling: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// The system has no such permission (R10).
  case noPermission
  /// A configuration profile locks the setting (R13).
  case lockedByProfile
  /// The person may not change the setting (R14).
  case settingNotChangeable
  /// An App Clip cannot ask (R15).
  case appClip
  case alreadyAuthorized
  case alreadyDenied
  /// The device's switch for all apps is off (R18).
  case switchedOff
  /// The same on iOS 14.0 to 14.4, which record it as a denial (R46).
  case switchedOffForGood
  /// An extension shows no alert (R20).
  case inExtension
  /// There is no window yet (R63).
  case withoutWindow
  /// It waits for the alert on screen (R52).
  case queued
  /// Another permission's alert is up (R21).
  case behindAlert
  /// The tracking alert is up or waits already (R33).
  case behindItself
  /// The app is not active (R19).
  case notActive
  /// There is no usage string: the process ends (R24).
  case withoutUsageString
  /// The alert appears (R23).
  case shown

  /// By what a request is lost that ends undetermined without an alert; `nil` for all others.
  @inlinable
  @inline(__always)
  package var loss: SystemPermission.LossCause? {
    switch self {
    case .inExtension, .withoutWindow, .notActive: .notActive  // R20, R63; R19, R22, R65
    case .behindAlert, .behindItself: .behindAlert  // R21, R53; R33
    case .noPermission, .lockedByProfile, .settingNotChangeable, .appClip, .alreadyAuthorized, .alreadyDenied,
      .switchedOff, .switchedOffForGood, .queued, .withoutUsageString, .shown:
      nil
    }
  }
}

extension SystemPermission {
  /// The rule that decides a request made now: the first that fits.
  @inlinable
  @inline(__always)
  package var requestRuling: RequestRuling {
    guard let status else { return .noPermission }  // R10
    switch device.restriction {
    case .profile: return .lockedByProfile  // R13
    case .settingNotChangeable: return .settingNotChangeable  // R14
    case .appClip: return .appClip  // R15
    case .none: break
    }
    if answer != .unknown, !(mayAskAgain && device.allowsRequests) {  // R78
      return status == .authorized ? .alreadyAuthorized : .alreadyDenied  // R16, R17, R29
    }
    if !device.allowsRequests {
      return rules.recordsSwitchedOffRequests ? .switchedOffForGood : .switchedOff  // R46, R18
    }
    if isExtension { return .inExtension }  // R20
    if !hasWindow { return .withoutWindow }  // R63
    switch state {
    case .under(let shown):
      if !rules.queuesBehindAlerts { return shown == .tracking ? .behindItself : .behindAlert }  // R33, R21
      // R33: a request while the tracking alert is up or waits is neither shown nor queued.
      if shown == .tracking || waiting.hasTracking { return .behindItself }
      return waiting.isFull ? .behindAlert : .queued  // R53, R52
    case .inactive: return .notActive  // R19, R22, R65
    case .active: return hasUsageString ? .shown : .withoutUsageString  // R23, R24
    }
  }
}
