import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// The tidy tables of a run: a row for each arm under each scenario and metric, day or segment (`Data/README.md`).
public enum EstimateTable {
  /// Every metric that is modelled; the objective before them, where it is a weighted sum.
  public static func metrics(_ summary: RunSummary) -> CSVDocument {
    let goal = summary.outline.objective.singleMetric
    let rows = ArmOfScenario.all(of: summary.outline).flatMap { arm -> [Fields] in
      let found = arm.found(in: summary)
      func row(_ metric: Metric?, _ level: Estimate?, _ difference: Estimate?) -> Fields {
        arm.scenarioFields + arm.fields + [
          ("metric", .text(metric?.rawValue ?? "objective")), ("is_objective", .flag(metric == goal)),
        ] + fields(level, difference)
      }
      return (goal == nil ? [row(nil, found.objective, found.differenceToBaseline)] : [])
        + Metric.allCases.compactMap { metric in
          found[metric].map { row(metric, $0.estimate, $0.difference) }
        }
    }
    return CSVDocument(rows)
  }

  /// Who has answered by the end of each day, for curves of one answer after the other.
  public static func daily(_ courses: [RunCourse]) throws -> CSVDocument {
    CSVDocument(
      try courses.flatMap { course in
        let curves = try course.curves()
        return ArmOfScenario.all(of: course.outline).flatMap { arm in
          curves[arm.scenario][arm.position].enumerated().map { day, found -> Fields in
            arm.scenarioFields + arm.fields + [
              ("answer", .text(course.answer.rawValue)), ("day", .count(day)),
            ]
              + fields(found.estimate, found.difference)
          }
        }
      })
  }

  /// Every metric of each kind of people, by the run's summaries of one segment each.
  public static func segments(_ summaries: [(name: String, summary: RunSummary)]) -> CSVDocument {
    CSVDocument(
      summaries.flatMap { name, summary in
        ArmOfScenario.all(of: summary.outline).flatMap { arm -> [Fields] in
          let scenario = arm.outline.scenarios[arm.scenario]
          guard let place = scenario.position(ofSegment: name) else { return [] }
          let segment = scenario.segments[place]
          // A median is of everybody; no segment has one.
          return Metric.allCases.filter { $0 != .medianDaysToDecision }.compactMap { metric in
            arm.found(in: summary)[metric].map {
              arm.scenarioFields + [("segment", .text(segment.name)), ("share", .number(segment.share))]
                + arm.fields + [("metric", .text(metric.rawValue))] + fields($0.estimate, $0.difference)
            }
          }
        }
      })
  }

  /// A mean and each uncertainty apart; then by how much it differs from the baseline, for which that is
  /// empty.
  private static func fields(_ level: Estimate?, _ difference: Estimate?) -> Fields {
    [
      ("mean", .optional(level?.overTrials.mean)), ("mcse", .optional(level?.overTrials.mcse)),
      ("sd", .optional(level?.overTrials.standardDeviation)),
      ("low", .optional(level?.uncertaintyInterval90?.lower)),
      ("high", .optional(level?.uncertaintyInterval90?.upper)),
      ("trials", .count(level?.overTrials.count ?? 0)),
      ("difference_to_baseline", .optional(difference?.overTrials.mean)),
      ("difference_mcse", .optional(difference?.overTrials.mcse)),
      ("difference_low", .optional(difference?.uncertaintyInterval90?.lower)),
      ("difference_high", .optional(difference?.uncertaintyInterval90?.upper)),
    ]
  }
}

/// Values under their names: columns of a row, members of an object.
typealias Fields = [(key: String, value: JSONValue)]

/// One arm of a run under one of its scenarios: several tables have a row or more of each.
struct ArmOfScenario: Sendable {
  let outline: RunOutline
  /// The position of the scenario.
  let scenario: Int
  /// The position of the arm.
  let position: Int

  /// What a run found of it.
  func found(in summary: RunSummary) -> ArmSummary { summary.scenarios[scenario].arms[position] }

  /// Every arm under every scenario.
  static func all(of outline: RunOutline) -> [ArmOfScenario] {
    outline.scenarios.indices.flatMap { scenario in
      outline.arms.indices.map { ArmOfScenario(outline: outline, scenario: scenario, position: $0) }
    }
  }

  /// The run and the scenario.
  var scenarioFields: Fields {
    [
      ("run", .text(outline.run)), ("experiment", .text(outline.experiment)),
      ("scenario", .text(outline.scenarios[scenario].name)),
    ]
  }

  /// The arm, and whether it may be shipped.
  var fields: Fields {
    let arm = outline.arms[position]
    return [("arm", .text(arm.name)), ("allowed_by_apple", .flag(arm.isAllowedByApple))]
  }
}
