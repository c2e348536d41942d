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

  /// The names of a table in which one count stands for each option: those of the last day are `allowed` and `denied`.
  ///
  /// - Returns: the names, and what a reader should know; unchanged where a column is `allowed` already.
  static func read(_ names: [String]) -> (names: [String], remark: String?) {
    let lower = names.map { $0.lowercased() }
    let columns = lower.map(DayColumn.init)
    let days = columns.compactMap { $0?.answer == .allowed ? $0?.day : nil }
    guard !lower.contains(Answer.allowed.rawValue), let last = days.max() else { return (names, nil) }
    let read = zip(names, columns).map { name, column in
      column?.day == last ? column?.answer.rawValue ?? name : name
    }
    return (read, "'allowed_by_\(last)' is read as 'allowed'.")
  }
}
