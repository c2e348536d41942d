import ExperimentDesign
import Rendering
import Studies

extension SearchReport {
  /// How many are shown: five, and the baseline.
  private static let most = 6

  /// The best strategies, the best first, with the keys in which each differs from it.
  ///
  /// - Parameter draws: of the inputs, that chances rest on.
  func table(draws: Int) -> TextTable {
    let rows = best.prefix(Self.most)
    let unit = objective.unit
    var columns: [TextTable.Column] = [
      .init(
        heading: objective.heading,
        cells: Quantity.column(rows.map { row in row.mean.map { Quantity($0, unit, error: row.mcse) } }))
    ]
    if rows.contains(where: { $0.chanceBest != nil }) {
      columns.append(rows.column(["chance", "best"]) { Quantity.chance($0.chanceBest, draws: draws) })
    }
    if rows.contains(where: { $0.vsBest != nil }) {
      columns.append(rows.column(["vs the best" + (unit == .share ? ", pp" : "")], difference))
    }
    columns.append(
      rows.names("differs in", isProse: true) { row in
        row.differsIn?.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
          ?? "an option of the file's own"
      })
    return TextTable(first: rows.names(nil, label: "option", \.strategy), columns: columns, indent: "  ")
  }

  /// `-7.2 (-10.5 to -3.5)`.
  private func difference(_ row: Finalist) -> Phrase {
    guard let mean = row.vsBest else { return "" }
    var number = Quantity(mean, objective.unit.difference, error: row.vsBestMcse)
    if let low = row.vsBestLow, let high = row.vsBestHigh { number.range = (low, high) }
    let range: Phrase? = number.briefRange(.bare).map { " (\($0))" }
    return "\(number.brief([.signed, .bare]))\(range)"
  }
}
