import ExperimentDesign

extension ExperimentDecoder {
  /// Warns of an objective that counts opt-ins where a consent layer is modelled.
  ///
  /// An install that allows tracking and refuses the ad purposes counts as an opt-in, and can be shown no personalised
  /// ad. So the strategy with the most opt-ins need not be the one with the most installs that can be personalised.
  mutating func warnOfObjectiveWithoutConsent(_ experiment: Experiment) {
    let optIns: [Metric] = [
      .optInPerInstall, .optInPerPrompted, .optInPerAnswered, .optInByDay1, .optInByDay7, .optInByDay30,
    ]
    let isModelled = experiment.arms.contains { arm in
      arm.surroundings.contains { $0.contains { $0.consent != nil } }
    }
    guard isModelled, experiment.objective.terms.allSatisfy({ optIns.contains($0.metric) }) else { return }
    let metric = experiment.objective.singleMetric?.rawValue ?? "a sum of opt-ins"
    let node = root["objective"]
    let point = node?.point ?? layers.population.entry("consent")?.point ?? root.point
    problems.warning(
      point,
      "a consent layer is modelled, but the objective, \(node == nil ? "by default " : "")\(metric), does not ask "
        + "whether ad purposes are accepted. 'objective: \(Metric.personalizablePerInstall.rawValue)' counts installs "
        + "that allow both")
  }
}
