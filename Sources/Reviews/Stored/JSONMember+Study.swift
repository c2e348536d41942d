import ExperimentDesign
import Studies
import TextFormats

extension JSONMember {
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
}
