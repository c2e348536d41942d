/// The columns of a table of counts that answers are counted in: `allowed` and `denied`, and by a day after the install
/// `allowed_by_7` and `denied_by_7`.
struct AnswerColumns {
  /// What was answered.
  enum Answer: String, CaseIterable {
    case allowed, denied
  }

  /// One column.
  struct Column {
    var name: String
    /// The day by which it counts; `nil` for one that does not say.
    var day: Int?
  }

  /// Those of allowed and of denied, each from the earliest day to the one without.
  private(set) var allowed: [Column] = []
  private(set) var denied: [Column] = []

  /// The days that a column may be of.
  private static let possible = 1...365

  /// Finds the columns; a day that cannot be goes into the log.
  init(_ header: TableHeader, _ log: inout ProblemLog) {
    for answer in Answer.allCases {
      var found: [Column] = []
      for name in header.lowercased where !found.contains(where: { $0.name == name }) {
        let start = answer.rawValue + "_by_"
        if name == answer.rawValue {
          found.append(Column(name: name))
        } else if name.hasPrefix(start), let day = Int(name.dropFirst(start.count)) {
          found.append(Column(name: name, day: day))
          guard !Self.possible.contains(day) else { continue }
          header.report(
            name, "'\(name)': expected a day from \(Self.possible.lowerBound) to \(Self.possible.upperBound)",
            &log)
        }
      }
      found.sort { ($0.day ?? .max) < ($1.day ?? .max) }
      switch answer {
      case .allowed: allowed = found
      case .denied: denied = found
      }
    }
  }

  /// The days by which those who allowed were counted, ascending.
  var days: [Int] { allowed.compactMap(\.day) }

  /// Takes a column without a day for that of a day.
  mutating func date(_ day: Int) {
    for index in allowed.indices where allowed[index].day == nil { allowed[index].day = day }
    for index in denied.indices where denied[index].day == nil { denied[index].day = day }
  }

  /// Reports counts of a row that fall from one day to a later one; cells that are no counts are passed over.
  func check(_ row: TableRow, _ log: inout ProblemLog) {
    for columns in [allowed, denied] where columns.count > 1 {
      var last: (name: String, count: Int)?
      for column in columns {
        guard let count = row.countIfAny(column.name) else { continue }
        if let last, count < last.count {
          row.refuse(
            column.name,
            "\(column.name) is \(count), and \(last.name) is \(last.count); expected counts that only grow",
            &log)
        }
        last = (column.name, count)
      }
    }
  }
}
