/// A value in the one form in which equal meanings have equal texts.
///
/// A run is found again by the hash of its experiment in this form, years later and by other
/// versions. So its words are written out where they are used, and never taken from the name
/// of a type, a property or a case: those may change at any time, what is written here may not.
public enum CanonicalValue: Hashable, Sendable {
  /// No value.
  case none
  /// Yes or no.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// A number, written with the fewest digits that read back as the same bits.
  ///
  /// Minus zero means zero; an infinity is a bound that is not there.
  case number(Double)
  /// A text.
  case text(String)
  /// Values in an order that has a meaning.
  case list([CanonicalValue])
  /// Values by their keys, whose order has none.
  case object([String: CanonicalValue])

  /// The value as JSON: keys sorted by their UTF-8 bytes, no blanks, an infinity as a text.
  public var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .none: text += "null"
    case .flag(let flag): text += flag ? "true" : "false"
    case .integer(let integer): text += "\(integer)"
    case .number(let number): Self.write(number, to: &text)
    case .text(let string): Self.write(string, to: &text)
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (index, member) in sorted.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ number: Double, to text: inout String) {
    switch number {
    case .infinity: text += "\"infinity\""
    case -.infinity: text += "\"-infinity\""
    case 0: text += "0.0"
    default: text += number.isNaN ? "\"nan\"" : "\(number)"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

/// What has a part in the meaning of an experiment, and says which.
protocol CanonicallyEncoded {
  /// The meaning, in words that stay when the code's names change.
  var canonical: CanonicalValue { get }
}

extension Array where Element: CanonicallyEncoded {
  var canonical: CanonicalValue { .list(map(\.canonical)) }
}

extension Optional where Wrapped: CanonicallyEncoded {
  var canonical: CanonicalValue { map(\.canonical) ?? .none }
}

extension Optional where Wrapped == String {
  var canonical: CanonicalValue { map(CanonicalValue.text) ?? .none }
}
