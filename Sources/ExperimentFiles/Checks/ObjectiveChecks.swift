import ExperimentDesign
import TextFormats

// What an objective and guardrails ask of an experiment.

extension ExperimentDecoder {
  func checkObjective(_ experiment: Experiment) {
    guard let node = root["objective"] else { return }
    if experiment.objective.terms.allSatisfy({ $0.weight == 0 }) {
      problems.error(node.point, "expected a weight other than 0 in 'objective', found none")
    }
    for term in experiment.objective.terms {
      let point = node.entry(term.metric.rawValue)?.point ?? node.point
      if term.weight != 0, abs(term.weight) < LegalRange.leastAmount {
        problems.error(
          point,
          "expected a weight of 0, or of at least 1e-30, found \(term.weight), which is too small to rank by; write a larger unit"
        )
      }
      if term.weight > 0, term.metric.isLoss, node.isMapping {
        problems.error(
          point,
          "expected a weight below 0 for '\(term.metric.rawValue)', of which less is better, found \(term.weight)"
        )
      }
      checkModelled(term.metric, at: point, in: experiment, otherwise: "which cannot be ranked")
    }
  }

  func checkGuardrails(_ experiment: Experiment) {
    for entry in root["guardrails"]?.entries ?? [] {
      guard let metric = Metric(rawValue: entry.key) else { continue }
      checkModelled(metric, at: entry.point, in: experiment, otherwise: "which the guardrail says nothing of")
    }
  }

  /// - Parameter otherwise: what becomes of an option that does not have it, where others do.
  private func checkModelled(
    _ metric: Metric, at point: SourcePoint, in experiment: Experiment, otherwise: String
  ) {
    let without = experiment.scenarios.indices.flatMap { scenario in
      experiment.arms.indices.filter {
        !experiment.modelledMetrics(scenario: scenario, arm: $0).contains(metric)
      }
    }
    guard let first = without.first.map({ experiment.arms[$0].name }) else { return }
    let needs = "It needs \(metric.definition.requirement.words)"
    if without.count == experiment.arms.count * experiment.scenarios.count {
      problems.error(point, "'\(metric.rawValue)' is not modelled in this file. \(needs)")
    } else {
      problems.warning(
        point, "'\(metric.rawValue)' is not modelled for the option \(first.cited), \(otherwise). \(needs)")
    }
  }

  /// Warns of an objective that counts permission alone where a consent layer is modelled.
  ///
  /// An install that allows tracking and refuses the ad purposes counts as an opt-in, and can be shown no personalised
  /// ad. So the strategy with the most opt-ins need not be the one with the most installs that can be personalised.
  /// The value of a session goes by permission alone too.
  func warnOfObjectiveWithoutConsent(_ experiment: Experiment) {
    let permission: [Metric] =
      [
        .optInPerInstall, .optInPerPrompted, .optInPerAnswered, .authorizedSessionsPerInstall,
        .valuePerInstall,
      ] + Metric.optInByDay
    let isModelled = experiment.arms.contains { arm in
      arm.surroundings.contains { $0.contains { $0.consent != nil } }
    }
    guard isModelled, experiment.objective.terms.allSatisfy({ permission.contains($0.metric) }) else {
      return
    }
    problems.caution(
      root["objective"]?.point ?? firstConsent(in: root) ?? firstConsent(in: layers.population) ?? root.point,
      "the objective does not ask for ad consent: an install that opts in may still be shown no personalised ads. To count "
        + "both, set objective: \(Metric.personalizablePerInstall.rawValue)")
  }

  /// Where a text first gives a consent layer.
  private func firstConsent(in node: LocatedNode) -> SourcePoint? {
    node.entries.lazy.compactMap { entry in
      entry.key == "consent" && !entry.value.isNull ? entry.point : firstConsent(in: entry.value)
    }.first
  }
}

extension MetricDefinition.Requirement {
  /// What a file must model, in its own keys.
  fileprivate var words: String {
    switch self {
    case .nothing: "nothing"
    case .attribution: "'attribution'"
    case .value: "'value'"
    case .prePrompt: "a pre-prompt in the option"
    case .horizon(let days): "'horizon_days' of at least \(days)"
    }
  }
}
