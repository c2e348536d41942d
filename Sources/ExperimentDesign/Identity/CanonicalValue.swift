import TextFormats

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
  public var text: String { json.text(.canonical) }

  private var json: JSONValue {
    switch self {
    case .none: .null
    case .flag(let flag): .flag(flag)
    case .integer(let integer): .integer(Int64(integer))
    case .number(.infinity): .text("infinity")
    case .number(-.infinity): .text("-infinity")
    case .number(0): .number(0)
    case .number(let number): number.isNaN ? .text("nan") : .number(number)
    case .text(let text): .text(text)
    case .list(let values): .list(values.map(\.json))
    case .object(let members):
      .object(
        members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
          .map { (key: $0.key, value: $0.value.json) })
    }
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
