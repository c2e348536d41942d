/// How an install stands, apart for every denominator that matters (R146, R147).
///
/// "Opt-in among those shown the alert" and "authorized among installs" are
/// different rates. A device that can never be shown the alert is no denial by
/// choice, and an install that was never asked is undetermined, not a no.
@frozen
@usableFromInline
package enum PermissionSnapshot: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case authorized
  /// The person said no, to the alert or in Settings.
  case deniedByAnswer
  /// The device's switch for all apps is off and the person was never asked (R147).
  case deniedBySwitch
  case restricted
  /// Never asked, or asked without a decision (R146).
  case undetermined
  /// The system has no such permission (R10).
  case noPermission

  /// Reads it off the system's machine.
  @inlinable
  package init(_ system: SystemPermission) {
    self =
      switch system.status {
      case nil: .noPermission
      case .authorized: .authorized
      case .restricted: .restricted
      case .denied: system.isDeniedByAnswer ? .deniedByAnswer : .deniedBySwitch  // R147
      case .notDetermined, .unknown: .undetermined  // R146
      }
  }

  /// Whether such an install can have been shown the alert at all (R147).
  @inlinable
  package var isEligible: Bool {
    switch self {
    case .authorized, .deniedByAnswer, .undetermined: true
    case .deniedBySwitch, .restricted, .noPermission: false  // R147
    }
  }

  /// Whether the person has decided: the denominator of opt-in among the answered (R146).
  @inlinable
  package var isAnswered: Bool { self == .authorized || self == .deniedByAnswer }  // R146
}

extension SystemPermission {
  /// Whether the denial on record is the person's own.
  ///
  /// iOS 14.0 to 14.4 also record a request made while the switch is off (R46): with the switch
  /// still off, that record says nothing about the person.
  @inlinable
  var isDeniedByAnswer: Bool {
    recordedAnswer == .denied && (device.allowsRequests || !rules.recordsSwitchedOffRequests)  // R147
  }
}
