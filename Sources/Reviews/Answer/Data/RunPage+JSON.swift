import ExperimentDesign
import Inference
import Rendering
import Studies
public import TextFormats

extension RunPage {
  /// The answer as data, schema `att-lab/run/1`: numbers at full precision, options by name, absent values null.
  public func json() throws -> JSONValue {
    let summary = answer.summary
    let fileFindings = outline.platform.map { findings(in: $0) { $0.arms.isEmpty } }
    let stopping = summary.stopping.map { outcome -> JSONValue in
      ["goal": .number(outcome.goal), "reached": .optional(outcome.reached), "met": .flag(outcome.isMet)]
    }
    let steps = answer.steps.compactMap { step in
      commands.command(step, of: outline).map { command -> JSONValue in
        ["kind": .text(step.kind), "command": .text(command)]
      }
    }
    let scenarios = try answer.scenarios.map {
      (key: $0.found.name, value: try ScenarioJSON(self, $0).json())
    }
    let testInstalls = outline.context?.testInstalls.map { JSONValue.count($0) }
    let inputs = try JSONValue(encoding: summary.inputCounts)
    let dependence = try answer.dependence.map { try JSONValue(encoding: $0.choices) }
    return [
      "schema": "att-lab/run/1", "run": .text(outline.run), "name": .optional(outline.name),
      "experiment": .text(outline.experiment), "question": .optional(outline.question),
      "seed": .unsigned(outline.seed), "trials": .count(summary.trials),
      "planned_trials": .count(outline.trials), "installs": .count(outline.installs),
      "horizon_days": .number(outline.horizonDays), "engine": .text(outline.engine),
      "value_unit": .optional(outline.context?.valueUnit?.key),
      "test_installs_per_arm": testInstalls ?? .null,
      "baseline": .text(outline.arms[outline.baseline].name), "objective": .text(outline.objective.name),
      "segment": .optional(summary.segment), "settings": .texts(outline.assumedOtherwise),
      "inputs": inputs,
      "depends_on_scenario": dependence ?? .null,
      "stopping": stopping ?? .null, "file_findings": fileFindings ?? .null,
      "scenarios": .object(scenarios), "steps": .list(steps),
    ]
  }
}

/// Findings of the platform checks, the weightiest first.
func findings(in platform: PlatformDescription, where isIt: (DescribedFinding) -> Bool) -> JSONValue {
  let some = PlatformDescription(findings: platform.findings.filter(isIt), visibilities: []).ranked
  return .list(
    some.map { finding in
      let place = finding.location
      let position: [JSONValue] =
        place.line > 0 ? [.count(place.line), .count(place.column)] : [.null, .null]
      return [
        "pitfall": .text(finding.pitfall), "rules": .texts(finding.rules),
        "severity": .text(finding.severity.rawValue), "forbids": .flag(finding.forbids),
        "what": .text(finding.what), "why": .text(finding.why), "fix": .text(finding.fix),
        "waived": .optional(finding.waived), "file": .text(place.file), "line": position[0],
        "column": position[1], "key": .text(place.key),
      ]
    })
}

extension JSONValue {
  /// A mean with each of the three uncertainties apart; of no trial with a value null, and 0 trials.
  static func estimate(_ estimate: Estimate?) -> JSONValue {
    .object(
      [
        ("mean", .optional(estimate?.overTrials.mean)), ("mcse", .optional(estimate?.overTrials.mcse)),
        ("sd", .optional(estimate?.overTrials.standardDeviation)),
      ] + intervals(estimate) + [("trials", .count(estimate?.overTrials.count ?? 0))])
  }

  /// The 90% range and whether it is the most that the inputs allow, as noise hides what they do; and where tests land.
  static func intervals(_ estimate: Estimate?) -> [(key: String, value: JSONValue)] {
    [
      ("uncertainty_interval_90", .interval(estimate?.uncertaintyInterval90)),
      ("uncertainty_interval_90_is_at_most", .flag(estimate?.isAtMost ?? false)),
      ("prediction_interval_90", .interval(estimate?.predictionInterval90)),
    ]
  }
}
