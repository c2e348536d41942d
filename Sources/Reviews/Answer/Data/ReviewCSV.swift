import ExperimentDesign
import Inference
public import Rendering
public import Studies
import TextFormats

/// The review table: one row per scenario and arm, with stable headers (`Data/README.md`).
public enum ReviewCSV {
  private struct Row {
    let summary: RunSummary
    let place: ArmOfScenario
    /// What the answer recommends in the arm's scenario.
    let recommendation: Recommendation

    var outline: RunOutline { summary.outline }
    var arm: RunDescription.Arm { place.arm }
    var found: ArmSummary { place.found(in: summary) }
    var scenario: ScenarioSummary { summary.scenarios[place.scenario] }
    var decision: Decision.Arm? { scenario.decision?[place.position] }
    /// What the answer says of the arm: of its choice, the kind of recommendation.
    var standing: String? {
      if place.position == recommendation.choice { return recommendation.kind.rawValue }
      if place.position == recommendation.runnerUp { return "runner_up" }
      return scenario.verdict?.leftOut.contains(place.position) == true ? "left_out" : nil
    }
    /// The lead of the choice over the runner-up; `nil` for every other.
    var lead: Estimate? {
      place.position == recommendation.choice ? recommendation.lead : nil
    }
    /// The number of the arm's set of near-twins, from 1.
    var nearTwins: Int? {
      guard scenario.verdict != nil else { return nil }
      return scenario.decision?.nearTwins.firstIndex { $0.arms.contains(place.position) }.map { $0 + 1 }
    }
  }

  /// The table of a run.
  public static func document(_ summary: RunSummary) -> CSVDocument {
    let recommendations = summary.scenarios.map {
      $0.recommendation(parametersVary: summary.outline.parametersVary)
    }
    return RecordTable(
      fields: identity + quantities(summary.outline) + decision + settings + standing,
      rows: ArmOfScenario.all(of: summary.outline).map {
        Row(summary: summary, place: $0, recommendation: recommendations[$0.scenario])
      }
    ).csv
  }

  private static var identity: [RecordField<Row>] {
    [
      .init("experiment") { .text($0.outline.experiment) }, .init("run") { .text($0.outline.run) },
      .init("scenario") { .text($0.scenario.name) }, .init("arm") { .text($0.arm.name) },
      .init("ask") { .text(askWords($0.arm.ask)) }, .init("pre_prompt") { .optional($0.arm.prePrompt) },
      .init("usage_string") { .text($0.arm.usageString) },
      .init("allowed_by_apple") { .flag($0.arm.isAllowedByApple) },
    ]
  }

  /// The objective first, then every other metric that any arm models.
  private static func quantities(_ outline: RunOutline) -> [RecordField<Row>] {
    let modelled = Set(outline.arms.flatMap { $0.metrics.joined() })
    let objective = outline.objective.singleMetric
    let metrics =
      (objective.map { [$0] } ?? []) + Metric.allCases.filter { modelled.contains($0) && $0 != objective }
    return (objective == nil ? level("objective") { $0.found.objective } : [])
      + metrics.flatMap { metric in level(metric.rawValue) { $0.found[metric]?.estimate } }
  }

  private static func level(
    _ name: String, of estimate: @escaping (Row) -> Estimate?
  ) -> [RecordField<Row>] {
    RecordField.estimate(
      [name: .mean, "\(name)_mcse": .mcse, "\(name)_low": .low, "\(name)_high": .high], of: estimate)
  }

  private static var decision: [RecordField<Row>] {
    RecordField.estimate(
      [
        "difference_to_baseline": .mean, "difference_low": .low, "difference_high": .high,
        "test_low": .testLow, "test_high": .testHigh,
      ]
    ) { $0.found.objectiveDifference } + [
      .init("chance_best") { .optional($0.decision?.best?.value) },
      .init("chance_within_margin") { .optional($0.decision?.withinMargin?.value) },
      .init("expected_loss") { .optional($0.decision?.regret?.value) },
    ]
  }

  private static var settings: [RecordField<Row>] {
    [
      .init("trials") { .count($0.summary.trials) }, .init("installs") { .count($0.outline.installs) },
      .init("seed") { .unsigned($0.outline.seed) }, .init("engine") { .text($0.outline.engine) },
    ]
  }

  private static var standing: [RecordField<Row>] {
    [.init("standing") { .optional($0.standing) }]
      + RecordField.estimate(["lead": .mean, "lead_low": .low, "lead_high": .high]) { $0.lead }
      + [.init("near_twins") { $0.nearTwins.map { .count($0) } ?? .null }]
  }
}
