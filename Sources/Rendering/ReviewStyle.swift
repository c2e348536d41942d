/// How wide a review may be, and whether it may use colour.
public struct ReviewStyle: Equatable, Sendable {
  /// Columns of the terminal; `nil` where the output is no terminal.
  public var width: Int?
  /// Whether escape sequences for colour may be written.
  public var isColoured: Bool

  /// Creates a style.
  public init(width: Int?, isColoured: Bool) {
    self.width = width
    self.isColoured = isColoured
  }

  /// Neither a limit of width for tables nor colour.
  public static let plain = ReviewStyle(width: nil, isColoured: false)

  /// Columns for running text: never so wide that lines are hard to follow.
  package var textWidth: Int { min(max(width ?? 100, 20), 100) }

  package func bold(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  package func dim(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  package func warning(_ text: String) -> String { isColoured ? "\u{1B}[33m\(text)\u{1B}[0m" : text }
}
