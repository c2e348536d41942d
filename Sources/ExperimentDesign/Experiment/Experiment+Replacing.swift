extension Experiment {
  /// The experiment with other parts; those that are not given stay.
  ///
  /// - Parameter baseline: the arm to compare with; without it the arm of the same name as before.
  /// - Throws: ``ExperimentFault`` where the parts make no experiment.
  package func replacing(
    name: String? = nil, question: String? = nil, seed: UInt64? = nil, trials: Int? = nil,
    installs: Int? = nil, horizonDays: Double? = nil, design: Design? = nil, baseline: String? = nil,
    eventKinds: [String]? = nil, scenarios: [Scenario]? = nil, arms: [Arm]? = nil,
    joints: [JointDistribution]? = nil, evidence: [String: Evidence]? = nil
  ) throws(ExperimentFault) -> Experiment {
    try Experiment(
      name: name ?? self.name, question: question ?? self.question, seed: seed ?? self.seed,
      trials: trials ?? self.trials, installs: installs ?? self.installs,
      horizonDays: horizonDays ?? self.horizonDays, design: design ?? self.design,
      baseline: baseline ?? self.baseline, objective: objective, eventKinds: eventKinds ?? self.eventKinds,
      scenarios: scenarios ?? self.scenarios, arms: arms ?? self.arms, joints: joints ?? self.joints,
      evidence: evidence ?? self.evidence)
  }

  /// The experiment with every segment of every scenario changed.
  ///
  /// - Throws: ``ExperimentFault`` where the changed parts make no experiment.
  package func changingSegments(_ change: (inout Segment) -> Void) throws(ExperimentFault) -> Experiment {
    try replacing(scenarios: scenarios.map { $0.changingSegments(change) })
  }

  /// The experiment with every arm changed.
  ///
  /// - Throws: ``ExperimentFault`` where the changed parts make no experiment.
  package func changingArms(_ change: (inout Arm) -> Void) throws(ExperimentFault) -> Experiment {
    try replacing(arms: arms.map { $0.changed(change) })
  }

  /// The experiment with every parameter changed, known or not, in document order; shared ones more than once.
  ///
  /// - Parameter joints: the joint distributions of the changed experiment; without them they stay.
  /// - Throws: ``ExperimentFault`` where the changed parts make no experiment.
  package func changingParameters(
    joints: [JointDistribution]? = nil, _ change: (inout Parameter) -> Void
  ) throws(ExperimentFault) -> Experiment {
    let scenarios = scenarios.map { $0.changingSegments { $0.changeEachParameter(change) } }
    let arms = arms.map { $0.changed { $0.changeEachParameter(change) } }
    return try replacing(scenarios: scenarios, arms: arms, joints: joints)
  }
}

extension Scenario {
  fileprivate func changingSegments(_ change: (inout Segment) -> Void) -> Scenario {
    var segments = segments
    for segment in segments.indices { change(&segments[segment]) }
    return Scenario(name: name, segments: segments)
  }
}

extension Arm {
  fileprivate func changed(_ change: (inout Arm) -> Void) -> Arm {
    var arm = self
    change(&arm)
    return arm
  }
}
