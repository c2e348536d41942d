import ExperimentDesign
import Inference
import Rendering
import RuleBook
import Studies
import TextFormats

/// One option under one scenario, as data.
struct ArmJSON {
  private let arm: Int
  private let scenario: ScenarioSummary
  private let outline: RunOutline
  private var own: ArmSummary { scenario.arms[arm] }
  private var isOfOneMetric: Bool { outline.objective.singleMetric != nil }

  init(arm: Int, in scenario: ScenarioSummary, _ outline: RunOutline) {
    (self.arm, self.scenario, self.outline) = (arm, scenario, outline)
  }

  var json: JSONValue {
    let (description, decision) = (outline.arms[arm], scenario.decision?[arm])
    // A rule that forbids an arm of a run that was never held against the others.
    let rules = description.findings.map { rule -> JSONValue in
      [
        "pitfall": .null, "rules": .texts([rule.rule]), "severity": .null, "forbids": true,
        "what": .text(rule.reason), "why": .null, "fix": .null, "waived": .null, "file": .null, "line": .null,
        "column": .null, "key": .null,
      ]
    }
    let metrics = own.metrics.map { (key: $0.metric.rawValue, value: JSONValue.estimate($0.estimate)) }
    return .object(
      [
        ("allowed_by_apple", .flag(description.isAllowedByApple)),
        ("findings", outline.platform.map { findings(in: $0) { $0.arms.contains(arm) } } ?? .list(rules)),
        ("reviewer", reviewer), ("ask", .text(askWords(description.ask))),
        ("pre_prompt", .optional(description.prePrompt)), ("usage_string", .text(description.usageString)),
        ("metrics", .object(metrics)),
        ("objective_value", isOfOneMetric ? .null : .estimate(own.objective)), ("final_states", states),
        ("guardrails", guardrails),
      ] + withError("chance_best", decision?.best)
        + withError("chance_within_margin", decision?.withinMargin)
        + withError("expected_loss", decision?.regret)
        + withError("share_of_tests_won", decision?.testsWon))
  }

  private var reviewer: JSONValue {
    guard let platform = outline.platform else { return .null }
    return .list(
      platform.visibilities.filter { $0.arm == arm }.map { seen in
        let names = seen.names(in: outline)
        return [
          "scenario": .optional(names.scenario), "segment": .optional(names.segment),
          "visibility": .text(seen.outcome.rawValue), "after_seconds": .optional(seen.afterSeconds),
          "review_note": .optional(seen.reviewNote),
        ]
      })
  }

  private var states: JSONValue {
    let states = own.finalStates
    return [
      "authorized": .integer(states.authorized), "denied_by_answer": .integer(states.deniedByAnswer),
      "denied_by_device": .integer(states.deniedByDevice), "restricted": .integer(states.restricted),
      "undetermined": .integer(states.undetermined), "no_att": .integer(states.noATT),
    ]
  }

  private var guardrails: JSONValue {
    .list(
      (scenario.guardrails.isEmpty ? [] : scenario.guardrails[arm]).map { reading in
        .object(
          [
            ("metric", .text(reading.guardrail.metric.rawValue)), ("limit", .number(reading.guardrail.limit)),
          ] + withError("chance_holds", reading.chance) + [("state", .text(reading.state.rawValue))])
      })
  }

  /// By how much it differs from the baseline, by metric, each with the verdict of its 90% range.
  var differences: JSONValue {
    let baseline = scenario.arms[outline.baseline]
    func difference(
      _ estimate: Estimate?, margin: (Double) -> Double, from level: Estimate?, lessIsBetter: Bool
    ) -> JSONValue {
      let margin = margin(level?.overTrials.mean ?? 0)
      let verdict = estimate.map {
        Inference.Verdict(
          of: $0, parametersVary: outline.parametersVary, margin: margin, lessIsBetter: lessIsBetter)
      }
      return .object(
        [("mean", .optional(estimate?.overTrials.mean)), ("mcse", .optional(estimate?.overTrials.mcse))]
          + JSONValue.intervals(estimate)
          + [("margin", .number(margin)), ("verdict", .optional(verdict?.rawValue))])
    }
    var members = own.metrics.map { found -> (key: String, value: JSONValue) in
      let metric = found.metric
      return (
        metric.rawValue,
        difference(
          found.difference, margin: metric.defaultMargin, from: baseline[metric]?.estimate,
          lessIsBetter: metric.isLoss)
      )
    }
    if !isOfOneMetric {
      let objective = outline.objective
      members.append(
        (
          "objective_value",
          difference(
            own.objectiveDifference, margin: objective.defaultMargin, from: baseline.objective,
            lessIsBetter: objective.lessIsBetter)
        ))
    }
    return .object(members)
  }
}
