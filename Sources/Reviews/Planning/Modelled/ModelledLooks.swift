import Inference
import Rendering
import Studies

/// The looks at a test planned by the experiment's own model: when they are, and how often each decides a comparison.
///
/// A test of two options then ends; one of several goes on until every comparison is decided.
struct ModelledLooks {
  /// One look.
  struct Look {
    /// Installs of all options that are old enough by then.
    var installs: Int
    /// The day of the test; `nil` where the installs of a day are not known.
    var day: Int?
    /// The score that stops the test; `nil` where nothing can.
    var bound: Double?
    /// Of each comparison, the chance over the uncertain inputs that it is decided here.
    var stops: [MonteCarloNumber]
    /// The chance that one is decided here where the options are equal.
    var stopsIfEqual: Double
    /// The share of simulated tests that ended here; `nil` where none were simulated.
    var simulated: MonteCarloNumber?
  }

  /// In their order.
  var looks: [Look]
  /// Of each comparison, the share of the installs by which it is decided on average.
  var used: [MonteCarloNumber]
  /// How many tests were simulated, and the day on which they ended on average; `nil` where that is not known.
  private var rehearsed: (simulations: Int, used: Double, day: Double?)?
  private let plan: ExperimentTestPlan
  private var words: ModelledTestWords

  /// - Returns: `nil` for a single look, and where nothing is known.
  init?(_ test: ModelledTest) {
    let plan = test.plan
    guard let boundaries = plan.design.boundaries, let stopping = plan.stopping else { return nil }
    let duration = test.duration
    let simulated = test.rehearsal?.tests
    self.plan = plan
    words = ModelledTestWords(test)
    looks = boundaries.looks.indices.map { index in
      let look = boundaries.looks[index]
      return Look(
        installs: Int((Double(plan.planned) * look.fraction * (1 - 1e-12)).rounded(.up)),
        day: duration?.calendar.day(ofLook: look.fraction),
        bound: look.bound,
        stops: stopping.comparisons.map { $0.stops[index] }, stopsIfEqual: stopping.ifEqual[index],
        simulated: simulated.flatMap { $0.stops.indices.contains(index) ? $0.stops[index] : nil })
    }
    used = stopping.comparisons.map(\.used)
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
    let early = used.indices.map { comparison in
      PlanNumbers.power(looks.dropLast().reduce(0) { $0 + $1.stops[comparison].value })
    }
    var counted = ""
    if case .anyTime(let count)? = plan.design.looks { counted = " (looked at \(count) times)" }
    guard used.count > 1 else {
      return
        "Over the uncertain inputs, \(early[0]) of such tests\(counted) stop before the last look. They use "
        + "\(PlanNumbers.power(used[0].value)) of the installs on average."
    }
    let decided = used.indices.map { "\(words.arm($0)) in \(early[$0])" }
    let needed = used.indices.map { "\(PlanNumbers.power(used[$0].value)) for \(words.arm($0))" }
    return
      "Over the uncertain inputs, a look before the last decides on \(decided.inProse) of such tests"
      + "\(counted). On average that takes a part of the installs: \(needed.inProse)."
  }

  /// What simulated tests did; `nil` where none were simulated.
  var simulatedSentence: String? {
    guard let rehearsed else { return nil }
    let early = looks.dropLast().reduce(0) { $0 + ($1.simulated?.value ?? 0) }
    let end =
      rehearsed.day.map { " They end on day \(PlanNumbers.grouped(Int($0.rounded()))) on average." } ?? ""
    return
      "Of \(PlanNumbers.grouped(rehearsed.simulations)) simulated tests that att-lab analyze judges at each look, "
      + "\(PlanNumbers.power(early)) \(used.count == 1 ? "stop" : "have decided every comparison") before the last. Tests have \(PlanNumbers.power(rehearsed.used)) of the installs on "
      + "average when they end.\(end)"
  }

  /// A row for each look at fixed steps; `nil` for looks at any time, which are too many.
  var table: TextTable? {
    guard case .fixed? = plan.design.looks else { return nil }
    func column(_ heading: [String], _ cell: (Look) -> String) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: looks.map(cell))
    }
    var columns = [column(["in total"]) { PlanNumbers.grouped($0.installs) }]
    if looks.contains(where: { $0.day != nil }) {
      columns.append(column(["day of", "test"]) { $0.day.map(PlanNumbers.grouped) ?? "" })
    }
    columns += [
      column(["stops", "beyond"]) { $0.bound.map { "±" + SupportedDigits.text($0, decimals: 2) } ?? "–" }
    ]
    columns += used.indices.map { comparison in
      let heading = used.count == 1 ? ["stops", "here"] : ["decides on", words.armLabel(comparison)]
      return column(heading) { PlanNumbers.power($0.stops[comparison].value) }
    }
    let word = used.count == 1 ? "stops" : "decides"
    columns.append(column([word, "if equal"]) { PlanNumbers.smallChance($0.stopsIfEqual) })
    if rehearsed != nil {
      columns.append(
        column([used.count == 1 ? "stops, in" : "ends, of", "simulated tests"]) {
          $0.simulated.map { PlanNumbers.power($0.value) } ?? ""
        })
    }
    return TextTable(
      first: .init(heading: ["look"], cells: looks.indices.map { "\($0 + 1)" }), columns: columns,
      indent: "  ")
  }
}
