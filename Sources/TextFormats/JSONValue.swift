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

  /// Whether the documents are written alike.
  public static func == (first: JSONValue, second: JSONValue) -> Bool { first.text == second.text }

  /// The document with every key on a line of its own, and a line break at its end.
  public var text: String { text(.keysOnLines) + "\n" }

  /// The document in a layout, without a line break at its end.
  public func text(_ layout: JSONLayout) -> String {
    var writer = JSONWriter(layout: layout)
    writer.write(self, indent: "")
    return writer.text
  }
}

/// How a JSON document is laid out.
public enum JSONLayout: Sendable {
  /// Every key on a line of its own, lists on one line.
  case keysOnLines
  /// Every key and every item of a list on a line of its own.
  case itemsOnLines
  /// No blanks, and in texts only those characters escaped that JSON demands, all control characters
  /// alike: promised byte for byte, because runs are found again by hashes of such texts.
  case canonical
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

/// Writes a document, the one place where JSON text is made.
private struct JSONWriter {
  let layout: JSONLayout
  private(set) var text = ""

  init(layout: JSONLayout) { self.layout = layout }

  mutating func write(_ value: JSONValue, indent: String) {
    switch value {
    case .null: text += "null"
    case .flag(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += "\(number)"
    case .unsigned(let number): text += "\(number)"
    // JSON has no word for NaN and infinity.
    case .number(let number): text += number.isFinite ? "\(number)" : "null"
    case .text(let string): write(quoting: string)
    case .list(let items):
      write("[", items, "]", onLines: layout == .itemsOnLines, indent: indent) { writer, item, inner in
        writer.write(item, indent: inner)
      }
    case .object(let members):
      write("{", members, "}", onLines: layout != .canonical, indent: indent) { writer, member, inner in
        writer.write(quoting: member.key)
        writer.text += writer.layout == .canonical ? ":" : ": "
        writer.write(member.value, indent: inner)
      }
    }
  }

  private mutating func write<Part>(
    _ opening: String, _ parts: [Part], _ closing: String, onLines: Bool, indent: String,
    _ write: (inout JSONWriter, Part, String) -> Void
  ) {
    text += opening
    let onLines = onLines && !parts.isEmpty
    let inner = onLines ? indent + "  " : indent
    for (index, part) in parts.enumerated() {
      if index > 0 { text += onLines || layout == .canonical ? "," : ", " }
      if onLines { text += "\n" + inner }
      write(&self, part, inner)
    }
    if onLines { text += "\n" + indent }
    text += closing
  }

  private mutating func write(quoting string: String) {
    text += "\""
    // Nothing of it is escaped in any layout, as is so of most: at once, in a tenth of the time.
    if string.utf8.allSatisfy({
      (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }) {
      text += string
      text += "\""
      return
    }
    for scalar in string.unicodeScalars {
      switch (scalar, layout) {
      case ("\"", _): text += "\\\""
      case ("\\", _): text += "\\\\"
      case ("\n", .keysOnLines), ("\n", .itemsOnLines): text += "\\n"
      case ("\r", .keysOnLines), ("\r", .itemsOnLines): text += "\\r"
      case ("\t", .keysOnLines), ("\t", .itemsOnLines): text += "\\t"
      case ("\u{0}"..."\u{1F}", .canonical): write(numbering: scalar)
      // Beyond what JSON asks for: nothing that steers a terminal is written raw.
      case (_, .keysOnLines) where scalar.isControl: write(numbering: scalar)
      case (_, .itemsOnLines) where scalar.isControl: write(numbering: scalar)
      case (_, _): text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private mutating func write(numbering scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16)
    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
