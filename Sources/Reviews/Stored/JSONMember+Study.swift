import ExperimentDesign
import Studies
import TextFormats

extension JSONMember {
  /// A list of texts.
  func texts() throws(JSONProblem) -> [String] {
    var found: [String] = []
    for item in try items() { found.append(try item.text()) }
    return found
  }

  /// A list of numbers.
  ///
  /// - Parameter count: how many there have to be; `nil` for any number.
  func numbers(
    _ count: Int? = nil, in range: ClosedRange<Double> = -1e300...1e300
  ) throws(JSONProblem) -> [Double] {
    var found: [Double] = []
    for item in try items(count) { found.append(try item.number(in: range)) }
    return found
  }

  /// Rows of as many numbers as there are rows.
  func matrix(_ size: Int) throws(JSONProblem) -> [[Double]] {
    var rows: [[Double]] = []
    for row in try items(size) { rows.append(try row.numbers(size)) }
    return rows
  }

  /// What options are ranked by, of a document that names it as `objective`.
  func objective() throws(JSONProblem) -> Objective {
    let found = try member("objective")
    guard let objective = Objective(named: try found.text()) else {
      throw found.problem(expected: "an objective")
    }
    return objective
  }

  /// The seed of a document, which writes it as a text: 64 bits are more than a JSON number has.
  func seed() throws(JSONProblem) -> UInt64 {
    let found = try member("seed")
    guard let seed = UInt64(try found.text()) else { throw found.problem(expected: "a seed") }
    return seed
  }

  /// A number of an object; `nil` where it is missing or null.
  func optionalNumber(
    _ key: String,
    in range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) throws(JSONProblem) -> Double? {
    guard let member = try optional(key) else { return nil }
    return try member.number(in: range)
  }
}
