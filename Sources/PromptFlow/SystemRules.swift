/// The versions of iOS that differ in how they treat a tracking request.
///
/// A class is a range of versions with one behaviour; disputes and defects of a
/// version are values of ``SystemRules``, never a branch inside a machine.
@frozen
public enum SystemVersion: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Before iOS 14: App Tracking Transparency does not exist (R10).
  case before14
  /// iOS 14.0 to 14.4: permission is optional, requests queue behind alerts (R50, R52).
  case iOS14_0
  /// iOS 14.5 to 14.8: permission is required, requests still queue (R51, R52).
  case iOS14_5
  /// iOS 15 and later except 17.4: a request behind an alert is lost (R53, R56, R58).
  case modern
  /// iOS 17.4: as modern, but the callback says denied too early (R54).
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
