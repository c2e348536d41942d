import Inference
import TextFormats

// Shapes that several documents have, each written in one place.

extension JSONValue {
  /// Two ends; null without an interval.
  static func interval(_ interval: CentralInterval?) -> JSONValue {
    interval.map { .ends($0.lower, $0.upper) } ?? .null
  }

  /// Two ends of a range.
  static func ends(_ lower: Double, _ upper: Double) -> JSONValue { .list([.number(lower), .number(upper)]) }

  /// An object with further members.
  func adding(_ more: [(key: String, value: JSONValue)]) -> JSONValue {
    guard case .object(let members) = self else { return .object(more) }
    return .object(members + more)
  }
}

/// A number and its Monte Carlo standard error, under `name` and `name_mcse`.
func withError(_ name: String, _ number: MonteCarloNumber?) -> [(key: String, value: JSONValue)] {
  [(name, .optional(number?.value)), ("\(name)_mcse", .optional(number?.mcse))]
}
