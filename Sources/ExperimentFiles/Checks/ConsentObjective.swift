import ExperimentDesign

extension ExperimentDecoder {
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
      root["objective"]?.point ?? consentPoint ?? root.point,
      "the objective does not ask for ad consent: an install that opts in may still be shown no personalised ads. To count "
        + "both, set objective: \(Metric.personalizablePerInstall.rawValue)",
      goal: .personalizablePerInstall)
  }

  /// Where the file first gives a consent layer, else where a population of its own file does.
  private var consentPoint: SourcePoint? {
    let inArms = (root["arms"]?.entries ?? []).flatMap { arm in
      [arm.value.entry("consent")] + (arm.value["segments"]?.entries ?? []).map { $0.value.entry("consent") }
    }
    let found = layers.all.map { $0.node.entry("consent") } + inArms
    return found.compactMap { $0?.value.isNull == false ? $0?.point : nil }
      .min { ($0.rank, $0.line, $0.column) < ($1.rank, $1.line, $1.column) }
  }
}
