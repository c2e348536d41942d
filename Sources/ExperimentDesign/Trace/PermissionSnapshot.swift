package import PromptFlow

/// How an install stands, apart for every denominator that matters (R146, R147).
///
/// "Opt-in among those shown the alert" and "authorized among installs" are
/// different rates. A device that can never be shown the alert is no denial by
/// choice, and an install that was never asked is undetermined, not a no.
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
  package init(_ system: SystemPermission) {
    self =
      switch system.status {
      case nil: .noPermission
      case .authorized: .authorized
      case .restricted: .restricted
      case .denied: Self.isDeniedByAnswer(system) ? .deniedByAnswer : .deniedBySwitch  // R147
      case .notDetermined, .unknown: .undetermined  // R146
      }
  }

  /// Whether the denial on record is the person's own.
  ///
  /// iOS 14.0 to 14.4 also record a request made while the switch is off (R46): with the switch
  /// still off, that record says nothing about the person.
  private static func isDeniedByAnswer(_ system: SystemPermission) -> Bool {
    system.recordedAnswer == .denied
      && (system.device.allowsRequests || !system.rules.recordsSwitchedOffRequests)  // R147
  }
}
