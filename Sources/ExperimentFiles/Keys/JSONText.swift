/// A JSON value that keeps the order of its keys, so that the text is the same every time.
enum JSONText {
  case string(String)
  case number(Double)
  case flag(Bool)
  case list([JSONText])
  case object([Member])

  /// One key and its value.
  struct Member {
    var key: String
    var value: JSONText

    init(_ key: String, _ value: JSONText) {
      self.key = key
      self.value = value
    }
  }

  /// The value as text, two blanks per level.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .string(let string): return Self.quoted(string)
    case .number(let number):
      return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    case .flag(let flag): return flag ? "true" : "false"
    case .list(let items):
      if items.isEmpty { return "[]" }
      return "[\n" + items.map { inner + $0.text(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      return "{\n"
        + members.map { inner + Self.quoted($0.key) + ": " + $0.value.text(indent: inner) }.joined(
          separator: ",\n")
        + "\n\(indent)}"
    }
  }

  private static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(arrayLiteral elements: JSONText...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSONText)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }

  /// The value with further keys after its own.
  func adding(_ key: String, _ value: JSONText) -> JSONText {
    if case .object(let members) = self { .object(members + [Member(key, value)]) } else { self }
  }
}
