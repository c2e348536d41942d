import Inference
import Rendering

/// The looks at a planned test: when they are, what stops the test there, and how often.
struct PlannedLooksTable {
  private let test: PlannedTest

  init(_ test: PlannedTest) { self.test = test }

  /// Looks at fixed steps have rows; of looks at any time there are too many.
  var table: TextTable? {
    guard case .fixed? = test.plan.design.looks else { return nil }
    let looks = test.looks
    func column(_ heading: String, _ cell: (PlannedTest.Look) -> String) -> TextTable.Column {
      TextTable.Column(heading: [heading], cells: looks.map(cell))
    }
    var columns = [column("in total") { PlanNumbers.grouped($0.installs) }]
    if test.calendar != nil {
      columns.append(column("day of test") { $0.day.map { PlanNumbers.grouped($0) } ?? "" })
    }
    columns += [
      column("stops beyond") { $0.bound.map { "±" + SupportedDigits.text($0, decimals: 2) } ?? "–" },
      column("stops if true") { PlanNumbers.power($0.stopIfTrue) },
      column("stops if equal") { PlanNumbers.smallChance($0.stopIfEqual) },
    ]
    return TextTable(
      first: .init(heading: ["look"], cells: looks.indices.map { "\($0 + 1)" }), columns: columns,
      indent: "  ")
  }

  /// What the looks cost and save; `nil` for a single one.
  var sentence: String? {
    guard let looks = test.plan.design.looks, let stopping = test.plan.stopping else { return nil }
    let ratio = test.plan.inflation - 1
    let more = PlanNumbers.percent(ratio, decimals: ratio < 0.1 ? 1 : 0)
    let average = PlanNumbers.grouped(Int(stopping.installsIfTrue.rounded(.up)))
    let ways =
      switch looks {
      case .fixed: "\(looks.count) looks take"
      case .anyTime(let count): "Looks at any time, counted as \(count), take"
      }
    return
      "\(ways) \(more) more installs than a single one. The test stops early at a clear difference, and uses "
      + "\(average) installs on average if the difference is as assumed."
  }
}
