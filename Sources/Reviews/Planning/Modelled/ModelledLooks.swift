import Inference
import Rendering
import Studies

/// The looks at a test planned by the experiment's own model: when they are, and how often each ends the test.
struct ModelledLooks {
  /// One look.
  struct Look {
    /// Installs of both options that are old enough by then.
    var installs: Int
    /// The day of the test; `nil` where the installs of a day are not known.
    var day: Int?
    /// The date of that day; `nil` where the first day of the test is not known.
    var date: String?
    /// The score that stops the test; `nil` where nothing can.
    var bound: Double?
    /// The chance over the uncertain inputs that the test stops here.
    var stops: MonteCarloNumber
    /// The chance that it stops here where the options are equal.
    var stopsIfEqual: Double
  }

  /// In their order.
  var looks: [Look]
  /// The share of the installs that a test uses on average.
  var used: MonteCarloNumber

  /// - Returns: `nil` for a single look, and where nothing is known.
  init?(_ test: ModelledTest) {
    let plan = test.plan
    guard let boundaries = plan.design.boundaries, let stopping = plan.stopping else { return nil }
    let duration = test.duration
    looks = boundaries.looks.indices.map { index in
      let look = boundaries.looks[index]
      return Look(
        installs: Int((Double(plan.planned) * look.fraction * (1 - 1e-12)).rounded(.up)),
        day: duration?.calendar.day(ofLook: look.fraction),
        date: duration.flatMap { $0.date($0.calendar.day(ofLook: look.fraction)) }, bound: look.bound,
        stops: stopping.stops[index],
        stopsIfEqual: stopping.ifEqual[index])
    }
    used = stopping.used
  }

  /// `It stops at the first look in 62% …`.
  var sentence: String {
    let early = looks.dropLast().reduce(0) { $0 + $1.stops.value }
    return
      "Over the uncertain inputs, \(PlanNumbers.power(early)) of such tests stop before the last look. They use "
      + "\(PlanNumbers.power(used.value)) of the installs on average."
  }

  var table: TextTable {
    func column(_ heading: [String], _ cell: (Look) -> String) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: looks.map(cell))
    }
    var columns = [column(["in total"]) { PlanNumbers.grouped($0.installs) }]
    if looks.contains(where: { $0.day != nil }) {
      columns.append(column(["day of", "test"]) { $0.day.map(PlanNumbers.grouped) ?? "" })
    }
    if looks.contains(where: { $0.date != nil }) { columns.append(column(["date"]) { $0.date ?? "" }) }
    columns += [
      column(["stops", "beyond"]) { $0.bound.map { "±" + SupportedDigits.text($0, decimals: 2) } ?? "–" },
      column(["stops", "here"]) { PlanNumbers.power($0.stops.value) },
      column(["stops", "if equal"]) { PlanNumbers.smallChance($0.stopsIfEqual) },
    ]
    return TextTable(
      first: .init(heading: ["look"], cells: looks.indices.map { "\($0 + 1)" }), columns: columns,
      indent: "  ")
  }
}
