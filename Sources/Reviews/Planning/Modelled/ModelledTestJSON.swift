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
      ("scenario", .text(plan.scenario)), ("trials", .count(plan.trials)), ("question", question(plan)),
      (
        "arms",
        .list([
          arm(plan, plan.pair.baseline, plan.rates.baseline, plan.design.allocation[0]),
          arm(plan, plan.pair.arm, plan.rates.arm, plan.design.allocation[1]),
        ])
      ),
      ("answer", answer(plan)), ("looks", looks(test)),
      ("installs_used", .optional(plan.stopping?.used.value)),
      ("installs_used_mcse", .optional(plan.stopping?.used.mcse)),
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
      ("simulations", test.rehearsal.map { .count($0.planned.simulations) } ?? .null),
      (
        "economics",
        test.worth.map { worth in
          .object([
            ("future", worth.hasUse ? .number(worth.economics.future) : .null),
            ("worth", .number(worth.economics.worth)), ("unit", .text(test.unit)),
            ("cost_per_install", .number(worth.economics.costPerInstall)),
            ("fixed_cost", .number(worth.economics.fixedCost)),
          ])
        } ?? .null
      ),
    ])
  }

  /// The sizes with their chances, a row each.
  public static func csv(_ test: ModelledTest) -> CSVDocument { sizes(test).csv }

  private static func name(_ plan: ExperimentTestPlan, _ position: Int) -> String {
    plan.outline.arms[position].name
  }

  private static func question(_ plan: ExperimentTestPlan) -> JSONValue {
    let design = plan.design
    return .object([
      ("asked", plan.isSizeFound ? "size" : "power"), ("aim", "difference"),
      ("margin", .number(plan.margin)), ("confidence", .number(design.level.value)),
      ("sides", .text(design.sides.rawValue)), ("test", "score"), ("day", .count(plan.day)),
      ("metric", .text(plan.metric.rawValue)), ("denominator", "installs"),
      ("power", .number(plan.power)), ("lost", .number(1 - design.counted[0])),
      ("clusters", PlannedClustersJSON.value(design.clusters)),
      ("planned_looks", PlannedLooksJSON.value(design.looks)),
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
    return .object([
      (name(plan, plan.pair.baseline), .count(split.baseline)),
      (name(plan, plan.pair.arm), .count(split.arm)),
    ])
  }

  private static func answer(_ plan: ExperimentTestPlan) -> JSONValue {
    .object([
      ("per_arm", perArm(plan, plan.planned)), ("planned", .count(plan.planned)),
      ("needed", .optional(plan.needed)), ("power", .number(plan.answer.power)),
      ("wanted_power", plan.isSizeFound ? .number(plan.power) : .null),
      ("difference", .object([(key: name(plan, plan.pair.arm), value: .number(plan.difference))])),
    ])
  }

  private static func sizes(_ test: ModelledTest) -> RecordTable<ExperimentTestPlan.Point> {
    let plan = test.plan
    func worth(_ key: String, _ number: @escaping (TestEconomics.Balance) -> Double) -> RecordField<
      ExperimentTestPlan.Point
    > {
      .init(key) { point in
        .optional(test.worth?.curve.first { $0.installs == point.installs }.map(number))
      }
    }
    typealias Point = ExperimentTestPlan.Point
    func chance(_ key: String, _ number: @escaping (Point) -> MonteCarloNumber) -> [RecordField<Point>] {
      [.init(key) { .number(number($0).value) }, .init("\(key)_mcse") { .number(number($0).mcse) }]
    }
    let isEven = plan.isSplitEvenly
    let first: [RecordField<Point>] = [
      .init("installs_per_arm") { isEven ? .count($0.installs / 2) : .null },
      .init("planned") { .count($0.installs) },
      .init("days") { point in
        plan.calendar(installs: point.installs).map { .count($0.enrolmentDays) } ?? .null
      },
    ]
    let chances =
      chance("p_better") { $0.chances.armAhead } + chance("p_worse") { $0.chances.baselineAhead }
      + chance("p_equivalent") { $0.chances.equal } + chance("p_unknown") { $0.chances.open }
      + chance("assurance") { $0.chances.assurance }
    let last: [RecordField<Point>] = [
      .init("power") { .number($0.power) }, .init("wrong_sign") { .optional($0.chances.wrongSign) },
      .init("exaggeration") { .optional($0.chances.exaggeration) },
      worth("evsi") { $0.perInstall.value }, worth("evsi_mcse") { $0.perInstall.mcse },
      worth("gain") { $0.gain }, worth("cost") { $0.cost }, worth("net_benefit") { $0.net },
      .init("installs_of_baseline") { .count(plan.design.split($0.installs).baseline) },
      .init("installs_of_arm") { .count(plan.design.split($0.installs).arm) },
    ]
    return RecordTable(fields: first + chances + last, rows: plan.curve)
  }

  private static func looks(_ test: ModelledTest) -> JSONValue {
    .list(
      (ModelledLooks(test)?.looks ?? []).map { look in
        .object([
          ("planned", .count(look.installs)), ("day", look.day.map { .count($0) } ?? .null),
          ("date", .optional(look.date)), ("bound", .optional(look.bound)),
          ("stop", .number(look.stops.value)),
          ("stop_mcse", .number(look.stops.mcse)), ("stop_if_equal", .number(look.stopsIfEqual)),
        ])
      })
  }

  private static func rehearsal(_ test: ModelledTest) -> JSONValue {
    guard let rehearsal = test.rehearsal else { return .null }
    func tests(_ found: RehearsedTests?) -> JSONValue {
      guard let found else { return .null }
      func number(_ key: String, _ number: MonteCarloNumber) -> [(key: String, value: JSONValue)] {
        [(key, .number(number.value)), ("\(key)_mcse", .number(number.mcse))]
      }
      return .object(
        [("simulations", .count(found.simulations))] + number("better", found.better)
          + number("worse", found.worse) + number("equivalent", found.equivalent)
          + number("bias", found.bias) + number("coverage", found.coverage)
          + [
            ("wrong_sign", .optional(found.wrongSign)), ("exaggeration", .optional(found.exaggeration)),
            (
              "stops",
              .list(
                found.stops.map { .object([("stop", .number($0.value)), ("stop_mcse", .number($0.mcse))]) })
            ),
          ] + number("installs_used", found.used))
    }
    return .object([
      ("as_planned", tests(rehearsal.planned)), ("identical", tests(rehearsal.identical)),
      ("equal_by_day", tests(rehearsal.equalByDay)), ("read_too_early", tests(rehearsal.tooEarly)),
      ("too_early_difference", .optional(rehearsal.tooEarlyDifference)),
    ])
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

  private static func shipped(_ shipped: UncertainTest.Shipped?) -> JSONValue {
    shipped.map {
      .object([
        ("p_ship_best", .number($0.best.value)), ("p_ship_best_mcse", .number($0.best.mcse)),
        ("p_ship_harmful", .number($0.harmful.value)), ("p_ship_harmful_mcse", .number($0.harmful.mcse)),
        ("regret_after", .number($0.loss.value)), ("regret_after_mcse", .number($0.loss.mcse)),
      ])
    } ?? .null
  }

  private static func worth(_ test: ModelledTest) -> JSONValue {
    guard let worth = test.worth else { return .null }
    let plan = test.plan
    return .object([
      ("future", worth.hasUse ? .number(worth.economics.future) : .null), ("unit", .text(test.unit)),
      ("worth", .number(worth.economics.worth)),
      ("cost_per_install", .number(worth.economics.costPerInstall)),
      ("fixed_cost", .number(worth.economics.fixedCost)),
      ("best_guess", .text(name(plan, worth.bestArm))), ("perfect_information", .number(worth.knowing.value)),
      ("perfect_information_mcse", .number(worth.knowing.mcse)), ("best_size", balance(worth.own.best)),
      ("misleading", .optional(worth.misleading)), ("shipped", shipped(worth.shipped)),
      (
        "pairs",
        .list(
          worth.pairs.map { pair in
            .object([
              ("baseline", .text(name(plan, pair.pair.baseline))), ("arm", .text(name(plan, pair.pair.arm))),
              ("evsi", .number(pair.planned.perInstall.value)),
              ("evsi_mcse", .number(pair.planned.perInstall.mcse)), ("gain", .number(pair.planned.gain)),
              ("cost", .number(pair.planned.cost)), ("mcse", .number(pair.planned.mcse)),
              ("best_size", balance(pair.best)),
            ])
          })
      ),
      ("installs_while_waiting", .number(worth.economics.installsWhileWaiting)),
      (
        "sizes",
        .list(
          zip(worth.curve, worth.nextThousand).map { size, next in
            .object(members(size) + [("next_thousand", .number(next))])
          })
      ),
    ])
  }
}
