import PromptFlow

extension RunDescription {
  /// A run of an experiment whose overrides are already applied.
  ///
  /// - Parameters:
  ///   - seed: The seed that is used, where the experiment leaves it to be drawn.
  ///   - engine: The engine's version.
  public init(of experiment: Experiment, seed: UInt64, engine: String) {
    let arms = experiment.arms.enumerated().map { index, arm in
      Arm(
        name: arm.name, ask: arm.strategy.trigger.words(eventKinds: experiment.eventKinds),
        prePrompt: arm.prePrompt?.name, usageString: arm.usageString.name,
        findings: arm.findings,
        metrics: experiment.scenarios.indices.map {
          experiment.modelledMetrics(scenario: $0, arm: index)
        })
    }
    self.init(
      experiment: experiment.name, question: experiment.question, seed: seed, trials: experiment.trials,
      installs: experiment.installs, horizonDays: experiment.horizonDays, engine: engine,
      sampling: experiment.sampling, baseline: experiment.baselineIndex,
      objective: experiment.objective, parameters: Parameter.all(of: experiment),
      scenarios: experiment.scenarios.map { scenario in
        Scenario(
          name: scenario.name,
          segments: scenario.segments.map { Segment(name: $0.name, share: $0.share) })
      },
      arms: arms)
  }
}

extension RunDescription.Parameter {
  /// Every parameter of an experiment once, sorted by path, so that the drawn
  /// ones stand in the order of ``Experiment/uncertain``.
  package static func all(of experiment: Experiment) -> [Self] {
    var found: [String: Parameter] = [:]
    experiment.forEachParameter { parameter in
      // A path can be read as a constant in one scenario and drawn in another;
      // the drawn reading is the one that has draws to explain.
      if let earlier = found[parameter.path], earlier.constant == nil { return }
      found[parameter.path] = parameter
    }
    var known = found.mapValues(\.distribution)
    for figure in experiment.scenarios.flatMap(\.segments).flatMap(\.visits.figures) {
      known[figure.path] = .constant(figure.value)
    }
    return known.sorted { $0.key < $1.key }.map { path, distribution in
      let value: Double? = if case .constant(let number) = distribution { number } else { nil }
      return Self(
        path: path, distribution: distribution.spelled, value: value,
        evidence: experiment.evidence[path] ?? Evidence(grade: .assumed))
    }
  }
}

extension VisitModel {
  /// The retention figures that condition the visits, by their paths in the file; empty where there are none.
  package var figures: [(path: String, value: Double)] {
    guard let fittedTo, case .gamma(let shape, _) = rate else { return [] }
    let section = shape.path.dropLast(Self.shapePath.count) + "retention."
    return fittedTo.values.map { (section + $0.key, $0.value) }
  }

  /// Where the shape of the session rates is written, within its layer.
  private static let shapePath = "sessions.rate.shape"
}
