import TestData

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

  /// The number, or null where there is none.
  public static func optional(_ number: Double?) -> JSONValue { number.map { .number($0) } ?? .null }

  /// The text, or null where there is none.
  public static func optional(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }

  /// Whether the documents are written alike.
  public static func == (first: JSONValue, second: JSONValue) -> Bool { first.text == second.text }

  /// The document, indented, with a line break at its end.
  public var text: String { written(indent: "") + "\n" }

  private func written(indent: String) -> String {
    switch self {
    case .null: return "null"
    case .flag(let flag): return flag ? "true" : "false"
    case .integer(let number): return "\(number)"
    case .unsigned(let number): return "\(number)"
    // JSON has no word for NaN and infinity.
    case .number(let number): return number.isFinite ? "\(number)" : "null"
    case .text(let text): return Self.quoted(text)
    case .list(let items):
      return "[" + items.map { $0.written(indent: indent) }.joined(separator: ", ") + "]"
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let inner = indent + "  "
      let lines = members.map { inner + Self.quoted($0.key) + ": " + $0.value.written(indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      // Beyond what JSON asks for: nothing that steers a terminal is written raw.
      case _ where scalar.isControl:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      case _: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
