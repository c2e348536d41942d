/// A column whose name says by which day after the install its answers were counted: `allowed_by_7`, `denied_by_7`.
struct DayColumn: Equatable {
  /// What was answered.
  enum Answer: String, CaseIterable {
    case allowed, denied
  }

  let answer: Answer
  let day: Int

  /// - Returns: `nil` where the name, in small letters, is no such column.
  init?(_ name: String) {
    for answer in Answer.allCases {
      let start = answer.rawValue + "_by_"
      guard name.hasPrefix(start), let day = Int(name.dropFirst(start.count)) else { continue }
      self.answer = answer
      self.day = day
      return
    }
    return nil
  }

  /// The days that a column may be of.
  static let days = 1...365

  /// Why no table has such a column; `nil` where one may.
  var problem: String? {
    Self.days.contains(day)
      ? nil
      : "'\(answer.rawValue)_by_\(day)': expected a day from \(Self.days.lowerBound) to \(Self.days.upperBound)"
  }

  /// Why the answers of a day cannot be had of a table; `nil` where they can, and where no column says by which day.
  static func missing(_ day: Int?, in names: [String]) -> String? {
    let lower = names.map { $0.lowercased() }
    let days = lower.compactMap { name in
      DayColumn(name).flatMap { $0.answer == .allowed && $0.problem == nil ? $0.day : nil }
    }
    guard let day, !days.isEmpty, !days.contains(day), !lower.contains(Answer.allowed.rawValue) else {
      return nil
    }
    let sorted = days.sorted()
    let found = sorted.map { "allowed_by_\($0)" }.joined(separator: ", ")
    return "no column 'allowed_by_\(day)'; --day asks for day \(day), and the file has \(found). Write "
      + "\(sorted.map { "--day \($0)" }.joined(separator: " or ")), or count by day \(day)"
  }

  /// The names of a table in which one count stands for each option: those of a day are `allowed` and `denied`.
  ///
  /// - Parameter day: by which answers count; `nil` for the last.
  /// - Returns: the names, and the day; unchanged and `nil` where a column is `allowed` already, and where no column is of
  ///   the day.
  static func read(_ names: [String], day: Int?) -> (names: [String], day: Int?) {
    let lower = names.map { $0.lowercased() }
    let columns = lower.map(DayColumn.init)
    let days = columns.compactMap { $0?.answer == .allowed ? $0?.day : nil }
    guard !lower.contains(Answer.allowed.rawValue), let last = day ?? days.max(), days.contains(last) else {
      return (names, nil)
    }
    let read = zip(names, columns).map { name, column in
      column?.day == last ? column?.answer.rawValue ?? name : name
    }
    return (read, last)
  }
}
