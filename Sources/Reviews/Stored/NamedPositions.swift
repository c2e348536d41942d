import TextFormats

/// Names that a document refers to, and where each stands.
struct NamedPositions {
  let all: [String]
  private let positions: [String: Int]
  /// What has such a name: `an option`.
  private let kind: String

  /// - Parameters:
  ///   - names: that differ from one another.
  ///   - member: where they are from.
  ///   - kind: what has such a name, as `an option`.
  /// - Throws: `JSONProblem` where there are none, or two are alike.
  init(_ names: [String], of member: JSONMember, kind: String) throws(JSONProblem) {
    all = names
    positions = Dictionary(zip(names, names.indices)) { first, _ in first }
    self.kind = kind
    guard positions.count == names.count, !names.isEmpty else {
      throw member.problem(expected: "names that differ from one another")
    }
  }

  /// The names of a list.
  init(reading member: JSONMember, kind: String) throws(JSONProblem) {
    try self.init(member.texts(), of: member, kind: kind)
  }

  /// Where the name of a text stands.
  func position(_ member: JSONMember) throws(JSONProblem) -> Int {
    try position(ofKey: member.text(), in: member, expected: "the name of \(kind)")
  }

  /// Where the name stands that is the key of a member.
  func position(ofKey key: String, in member: JSONMember) throws(JSONProblem) -> Int {
    try position(ofKey: key, in: member, expected: "a value of \(kind)")
  }

  /// Where the names of a list stand.
  func positions(_ member: JSONMember) throws(JSONProblem) -> [Int] {
    var found: [Int] = []
    for item in try member.items() { found.append(try position(item)) }
    return found
  }

  private func position(
    ofKey key: String, in member: JSONMember, expected: String
  ) throws(JSONProblem) -> Int {
    guard let position = positions[key] else { throw member.problem(expected: expected) }
    return position
  }
}
