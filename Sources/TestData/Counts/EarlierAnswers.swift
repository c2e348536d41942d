import TextFormats

/// The answers by earlier days that stand in a table of counts beside those that count, as a check of them: what was
/// answered by one day was answered by every later one.
struct EarlierAnswers {
  /// A column, from the earliest day to the one that counts.
  private struct Column {
    let name: String
    let index: Int
  }

  /// By answer; none where there is nothing to compare.
  private let columns: [[Column]]

  /// - Parameter names: of the header, as they are written.
  init(_ names: [String]) {
    let lower = names.map { $0.lowercased() }
    columns = DayColumn.Answer.allCases.map { answer in
      let days = lower.enumerated().compactMap { index, name in
        DayColumn(name).flatMap { $0.answer == answer ? (day: $0.day, index: index) : nil }
      }
      // A column without a day is of all answers, whatever their day.
      let whole = lower.firstIndex(of: answer.rawValue).map { (day: Int.max, index: $0) }
      let sorted = (days + [whole].compactMap { $0 }).sorted { $0.day < $1.day }
      return sorted.count > 1 ? sorted.map { Column(name: lower[$0.index], index: $0.index) } : []
    }
  }

  /// Reports counts of a row that fall from one day to a later one; cells that are no counts are passed over.
  func check(_ record: RecordScanner, _ log: inout ProblemLog) {
    for columns in columns {
      var last: (column: Column, count: Int)?
      for column in columns {
        guard case .number(let count) = CountReader.read(record.cell(column.index)) else { continue }
        if let last, count < last.count {
          let location = record.location(column.index)
          log.add(
            line: location.line, column: location.column,
            "\(column.name) is \(count), and \(last.column.name) is \(last.count); expected counts that only grow"
          )
        }
        last = (column, count)
      }
    }
  }
}
