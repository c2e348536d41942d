/// What differs in the European Union from iOS 27.2 on, as values.
///
/// Announced on 16 September 2026. The system's machine does not know regions:
/// a caller reads these values and tells the machine what follows
/// (`SheetEnd.event`, `SystemPermission.mayAskAgain`).
///
/// Both the device's location and the account's region have to be in the Union;
/// that a mixed pair outside it counts as outside is our reading. So is that the
/// two need not be the same country (R73): Apple leaves it open.
public struct RegionalRules: Hashable, Sendable {
  /// Whether the Union's rules hold at all.
  public let isEuropean: Bool
  /// Whether every prompt is a sheet (R73).
  package let alwaysShowsSheet: Bool

  /// The releases that differ.
  public enum Release: UInt8, CaseIterable, Hashable, Sendable, Codable {
    case before27_2
    case from27_2
  }

  /// The rules where a device is and an account is registered.
  public init(device: TrackingRegion, account: TrackingRegion, release: Release) {
    let holds = release == .from27_2
    isEuropean = holds && device.isEuropeanUnion && account.isEuropeanUnion
    alwaysShowsSheet = holds && device.alwaysShowsSheet && account.alwaysShowsSheet  // R73
  }

  /// Which of the two calls the app makes.
  package enum Overload: Hashable, Sendable {
    /// The call known since iOS 14.
    case classic
    /// The call of 27.2, with what it asks for.
    case expanded(prefersSheet: Bool, offersInformation: Bool)
  }

  /// What the person sees.
  package enum Surface: UInt8, CaseIterable, Hashable, Sendable, Codable {
    case alert
    /// A full-page sheet.
    case sheet
  }

  /// Which text it carries.
  package enum Text: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// `NSUserTrackingUsageDescription`.
    case plain
    /// `NSUserTrackingMarkdownUsageDescription`.
    case markdown
  }

  /// What a request by this call shows.
  package func surface(for overload: Overload) -> Surface {
    if alwaysShowsSheet { return .sheet }  // R73
    guard isEuropean else { return .alert }  // R59
    switch overload {
    case .classic: return .alert  // R74
    case .expanded(let prefersSheet, _): return prefersSheet ? .sheet : .alert  // R74
    }
  }

  /// Which text it carries: Markdown only on the sheet, and only where declared (R75).
  package func text(on surface: Surface, declaresMarkdown: Bool) -> Text {
    surface == .sheet && declaresMarkdown ? .markdown : .plain  // R75
  }

  /// Whether it has the button "Additional Information" (R76).
  package func offersInformation(for overload: Overload) -> Bool {
    switch overload {
    case .classic: false
    case .expanded(_, let offers): offers && surface(for: overload) == .sheet  // R76
    }
  }

  /// Whether the app should ask again once its own information is closed (R77).
  ///
  /// - Parameter refusedEverything: whether the person there refused every legal consent concerned.
  package func shouldAskAfterInformation(refusedEverything: Bool) -> Bool {
    isEuropean && !refusedEverything  // R77
  }

  /// Days after which one more request may show the prompt: a year, counted as 365.
  package static let daysUntilAskedAgain = 365.0

  /// Whether one more request shows the prompt although the person has answered (R78).
  ///
  /// - Parameters:
  ///   - daysSinceAnswer: days since the last answer, either way; `nil` without one.
  ///   - device: the device, whose switch for all apps has to be on.
  public func mayAskAgain(daysSinceAnswer: Double?, on device: TrackingDevice) -> Bool {
    guard isEuropean, device.allowsRequests, let daysSinceAnswer else { return false }
    return daysSinceAnswer >= Self.daysUntilAskedAgain  // R78
  }
}

/// How the sheet ended.
package enum SheetEnd: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case allowed
  case denied
  /// The button "Additional Information": no decision, and the app's own information follows (R76).
  case additionalInformation

  /// What the system's machine is notified of.
  package var event: SystemPermission.Event {
    switch self {
    case .allowed: .answered(.allow)
    case .denied: .answered(.deny)
    case .additionalInformation: .endedUndecided  // R76
    }
  }

  /// Whether the app's own action runs.
  package var runsAction: Bool { self == .additionalInformation }  // R76
}
