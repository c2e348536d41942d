/// The columns of a table of counts that answers are counted in: `allowed` and `denied`, and by a day after the install
/// `allowed_by_7` and `denied_by_7`.
struct AnswerColumns: Sendable {
  struct Answer: Sendable {
    /// In small letters.
    var name: String
    /// The day by which it counts; `nil` for one that does not say.
    var day: Int?
    var column: Column
  }

  /// Those of allowed and of denied, each from the earliest day to the one without.
  let allowed: [Answer]
  let denied: [Answer]

  /// The days that a column may be of.
  private static let possible = 1...365

  /// Finds the columns; a day that cannot be goes into the log.
  init(_ header: TableHeader) {
    allowed = Self.columns("allowed", header)
    denied = Self.columns("denied", header)
  }

  private static func columns(_ answer: String, _ header: TableHeader) -> [Answer] {
    var found: [Answer] = []
    for name in header.lowercased where !found.contains(where: { $0.name == name }) {
      let start = answer + "_by_"
      if name == answer {
        found.append(Answer(name: name, column: header[name]))
      } else if name.hasPrefix(start), let day = Int(name.dropFirst(start.count)) {
        found.append(Answer(name: name, day: day, column: header[name]))
        guard !possible.contains(day) else { continue }
        header.report(name, "'\(name)': expected a day from \(possible.lowerBound) to \(possible.upperBound)")
      }
    }
    return found.sorted { ($0.day ?? .max) < ($1.day ?? .max) }
  }

  /// The days by which those who allowed were counted, ascending.
  var days: [Int] { allowed.compactMap(\.day) }

  /// What a row has in each of some columns; counts that fall from one day to a later one go into the log.
  static func counts(_ answers: [Answer], _ row: TableRow) -> [Int] {
    let before = row.log.count
    let counts = answers.map { row.count($0.column) ?? 0 }
    guard before == row.log.count else { return counts }
    for later in answers.indices.dropFirst() where counts[later] < counts[later - 1] {
      row.refuse(
        answers[later].column,
        "\(answers[later].name) is \(counts[later]), and \(answers[later - 1].name) is \(counts[later - 1]); expected "
          + "counts that only grow")
    }
    return counts
  }
}
