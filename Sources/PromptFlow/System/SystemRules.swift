/// The versions of iOS that differ in how they treat a tracking request.
///
/// A class is a range of versions with one behaviour; disputes and defects of a
/// version are values of ``SystemRules``, never a branch inside a machine.
@frozen
public enum SystemVersion: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Before iOS 14: App Tracking Transparency does not exist.
  case before14
  /// iOS 14.0 to 14.4: permission is optional, requests queue behind alerts.
  case iOS14_0
  /// iOS 14.5 to 14.8: permission is required, requests still queue.
  case iOS14_5
  /// iOS 15 and later except 17.4: a request behind an alert is lost.
  case modern
  /// iOS 17.4: as modern, but the callback says denied too early.
  case iOS17_4

  /// The name used in experiment files, tables and reports.
  public var name: String {
    switch self {
    case .before14: "before_14"
    case .iOS14_0: "ios_14_0"
    case .iOS14_5: "ios_14_5"
    case .modern: "modern"
    case .iOS17_4: "ios_17_4"
    }
  }
}

/// How one version of the system behaves, as values.
///
/// Machines ask these and never the version, so that a dispute about a version
/// is settled in one place.
@frozen
@usableFromInline
package struct SystemRules: Hashable, Sendable {
  /// Whether App Tracking Transparency exists (R10).
  @usableFromInline package var hasTrackingPermission: Bool
  /// Whether the identifier needs permission (R51); before 14.5 it did not (R50).
  @usableFromInline package var identifierNeedsPermission: Bool
  /// Whether a request behind another alert waits for it (R52) or is lost (R53).
  @usableFromInline package var queuesBehindAlerts: Bool
  /// Whether the callback says denied while the alert is still up (R54, fixed in 17.5: R56).
  @usableFromInline package var callsBackEarly: Bool
  /// Whether a request made while the global switch is off is recorded as a denial (R46, R18).
  @usableFromInline package var recordsSwitchedOffRequests: Bool
  /// Whether a granted app stays authorized while the global switch is off (R45).
  @usableFromInline package var grantSurvivesSwitchedOff: Bool

  /// The behaviour of a version.
  @inlinable
  package init(_ version: SystemVersion) {
    hasTrackingPermission = version != .before14  // R10
    identifierNeedsPermission = !(version == .before14 || version == .iOS14_0)  // R50, R51
    queuesBehindAlerts = version == .iOS14_0 || version == .iOS14_5  // R52, R53
    callsBackEarly = version == .iOS17_4  // R54, R56
    recordsSwitchedOffRequests = version == .iOS14_0  // R46
    grantSurvivesSwitchedOff = version != .iOS14_0  // R45
  }
}
