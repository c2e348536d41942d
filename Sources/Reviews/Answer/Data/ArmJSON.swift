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
    let metrics = own.metrics.map { (key: $0.metric.rawValue, value: JSONValue.estimate($0.estimate)) }
    return .object(
      [
        ("allowed_by_apple", .flag(description.isAllowedByApple)),
        ("findings", outline.platform.map { findings(in: $0) { $0.arms.contains(arm) } } ?? []),
        ("reviewer", reviewer), ("ask", .text(description.ask.words)),
        ("pre_prompt", .optional(description.prePrompt)), ("usage_string", .text(description.usageString)),
        ("metrics", .object(metrics)),
        ("objective_value", isOfOneMetric ? .null : .estimate(own.objective)),
        ("vs_best", own.behindBest.map { JSONValue.estimate($0) } ?? .null), ("final_states", states),
        ("guardrails", guardrails),
      ] + withError("chance_best", decision?.best)
        + withError("chance_within_margin", decision?.withinMargin)
        + withError("expected_loss", decision?.regret))
  }

  private var reviewer: JSONValue {
    guard let platform = outline.platform else { return .null }
    return .list(
      platform.visibilities.filter { $0.arm == arm }.map { seen in
        let scenario = seen.visibility.scenario.map { outline.scenarios[$0] }
        let segment = scenario.flatMap { known in seen.visibility.segment.map { known.segments[$0].name } }
        return [
          "scenario": .optional(scenario?.name), "segment": .optional(segment),
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
