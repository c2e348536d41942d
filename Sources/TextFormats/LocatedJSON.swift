/// A value of a JSON document, and the line it stands on.
///
/// An app's own files are read as this: their findings name lines.
public struct LocatedJSON: Sendable {
  /// What it is.
  public enum Content: Sendable {
    case null
    case flag(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case list([LocatedJSON])
    case object([Member])
  }

  /// A key of an object with its value.
  public struct Member: Sendable {
    /// As it reads without its escapes.
    public let key: String
    /// Where the key stands, 1-based.
    public let line: Int
    /// What it stands for.
    public let value: LocatedJSON
  }

  /// What it is.
  public let content: Content
  /// 1-based.
  public let line: Int

  init(content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  /// Reads a document (RFC 8259).
  ///
  /// - Parameters:
  ///   - depth: how deep values may be nested; the default is deeper than any document of this program, and not so deep
  ///     that reading takes too much of the stack.
  ///   - values: how many values there may be.
  /// - Throws: ``JSONSyntaxProblem`` for a text that is no document, for one beyond these limits, and for a number beyond
  ///   the largest finite one.
  public init(
    reading text: String, depth: Int = 100, values: Int = .max
  ) throws(JSONSyntaxProblem) {
    var reader = JSONReader(bytes: Array(text.utf8), mostDepth: depth, mostValues: values)
    self = try reader.document()
  }

  /// The value without its lines.
  public var value: JSONValue {
    switch content {
    case .null: .null
    case .flag(let flag): .flag(flag)
    case .integer(let number): .integer(number)
    case .unsigned(let number): .unsigned(number)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .list(let items): .list(items.map(\.value))
    case .object(let members): .object(members.map { ($0.key, $0.value.value) })
    }
  }
}

/// Why a text is no JSON document, and where it stops being one.
public struct JSONSyntaxProblem: Error, Equatable, Sendable {
  /// 1-based.
  public let line: Int
  /// The position of a byte, 1-based.
  public let byte: Int
  /// What there should be, and what there is.
  public let reason: String

  /// The parts, unchanged.
  public init(line: Int, byte: Int, reason: String) {
    self.line = line
    self.byte = byte
    self.reason = reason
  }
}
