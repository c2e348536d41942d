extension JSONValue {
  /// Reads a document (RFC 8259).
  ///
  /// - Throws: ``JSONProblem`` for a text that is none, for one nested more than 100 deep, and for a number beyond the
  ///   largest finite one.
  public init(reading text: String) throws(JSONProblem) {
    var reader = JSONReader(bytes: Array(text.utf8))
    self = try reader.document()
  }
}

/// What is wrong with a document, and where.
public struct JSONProblem: Error, Equatable, CustomStringConvertible {
  /// The path of a value, as `curve[2].power`, or the position of a byte, as `byte 17`.
  public let place: String
  /// What there should be, and what there is.
  public let reason: String

  /// The parts, unchanged.
  public init(place: String, reason: String) {
    self.place = place
    self.reason = reason
  }

  /// `curve[2].power: expected a number, found a text`.
  public var description: String { "\(place): \(reason)" }
}

private struct JSONReader {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Nested deeper than any document of this program, and not so deep that reading it takes too much of the stack.
  private static let mostDepth = 100

  mutating func document() throws(JSONProblem) -> JSONValue {
    let value = try value(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw problem("expected the end") }
    return value
  }

  private func problem(_ reason: String) -> JSONProblem {
    JSONProblem(place: "byte \(position + 1)", reason: reason)
  }

  private mutating func skipBlanks() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func takes(word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count,
      word.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) })
    else { return false }
    position = end
    return true
  }

  private mutating func value(depth: Int) throws(JSONProblem) -> JSONValue {
    guard depth < Self.mostDepth else { throw problem("expected at most \(Self.mostDepth) levels") }
    skipBlanks()
    if takes("{") { return try object(depth: depth) }
    if takes("[") { return try list(depth: depth) }
    if takes("\"") { return .text(try text()) }
    if takes(word: "true") { return .flag(true) }
    if takes(word: "false") { return .flag(false) }
    if takes(word: "null") { return .null }
    return try number()
  }

  private mutating func list(depth: Int) throws(JSONProblem) -> JSONValue {
    var items: [JSONValue] = []
    skipBlanks()
    if takes("]") { return .list(items) }
    repeat {
      items.append(try value(depth: depth + 1))
      skipBlanks()
    } while takes(",")
    guard takes("]") else { throw problem("expected a comma or the end of a list") }
    return .list(items)
  }

  private mutating func object(depth: Int) throws(JSONProblem) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    skipBlanks()
    if takes("}") { return .object(members) }
    repeat {
      skipBlanks()
      guard takes("\"") else { throw problem("expected a key") }
      let key = try text()
      skipBlanks()
      guard takes(":") else { throw problem("expected a colon") }
      members.append((key, try value(depth: depth + 1)))
      skipBlanks()
    } while takes(",")
    guard takes("}") else { throw problem("expected a comma or the end of an object") }
    return .object(members)
  }

  private mutating func text() throws(JSONProblem) -> String {
    var found: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: found, as: UTF8.self) else { throw problem("expected UTF-8") }
        return text
      case UInt8(ascii: "\\"): found += Array(String(try escaped()).utf8)
      case 0..<0x20: throw problem("expected no control character")
      default: found.append(byte)
      }
    }
    throw problem("expected the end of a text")
  }

  private mutating func escaped() throws(JSONProblem) -> Character {
    guard position < bytes.count else { throw problem("expected the end of a text") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw problem("expected a known escape")
    }
    var code = try codeUnit()
    if (0xD800..<0xDC00).contains(code), takes(word: "\\u") {
      let low = try codeUnit()
      guard (0xDC00..<0xE000).contains(low) else { throw problem("expected the second half of a character") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw problem("expected a character") }
    return Character(scalar)
  }

  private mutating func codeUnit() throws(JSONProblem) -> UInt32 {
    guard position + 4 <= bytes.count,
      bytes[position..<position + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw problem("expected four hexadecimal digits") }
    position += 4
    return code
  }

  private mutating func number() throws(JSONProblem) -> JSONValue {
    let start = position
    while position < bytes.count, "+-.0123456789Ee".utf8.contains(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let first = text.first, first == "-" || first.isNumber, let number = Double(text) else {
      position = start
      throw problem("expected a value")
    }
    guard number.isFinite else { throw problem("expected a finite number, found \(text.prefix(20))") }
    if !text.contains(where: { ".eE".contains($0) }) {
      if let whole = Int64(text) { return .integer(whole) }
      if let whole = UInt64(text) { return .unsigned(whole) }
    }
    return .number(number)
  }
}
