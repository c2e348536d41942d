/// A sentence about retention figures, in which shares are shown as the file writes them: `0.31` or `31%`.
public struct RetentionMessage: Hashable, Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Piece: Hashable, Sendable {
    case words(String)
    case share(Double)
  }

  private var pieces: [Piece]

  /// A sentence without shares.
  public init(stringLiteral words: String) { pieces = [.words(words)] }

  /// A sentence of words, numbers and shares.
  public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  /// Collects the pieces of a sentence.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    /// Nothing is reserved.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words.
    public mutating func appendLiteral(_ literal: String) { pieces.append(.words(literal)) }

    /// Adds words, or a whole number.
    public mutating func appendInterpolation(_ words: some CustomStringConvertible) {
      pieces.append(.words("\(words)"))
    }

    /// Adds a number with four significant digits, which are more than anybody measures.
    public mutating func appendInterpolation(number: Double) {
      pieces.append(.words(RetentionMessage.digits(number)))
    }

    /// Adds a share, from 0 to 1, likewise.
    public mutating func appendInterpolation(share: Double) { pieces.append(.share(share)) }

    /// Adds another message.
    public mutating func appendInterpolation(_ message: RetentionMessage) { pieces += message.pieces }
  }

  /// Several messages as one, with words between them.
  public static func joined(_ messages: [RetentionMessage], separator: String) -> RetentionMessage {
    var whole: RetentionMessage = ""
    for (index, message) in messages.enumerated() {
      if index > 0 { whole.pieces.append(.words(separator)) }
      whole.pieces += message.pieces
    }
    return whole
  }

  /// The sentence, its shares as percentages or as fractions.
  public func text(asPercent: Bool) -> String {
    pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .share(let share): asPercent ? "\(Self.digits(100 * share))%" : Self.digits(share)
      }
    }.joined()
  }

  private static func digits(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return "\(value)" }
    var scale = 1.0
    while abs(value) * scale < 1000, scale < 1e12 { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}
