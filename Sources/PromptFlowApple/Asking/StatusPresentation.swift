package import PromptFlow

/// How a status is shown: the words and the colour's meaning.
///
/// The same on every system, so that it is tested where SwiftUI does not exist; `TrackingStatusBadge` draws it.
package struct StatusPresentation: Hashable, Sendable {
  /// What a colour says; a view chooses one for it.
  package enum Tone: UInt8, CaseIterable, Hashable, Sendable {
    /// Green.
    case permitted
    /// Red.
    case refused
    /// Orange.
    case restricted
    /// The secondary colour of text.
    case quiet
  }

  /// The label, in English; the key of its translation too.
  package let label: String
  /// What its colour says.
  package let tone: Tone

  /// The presentation of a status; `nil` is a system without the permission.
  ///
  /// A value from a future system is "Unknown" and never looks like permission.
  package init(_ status: AuthorizationStatus?) {
    switch status {
    case .authorized: (label, tone) = ("Authorized", .permitted)
    case .denied: (label, tone) = ("Denied", .refused)
    case .restricted: (label, tone) = ("Restricted", .restricted)
    case .notDetermined: (label, tone) = ("Not Determined", .quiet)
    case .unknown, nil: (label, tone) = ("Unknown", .quiet)
    }
  }

  /// Every label there is.
  static let labels = ["Authorized", "Denied", "Restricted", "Not Determined", "Unknown"]
}
