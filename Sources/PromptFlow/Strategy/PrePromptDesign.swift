/// The pre-prompt as it is drawn, to be held against Apple's rules before review (R81–R83).
///
/// Only what can be counted is judged. Whether a picture imitates the alert, or
/// a title in a language other than English asks for permission, is not.
public struct PrePromptDesign: Hashable, Sendable {
  /// A button and where it leads.
  public struct Button: Hashable, Sendable {
    /// The words on it.
    public var title: String
    /// Where it leads.
    public var leadsTo: Destination

    /// A button.
    public init(_ title: String, leadsTo: Destination) {
      self.title = title
      self.leadsTo = leadsTo
    }
  }

  /// Where a button leads.
  public enum Destination: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// The system's alert.
    case alert
    /// Away from the screen without the alert: "Cancel", "Not now", "Close".
    case exit
    /// A choice that the law asks for (allowed since 2026, R83).
    case legalConsent
  }

  /// The buttons from top to bottom.
  public var buttons: [Button]
  /// Whether a swipe closes it, as it closes a sheet that does not forbid it.
  public var canBeSwipedAway: Bool

  /// A design.
  public init(buttons: [Button], canBeSwipedAway: Bool) {
    self.buttons = buttons
    self.canBeSwipedAway = canBeSwipedAway
  }

  /// A rule that a design breaks.
  public enum Violation: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// Not exactly one button leads to the alert, or there is another without a legal purpose (R81).
    case notOneButton
    /// The button sounds like the permission itself (R82).
    case titleSoundsLikePermission
    /// The person can leave without seeing the alert (R83).
    case offersExit

    /// The rule's tag.
    public var tag: String {
      switch self {
      case .notOneButton: "R81"
      case .titleSoundsLikePermission: "R82"
      case .offersExit: "R83"
      }
    }
  }

  /// The rules it breaks, in the order of their tags; empty for a compliant design.
  public var violations: [Violation] {
    var found: [Violation] = []
    let required = buttons.filter { $0.leadsTo == .legalConsent }.count
    let toAlert = buttons.filter { $0.leadsTo == .alert }
    if toAlert.count != 1 || buttons.count - required != 1 { found.append(.notOneButton) }  // R81
    if toAlert.contains(where: { Self.soundsLikePermission($0.title) }) {
      found.append(.titleSoundsLikePermission)  // R82
    }
    let exits = buttons.contains { $0.leadsTo == .exit }
    if exits || canBeSwipedAway { found.append(.offersExit) }  // R83
    return found
  }

  /// Words that make a title sound like the alert's own button (R82).
  public static let permissionWords = ["accept", "agree", "allow", "authorize", "enable", "permit"]

  /// Whether a word of the title begins with one of ``permissionWords``.
  static func soundsLikePermission(_ title: String) -> Bool {
    title.lowercased().split(whereSeparator: { !$0.isLetter }).contains { word in
      permissionWords.contains { word.hasPrefix($0) }  // R82
    }
  }
}
