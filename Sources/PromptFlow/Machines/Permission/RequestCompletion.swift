/// What the system hands to a request's completion handler.
///
/// The system promises no thread for it (R34). A completion is therefore a
/// value without a reference in it, safe to send anywhere, and code that keeps
/// state for the screen has to bring it to the main actor first; see
/// ``StatusCache``.
package struct RequestCompletion: Hashable, Sendable {
  /// The status the handler is called with.
  package let status: AuthorizationStatus
  /// Whether an alert was shown for it.
  package let wasPrompted: Bool
  /// Why it says no, as the framework itself reports.
  package let reason: DeniedReason

  /// A completion with its three parts.
  package init(status: AuthorizationStatus, wasPrompted: Bool, reason: DeniedReason) {
    self.status = status
    self.wasPrompted = wasPrompted
    self.reason = reason
  }

  /// Whether the status read in the handler shows that the callback came too early (R54).
  ///
  /// A correct app then waits for the next activation and reads again (R55).
  package func isContradicted(by read: AuthorizationStatus) -> Bool {
    status == .denied && read == .notDetermined  // R55
  }

  /// Where a handler runs.
  package enum Executor: UInt8, CaseIterable, Hashable, Sendable {
    /// The main actor.
    case main
    /// Any other thread: what the system promises (R34).
    case unspecified
  }
}

/// Why a completion says no; the framework's own numbers.
package enum DeniedReason: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case none = 0
  /// The person's answer, or the device's switch for all apps (R18, R28).
  case consentOrSwitch = 1
  /// A configuration profile (R13).
  case profile = 2
  /// Shared iPad or account (R14).
  case settingNotChangeable = 3
  /// An App Clip (R15).
  case appClip = 4
}

extension SystemPermission {
  /// Why a request would be refused as things stand.
  package var deniedReason: DeniedReason {
    switch device.restriction {
    case .profile: .profile  // R13
    case .settingNotChangeable: .settingNotChangeable  // R14
    case .appClip: .appClip  // R15
    case .none: status == .denied ? .consentOrSwitch : .none  // R18, R28
    }
  }

  /// The completion that an alert's end leads to, by the status then.
  package var completionAfterAlert: RequestCompletion? {
    status.map { RequestCompletion(status: $0, wasPrompted: true, reason: deniedReason) }
  }

  /// The completion that a defect of iOS 17.4 calls while the alert is still up (R54).
  ///
  /// `nil` where the version has no such defect or no tracking alert is up.
  package var earlyCompletion: RequestCompletion? {
    guard rules.callsBackEarly, presented == .tracking else { return nil }  // R54, R56
    return RequestCompletion(status: .denied, wasPrompted: true, reason: .consentOrSwitch)
  }
}
