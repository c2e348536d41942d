import Inference
public import Rendering
public import TextFormats

/// A planned test as JSON and as a table of sizes (`Data/README.md`).
public enum PlanJSON {
  /// The plan, schema `att-lab/plan/1`.
  public static func document(_ test: PlannedTest) -> JSONValue {
    let plan = test.plan
    return .object([
      ("schema", "att-lab/plan/1"), ("mode", "formula"), ("question", question(test)),
      (
        "arms",
        .list(
          test.arms.indices.map { index in
            .object([
              ("arm", .text(test.arms[index])), ("rate", .number(plan.shares[index])),
              ("allocation", .number(plan.design.allocation[index])),
            ])
          })
      ),
      ("answer", answer(test)),
      ("looks", looks(test)), ("expected_planned_if_true", .optional(plan.stopping?.installsIfTrue)),
      ("expected_planned_if_equal", .optional(plan.stopping?.installsIfEqual)),
      ("calendar", test.duration?.json ?? .null), ("curve", sizes(test).json),
      ("analyze", .texts(test.analysis)),
    ])
  }

  /// What the plan depends on: the same for the same plan, however it was asked for.
  public static func asked(_ test: PlannedTest) -> JSONValue {
    document(test).members(["mode", "question", "arms", "calendar"]).adding([
      ("planned", .count(test.plan.answer.total)), ("power", .optional(test.plan.wantedPower)),
    ])
  }

  /// The sizes with their power, a row each.
  public static func csv(_ test: PlannedTest) -> CSVDocument { sizes(test).csv }

  private static func question(_ test: PlannedTest) -> JSONValue {
    let design = test.plan.design
    return .object([
      ("asked", .text(test.plan.asked.rawValue)), ("non_inferior", DesignJSON.nonInferior(design)),
      ("confidence", .number(design.level.value)),
      ("comparison_confidence", .number(design.comparisonLevel.value)),
      ("day", test.day.map { .count($0) } ?? .null), ("clusters", DesignJSON.clusters(design)),
      ("planned_looks", DesignJSON.looks(design)),
    ])
  }

  /// A size and its power, in full.
  private static func point(_ test: PlannedTest, _ point: TestPlan.Point?) -> JSONValue {
    guard let point else { return .null }
    return .object([
      ("per_arm", perArm(test, point)), ("planned", .count(point.total)), ("power", .number(point.power)),
      ("powers", .list(point.powers.map { .number($0) })),
    ])
  }

  private static func answer(_ test: PlannedTest) -> JSONValue {
    let plan = test.plan
    let differences = plan.shares.dropFirst().map { $0 - plan.shares[0] }
    return .object([
      ("per_arm", perArm(test, plan.answer)), ("planned", .count(plan.answer.total)),
      ("power", .number(plan.answer.power)), ("powers", .list(plan.answer.powers.map { .number($0) })),
      ("wanted_power", .optional(plan.wantedPower)), ("is_enough", .flag(plan.isEnough)),
      ("needed", point(test, plan.needed)), ("inflation", .number(plan.inflation)),
      ("design_effect", .number(plan.design.clusters?.designEffect ?? 1)),
      (
        "difference",
        .object(zip(test.arms.dropFirst(), differences).map { (key: $0, value: JSONValue.number($1)) })
      ),
    ])
  }

  private static func looks(_ test: PlannedTest) -> JSONValue {
    .list(
      test.looks.map { look in
        .object([
          ("fraction", .number(look.fraction)), ("planned", .count(look.installs)),
          ("day", look.day.map { .count($0) } ?? .null), ("bound", .optional(look.bound)),
          ("stop_if_true", .number(look.stopIfTrue)), ("stop_if_equal", .number(look.stopIfEqual)),
        ])
      })
  }

  private static func perArm(_ test: PlannedTest, _ point: TestPlan.Point) -> JSONValue {
    .object(zip(test.arms, point.installs).map { (key: $0, value: JSONValue.count($1)) })
  }

  private static func sizes(_ test: PlannedTest) -> RecordTable<TestPlan.Point> {
    let perArm: [RecordField<TestPlan.Point>] = test.arms.indices.map { index in
      .init(column: "installs_\(test.arms[index])") { .count($0.installs[index]) }
    }
    return RecordTable(
      fields: perArm + [
        .init(key: "per_arm") { Self.perArm(test, $0) }, .init("planned") { .count($0.total) },
        .init("days") { point in
          test.calendar.map {
            .count($0.resized(to: point.total).enrolmentDays)
          } ?? .null
        },
        .init("power") { .number($0.power) },
        .init(key: "powers") { .list($0.powers.map { .number($0) }) },
      ], rows: test.plan.curve)
  }
}
