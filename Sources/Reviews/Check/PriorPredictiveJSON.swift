import ExperimentDesign
import RuleBook
public import Studies
public import TextFormats

/// What a file's assumptions imply, as a part of `check`'s JSON and as a document of its own.
public enum PriorPredictiveJSON {
  /// The document that `check --implies` writes.
  public static func document(_ implied: PriorPredictive) -> JSONValue {
    .object([("schema", .text("att-lab/implies/1"))] + members(implied))
  }

  /// The part of a report.
  static func value(_ implied: PriorPredictive) -> JSONValue { .object(members(implied)) }

  private static func members(_ implied: PriorPredictive) -> [(key: String, value: JSONValue)] {
    [
      ("trials", .count(implied.trials)), ("installs", .count(implied.installs)),
      ("scenarios", .list(implied.scenarios.map(scenario))),
      (
        "published",
        .list(
          PublishedBeside.all.flatMap { beside in
            beside.figures.map { figure(beside.key, $0) }
          })
      ),
    ]
  }

  private static func scenario(_ scenario: PriorPredictive.ScenarioImplication) -> JSONValue {
    .object([
      ("scenario", .text(scenario.name)),
      (
        "arms",
        .list(
          scenario.arms.map { arm in
            .object(
              [("arm", .text(arm.arm))] + spreads(arm.spreads) + [
                ("opt_in_per_prompted_or_off", arm.perPromptedOrOff.map(value) ?? .null),
                (
                  "segments",
                  .list(
                    zip(scenario.segments, arm.segments).map { name, own in
                      .object([("segment", .text(name))] + spreads(own))
                    })
                ),
              ])
          })
      ),
      (
        "retention",
        .list(
          scenario.retention.map {
            .object([
              ("segment", .text($0.segment)), ("d1", .number($0.d1.median)),
              ("d7", .number($0.d7.median)), ("d30", .number($0.d30.median)),
              ("never_back", .number($0.neverBack.median)), ("d1_range90", range($0.d1)),
              ("d7_range90", range($0.d7)), ("d30_range90", range($0.d30)),
              ("never_back_range90", range($0.neverBack)),
            ])
          })
      ),
      (
        "odds_ratios",
        .list(
          scenario.oddsRatios.map {
            .object([
              ("key", .text($0.path)), ("odds_ratio", .number($0.ratio)), ("at", .number($0.base)),
              ("difference", .number($0.difference)),
            ])
          })
      ),
    ])
  }

  private static func spreads(_ spreads: [PriorPredictive.Spread?]) -> [(key: String, value: JSONValue)] {
    zip(PriorPredictive.metrics, spreads).map { metric, spread in
      (metric.rawValue, spread.map(value) ?? .null)
    }
  }

  private static func value(_ spread: PriorPredictive.Spread) -> JSONValue {
    .object([("median", .number(spread.median)), ("range90", range(spread))])
  }

  private static func range(_ spread: PriorPredictive.Spread) -> JSONValue {
    .list([.number(spread.low), .number(spread.high)])
  }

  private static func figure(_ quantity: String, _ figure: PublishedFigure) -> JSONValue {
    .object([
      ("quantity", .text(quantity)), ("id", .text(figure.id)), ("what", .text(figure.what)),
      ("value", .optional(figure.value)), ("low", .optional(figure.low)), ("high", .optional(figure.high)),
      ("denominator", .text(figure.denominator)), ("date", .text(figure.date)),
      ("source", .text(figure.source)), ("grade", .text(figure.grade.rawValue)),
      ("note", .text(figure.note)), ("file", .text(figure.file)),
    ])
  }
}
