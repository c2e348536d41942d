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
    /// The share of simulated tests that stopped here; `nil` where none were simulated.
    var simulated: MonteCarloNumber?
  }

  /// In their order.
  var looks: [Look]
  /// The share of the installs that a test uses on average.
  var used: MonteCarloNumber
  /// How many tests were simulated, and the day on which they ended on average; `nil` where that is not known.
  private var rehearsed: (simulations: Int, used: Double, day: Double?)?
  private let plan: ExperimentTestPlan

  /// - Returns: `nil` for a single look, and where nothing is known.
  init?(_ test: ModelledTest) {
    let plan = test.plan
    guard let boundaries = plan.design.boundaries, let stopping = plan.stopping else { return nil }
    let duration = test.duration
    let simulated = test.rehearsal?.planned
    self.plan = plan
    looks = boundaries.looks.indices.map { index in
      let look = boundaries.looks[index]
      return Look(
        installs: Int((Double(plan.planned) * look.fraction * (1 - 1e-12)).rounded(.up)),
        day: duration?.calendar.day(ofLook: look.fraction),
        date: duration.flatMap { $0.date($0.calendar.day(ofLook: look.fraction)) }, bound: look.bound,
        stops: stopping.stops[index], stopsIfEqual: stopping.ifEqual[index],
        simulated: simulated.flatMap { $0.stops.indices.contains(index) ? $0.stops[index] : nil })
    }
    used = stopping.used
    if let simulated, simulated.stops.count == looks.count {
      rehearsed = (simulated.simulations, simulated.used.value, Self.meanDay(looks, simulated))
    }
  }

  /// The day of the test on which simulated tests ended, on average.
  private static func meanDay(_ looks: [Look], _ found: RehearsedTests) -> Double? {
    guard let last = looks.last?.day else { return nil }
    // Tests that no look ends are read at the last one.
    return zip(looks, found.stops).reduce(Double(last)) { sum, look in
      sum + look.1.value * Double((look.0.day ?? last) - last)
    }
  }

  /// How often a test stops early, and what that spares.
  var sentence: String {
    let early = looks.dropLast().reduce(0) { $0 + $1.stops.value }
    var counted = ""
    if case .anyTime(let count)? = plan.design.looks { counted = " (looked at \(count) times)" }
    return
      "Over the uncertain inputs, \(PlanNumbers.power(early)) of such tests\(counted) stop before the last look. They use "
      + "\(PlanNumbers.power(used.value)) of the installs on average."
  }

  /// What simulated tests did; `nil` where none were simulated.
  var simulatedSentence: String? {
    guard let rehearsed else { return nil }
    let early = looks.dropLast().reduce(0) { $0 + ($1.simulated?.value ?? 0) }
    let end =
      rehearsed.day.map { " They end on day \(PlanNumbers.grouped(Int($0.rounded()))) on average." } ?? ""
    return
      "Of \(PlanNumbers.grouped(rehearsed.simulations)) simulated tests that att-lab analyze judges at each look, "
      + "\(PlanNumbers.power(early)) stop before the last. Tests have \(PlanNumbers.power(rehearsed.used)) of the installs on "
      + "average when they end.\(end)"
  }

  /// A row for each look at fixed steps; `nil` for looks at any time, which are too many.
  var table: TextTable? {
    guard case .scheduled? = plan.design.looks else { return nil }
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
    if rehearsed != nil {
      columns.append(
        column(["stops, in", "simulated tests"]) { $0.simulated.map { PlanNumbers.power($0.value) } ?? "" })
    }
    return TextTable(
      first: .init(heading: ["look"], cells: looks.indices.map { "\($0 + 1)" }), columns: columns,
      indent: "  ")
  }
}
