import TextFormats

/// A JSON document whose keys keep their order and whose numbers keep all their digits.
public enum JSONValue: Equatable, Sendable {
  case null
  case flag(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// The number, or null without one.
  public static func optional(_ number: Double?) -> JSONValue { number.map { .number($0) } ?? .null }

  /// The whole number, or null without one.
  public static func optional(_ number: Int?) -> JSONValue { number.map { .count($0) } ?? .null }

  /// The text, or null without one.
  public static func optional(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }

  /// A count.
  public static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  /// A list of texts.
  public static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .text($0) }) }

  /// The object with further keys after its own; of anything else an object of these.
  public func adding(_ more: [(key: String, value: JSONValue)]) -> JSONValue {
    if case .object(let members) = self { .object(members + more) } else { .object(more) }
  }

  /// Whether the documents are written alike.
  public static func == (first: JSONValue, second: JSONValue) -> Bool { first.text == second.text }

  /// The document with every key on a line of its own, and a line break at its end.
  public var text: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  /// The document without blanks and line breaks.
  public var compactText: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Yes or no.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  /// An object whose keys keep the order in which they are written.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
}

/// The one place where JSON text is made.
extension JSONValue {
  /// - Parameter indent: What a line begins with; `nil` without lines and blanks.
  private func write(to text: inout String, indent: String?) {
    switch self {
    case .null: text += "null"
    case .flag(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += "\(number)"
    case .unsigned(let number): text += "\(number)"
    // JSON has no word for NaN and infinity.
    case .number(let number): text += number.isFinite ? "\(number)" : "null"
    case .text(let string): Self.write(quoting: string, to: &text)
    case .list(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += indent == nil ? "," : ", " }
        item.write(to: &text, indent: indent)
      }
      text += "]"
    case .object(let members):
      let inner = indent.map { $0 + "  " }
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        if let inner { text += "\n" + inner }
        Self.write(quoting: member.key, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: inner)
      }
      if let indent, !members.isEmpty { text += "\n" + indent }
      text += "}"
    }
  }

  private static func write(quoting string: String, to text: inout String) {
    text += "\""
    // Nothing of it is escaped, as is so of most: at once, in a tenth of the time.
    if string.utf8.allSatisfy({
      (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }) {
      text += string
      text += "\""
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // Beyond what JSON asks for: nothing that steers a terminal is written raw.
      case _ where scalar.isControl:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      case _: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
