extension Experiment {
  /// The experiment with other parts; those that are not given stay.
  ///
  /// - Parameter baseline: the arm to compare with; without it the arm of the same name as before.
  /// - Throws: ``ExperimentFault`` where the parts make no experiment.
  package func replacing(
    name: String? = nil, question: String? = nil, seed: UInt64? = nil, trials: Int? = nil,
    installs: Int? = nil, horizonDays: Double? = nil, sampling: InputSampling? = nil,
    baseline: String? = nil,
    eventKinds: [String]? = nil, scenarios: [Scenario]? = nil, arms: [Arm]? = nil,
    joints: [JointDistribution]? = nil, evidence: [String: Evidence]? = nil
  ) throws(ExperimentFault) -> Experiment {
    var made = try Experiment(
      name: name ?? self.name, question: question ?? self.question, seed: seed ?? self.seed,
      trials: trials ?? self.trials, installs: installs ?? self.installs,
      horizonDays: horizonDays ?? self.horizonDays, sampling: sampling ?? self.sampling,
      baseline: baseline ?? self.baseline, objective: objective, eventKinds: eventKinds ?? self.eventKinds,
      scenarios: scenarios ?? self.scenarios, arms: arms ?? self.arms, joints: joints ?? self.joints,
      evidence: evidence ?? self.evidence)
    made.ownNumbers = ownNumbers
    made.openInputs = openInputs
    return made
  }

  /// The experiment with its first scenario alone.
  ///
  /// - Throws: ``ExperimentFault`` never, as long as an experiment is whole.
  package func underFirstScenario() throws(ExperimentFault) -> Experiment {
    try replacing(scenarios: Array(scenarios.prefix(1)), arms: arms.map(\.underFirstScenario))
  }

  /// The experiment with every segment of every scenario changed.
  ///
  /// - Throws: ``ExperimentFault`` where the changed parts make no experiment, or what `change` throws.
  package func replacingSegments(
    _ change: (Segment) throws(ExperimentFault) -> Segment
  ) throws(ExperimentFault) -> Experiment {
    var changed: [Scenario] = []
    for scenario in scenarios {
      changed.append(try Scenario(name: scenario.name, segments: try scenario.segments.map(change)))
    }
    return try replacing(scenarios: changed)
  }

  /// The experiment with every arm changed.
  ///
  /// - Throws: ``ExperimentFault`` where the changed parts make no experiment, or what `change` throws.
  package func replacingArms(
    _ change: (Arm) throws(ExperimentFault) -> Arm
  ) throws(ExperimentFault) -> Experiment {
    try replacing(arms: arms.map(change))
  }

  /// The experiment with every parameter changed, known or not, in document order; shared ones more than once.
  ///
  /// - Parameter joints: the joint distributions of the changed experiment; without them they stay.
  /// - Throws: ``ExperimentFault`` where the changed parts make no experiment, or what `change` throws.
  package func replacingParameters(
    joints: [JointDistribution]? = nil, _ change: (Parameter) throws(ExperimentFault) -> Parameter
  ) throws(ExperimentFault) -> Experiment {
    var scenarios: [Scenario] = []
    for scenario in self.scenarios {
      var segments: [Segment] = []
      for segment in scenario.segments { segments.append(try segment.mapParameters(change)) }
      scenarios.append(try Scenario(name: scenario.name, segments: segments))
    }
    var arms: [Arm] = []
    for arm in self.arms { arms.append(try arm.mapParameters(change)) }
    return try replacing(scenarios: scenarios, arms: arms, joints: joints)
  }
}
