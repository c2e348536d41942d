import ExperimentDesign
import Inference
public import Rendering
import Studies
public import TextFormats

/// The plan of a real test by the experiment's own model, as JSON and as a table of sizes (`Data/README.md`).
public enum ModelledTestJSON {
  /// The plan, schema `att-lab/plan/1` in the mode `run`.
  public static func document(_ test: ModelledTest) -> JSONValue {
    let plan = test.plan
    return .object([
      ("schema", "att-lab/plan/1"), ("mode", "run"), ("run", .text(plan.outline.run)),
      ("overrides", .texts(test.overrides)), ("scenario", .text(plan.scenario)),
      ("trials", .count(plan.trials)), ("question", question(plan)),
      ("options_from", .text(plan.choice.rawValue)),
      (
        "arms",
        .list(
          plan.options.indices.map {
            arm(plan, plan.options[$0], plan.rates[$0], plan.design.allocation[$0])
          })
      ),
      ("answer", answer(plan)), ("looks", looks(test)),
      ("installs_used", .optional(pair(plan.stopping?.comparisons)?.used.value)),
      ("installs_used_mcse", .optional(pair(plan.stopping?.comparisons)?.used.mcse)),
      ("comparisons_used", used(plan)),
      ("noise_is_known", .flag(plan.noiseIsKnown)),
      ("calendar", test.duration?.json ?? .null), ("curve", sizes(test).json), ("rehearsal", rehearsal(test)),
      ("worth", worth(test)),
      ("analyze", .texts(test.analysis)), ("warnings", .texts(ModelledTestWords(test).warnings)),
    ])
  }

  /// What the plan depends on: the same for the same plan, however it was asked for.
  ///
  /// - Parameter content: what the run is found again by.
  public static func asked(_ test: ModelledTest, ofContent content: String) -> JSONValue {
    document(test).members(["mode", "scenario", "trials", "question", "arms", "calendar"]).adding([
      ("run", .text(content)), ("planned", .count(test.plan.planned)),
      (
        "economics",
        test.worth.map { worth in
          .object([
            ("future", worth.hasUse ? .number(worth.economics.future) : .null),
            ("worth", .number(worth.economics.worth)), ("unit", .text(test.unit)),
          ])
        } ?? .null
      ),
    ])
  }

  /// The one item of a list; `nil` of several.
  private static func pair<Item>(_ items: [Item]?) -> Item? {
    items?.count == 1 ? items?.first : nil
  }

  /// The share of the installs by which each of several comparisons is decided.
  private static func used(_ plan: ExperimentTestPlan) -> JSONValue {
    guard let stopping = plan.stopping, stopping.comparisons.count > 1 else { return .null }
    return .list(
      zip(plan.arms, stopping.comparisons).map { arm, found in
        .object([
          ("arm", .text(name(plan, arm))), ("installs_used", .number(found.used.value)),
          ("installs_used_mcse", .number(found.used.mcse)),
        ])
      })
  }

  /// The sizes with their chances, a row each.
  public static func csv(_ test: ModelledTest) -> CSVDocument { sizes(test).csv }

  private static func name(_ plan: ExperimentTestPlan, _ position: Int) -> String {
    plan.outline.arms[position].name
  }

  private static func question(_ plan: ExperimentTestPlan) -> JSONValue {
    let design = plan.design
    return .object([
      ("asked", .text(plan.sizing.rawValue)), ("non_inferior", DesignJSON.nonInferior(design)),
      ("margin", .number(plan.margin)), ("confidence", .number(design.level.value)),
      ("day", .count(plan.day)), ("metric", .text(plan.metric.rawValue)), ("power", .number(plan.power)),
      ("clusters", DesignJSON.clusters(design)), ("planned_looks", DesignJSON.looks(design)),
    ])
  }

  private static func arm(
    _ plan: ExperimentTestPlan, _ position: Int, _ rate: MonteCarloNumber, _ share: Double
  ) -> JSONValue {
    .object([
      ("arm", .text(name(plan, position))), ("rate", .number(rate.value)), ("rate_mcse", .number(rate.mcse)),
      ("allocation", .number(share)),
    ])
  }

  private static func perArm(_ plan: ExperimentTestPlan, _ installs: Int) -> JSONValue {
    let split = plan.design.split(installs)
    return .object(
      plan.options.indices.map { (key: name(plan, plan.options[$0]), value: .count(split[$0])) })
  }

  private static func answer(_ plan: ExperimentTestPlan) -> JSONValue {
    .object([
      ("per_arm", perArm(plan, plan.planned)), ("planned", .count(plan.planned)),
      ("needed", .number(plan.needed)), ("power", .number(plan.answer.power)),
      ("wanted_power", plan.isSizeFound ? .number(plan.power) : .null),
      (
        "difference",
        .object(
          plan.differences.indices.map {
            (key: name(plan, plan.options[$0 + 1]), value: .number(plan.differences[$0]))
          })
      ),
    ])
  }

  /// A size and one of its comparisons.
  private struct Row {
    var point: ExperimentTestPlan.Point
    var comparison: Int
    var chances: UncertainTest.Chances { point.comparisons[comparison] }
  }

  private static func sizes(_ test: ModelledTest) -> RecordTable<Row> {
    let plan = test.plan
    func worth(_ key: String, _ number: @escaping (TestWorth.Size) -> Double?) -> RecordField<Row> {
      .init(key) { row in
        .optional(
          test.worth?.curve.first { $0.balance.installs == row.point.installs }.flatMap(number))
      }
    }
    func chance(_ key: String, _ number: @escaping (Row) -> MonteCarloNumber) -> [RecordField<Row>] {
      [.init(key) { .number(number($0).value) }, .init("\(key)_mcse") { .number(number($0).mcse) }]
    }
    func installs(_ row: Row, _ option: Int) -> JSONValue {
      .count(plan.design.split(row.point.installs)[option])
    }
    let isEven = plan.isSplitEvenly
    let first: [RecordField<Row>] = [
      .init("installs_per_arm") { isEven ? installs($0, 0) : .null },
      .init("planned") { .count($0.point.installs) },
      .init("days") { row in
        plan.calendar(installs: row.point.installs).map { .count($0.enrolmentDays) } ?? .null
      },
    ]
    let chances =
      chance("p_better") { $0.chances.armAhead } + chance("p_worse") { $0.chances.baselineAhead }
      + chance("p_equivalent") { $0.chances.equal } + chance("p_unknown") { $0.chances.open }
    let last: [RecordField<Row>] = [
      .init("power") { .number($0.point.power) },
      worth("evsi") { $0.balance.perInstall.value }, worth("evsi_mcse") { $0.balance.perInstall.mcse },
      worth("gain") { $0.balance.gain }, worth("cost") { $0.balance.cost },
      worth("net_benefit") { $0.balance.net },
      .init("installs_of_baseline") { installs($0, 0) },
      .init("installs_of_arm") { installs($0, $0.comparison + 1) },
      .init("arm") { .text(name(plan, plan.options[$0.comparison + 1])) },
    ]
    return RecordTable(
      fields: first + chances + last + chance("p_shown") { $0.chances.shown },
      rows: plan.curve.flatMap { point in
        point.comparisons.indices.map { Row(point: point, comparison: $0) }
      })
  }

  private static func looks(_ test: ModelledTest) -> JSONValue {
    .list(
      (ModelledLooks(test)?.looks ?? []).map { look in
        .object([
          ("planned", .count(look.installs)), ("day", look.day.map { .count($0) } ?? .null),
          ("bound", .optional(look.bound)),
          ("stop", .optional(pair(look.stops)?.value)), ("stop_mcse", .optional(pair(look.stops)?.mcse)),
          ("stop_if_equal", .number(look.stopsIfEqual)), ("comparisons", comparisons(test.plan, look.stops)),
        ])
      })
  }

  /// How often a look decides each of several comparisons.
  private static func comparisons(_ plan: ExperimentTestPlan, _ stops: [MonteCarloNumber]) -> JSONValue {
    guard stops.count > 1 else { return .null }
    return .list(
      zip(plan.arms, stops).map { arm, stop in
        .object([
          ("arm", .text(name(plan, arm))), ("stop", .number(stop.value)), ("stop_mcse", .number(stop.mcse)),
        ])
      })
  }

  private static func rehearsal(_ test: ModelledTest) -> JSONValue {
    guard let rehearsal = test.rehearsal else { return .null }
    func number(_ key: String, _ number: MonteCarloNumber) -> [(key: String, value: JSONValue)] {
      [(key, .number(number.value)), ("\(key)_mcse", .number(number.mcse))]
    }
    func comparison(_ found: RehearsedTests.Comparison) -> JSONValue {
      .object(
        number("better", found.better) + number("worse", found.worse)
          + number("equivalent", found.equivalent) + number("shown", found.shown))
    }
    let tests = rehearsal.tests
    let stops = tests.stops.map {
      JSONValue.object([("stop", .number($0.value)), ("stop_mcse", .number($0.mcse))])
    }
    return .object(
      [
        ("simulations", .count(tests.simulations)),
        ("comparisons", .list(tests.comparisons.map(comparison))),
      ] + number("found", tests.found) + [("stops", .list(stops))] + number("installs_used", tests.used)
        + [("too_early_differences", .list(rehearsal.tooEarlyDifferences.map { .number($0) }))])
  }

  private static func members(_ balance: TestEconomics.Balance) -> [(key: String, value: JSONValue)] {
    [
      ("planned", .count(balance.installs)), ("evsi", .number(balance.perInstall.value)),
      ("evsi_mcse", .number(balance.perInstall.mcse)), ("gain", .number(balance.gain)),
      ("cost", .number(balance.cost)), ("net_benefit", .number(balance.net)), ("mcse", .number(balance.mcse)),
    ]
  }

  private static func balance(_ balance: TestEconomics.Balance?) -> JSONValue {
    balance.map { .object(members($0)) } ?? .null
  }

  private static func members(_ test: TestWorth.Test) -> [(key: String, value: JSONValue)] {
    [
      ("evsi", .number(test.planned.perInstall.value)), ("evsi_mcse", .number(test.planned.perInstall.mcse)),
      ("gain", .number(test.planned.gain)), ("cost", .number(test.planned.cost)),
      ("mcse", .number(test.planned.mcse)), ("best_size", balance(test.best)),
    ]
  }

  private static func worth(_ test: ModelledTest) -> JSONValue {
    guard let worth = test.worth else { return .null }
    let plan = test.plan
    let pairs = worth.tests.filter { $0.options.count == 2 }
    let first: [(key: String, value: JSONValue)] = [
      ("future", worth.hasUse ? .number(worth.economics.future) : .null), ("unit", .text(test.unit)),
      ("worth", .number(worth.economics.worth)),
      ("best_guess", .text(name(plan, worth.bestArm))),
      ("perfect_information", .number(worth.knowing.value)),
      ("perfect_information_mcse", .number(worth.knowing.mcse)), ("best_size", balance(worth.own.best)),
      ("misleading", .optional(worth.misleading)),
    ]
    let sizes = worth.curve.map { size in
      JSONValue.object(
        members(size.balance) + [("next_thousand", .number(size.nextThousand))])
    }
    let last: [(key: String, value: JSONValue)] = [
      ("own", .object(members(worth.own))),
      (
        "pairs",
        .list(
          pairs.map { pair in
            .object(
              [
                ("baseline", .text(name(plan, pair.options[0]))), ("arm", .text(name(plan, pair.options[1]))),
              ] + members(pair))
          })
      ),
      ("installs_while_waiting", .number(worth.economics.installsWhileWaiting)),
      ("sizes", .list(sizes)),
    ]
    return .object(first + last)
  }
}
