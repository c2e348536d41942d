/// The usage description that an app declares for the alert, as far as rules look at it.
///
/// Whether the text persuades or satisfies a reviewer's sense of a concrete
/// reason is not decided here.
package enum UsageDescription: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// The key is not declared: a request that would show the alert ends the process (R24).
  case missing
  /// The key is declared without a word: the alert shows the system's own sentence alone (R25).
  case empty
  case written

  /// Reads a declared value; `nil` means that the key is missing, and blanks alone are empty.
  package init(_ text: String?) {
    guard let text else {
      self = .missing  // R24
      return
    }
    self = text.allSatisfy(\.isWhitespace) ? .empty : .written  // R25
  }

  /// Whether the alert can appear at all (R24).
  package var isDeclared: Bool { self != .missing }

  /// Whether the alert carries a word of the app's; App Review treats its absence as no string (R25).
  package var explains: Bool { self == .written }
}
