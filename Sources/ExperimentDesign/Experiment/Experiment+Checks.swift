import PromptFlow

extension Experiment {
  /// Checks every rule of ``ExperimentFault`` but the baseline's.
  func check() throws(ExperimentFault) {
    guard trials > 0 else { throw .noTrials(trials) }
    guard installs > 0 else { throw .noInstalls(installs) }
    guard horizonDays > 0, horizonDays.isFinite else { throw .horizon(horizonDays) }
    guard !scenarios.isEmpty else { throw .noScenarios }
    if let name = repeated(scenarios.map(\.name)) { throw .repeatedScenario(name) }
    if let name = repeated(arms.map(\.name)) { throw .repeatedArm(name) }
    for scenario in scenarios { try scenario.check(eventKinds: eventKinds.count) }
    let cells = scenarios.map(\.segments.count)
    for arm in arms {
      guard arm.surroundings.map(\.count) == cells else { throw .surroundings(arm: arm.name) }
      guard arm.weight > 0, arm.weight.isFinite else { throw .weight(arm.weight, arm: arm.name) }
      guard arm.strategy.prePrompt == arm.prePrompt?.policy else { throw .otherPrePrompt(arm: arm.name) }
      if case .event(let kind, _) = arm.strategy.trigger, !eventKinds.indices.contains(kind.rawValue) {
        throw .unknownEvent(kind.rawValue, kinds: eventKinds.count)
      }
    }
    let members = Dictionary(joints.map { ($0.path, $0.mean.count) }) { first, _ in first }
    for parameter in Self.parameters(of: scenarios, under: arms) {
      guard parameter.isLegal(members) else {
        throw .illegalNumber(parameter.distribution, path: parameter.path)
      }
    }
  }
}

extension Scenario {
  fileprivate func check(eventKinds: Int) throws(ExperimentFault) {
    guard !segments.isEmpty else { throw .noSegments(scenario: name) }
    if let name = repeated(segments.map(\.name)) { throw .repeatedSegment(name, scenario: self.name) }
    guard areShares(segments.map(\.share)) else { throw .segmentShares(scenario: name) }
    for segment in segments {
      guard segment.systemShares.count == SystemVersion.allCases.count, areShares(segment.systemShares) else {
        throw .systemShares(segment: segment.name)
      }
      for event in segment.events where !(0..<eventKinds).contains(event.kind.rawValue) {
        throw .unknownEvent(event.kind.rawValue, kinds: eventKinds)
      }
    }
  }
}

extension Parameter {
  /// Whether the number, or what its distribution is of, can be drawn within the range.
  ///
  /// - Parameter members: how many numbers each joint distribution has.
  fileprivate func isLegal(_ members: [String: Int]) -> Bool {
    switch distribution {
    case .constant(let value): range.contains(value)
    case .normal(let mean, let sd): mean.isFinite && sd >= 0 && sd.isFinite
    case .lognormal(let median, let sigma): median > 0 && median.isFinite && sigma >= 0 && sigma.isFinite
    case .beta(let a, let b): a > 0 && a.isFinite && b > 0 && b.isFinite
    case .uniform(let low, let high): low <= high && low.isFinite && high.isFinite
    case .triangular(let low, let mode, let high):
      low <= mode && mode <= high && low.isFinite && high.isFinite
    case .joint(let path, let member): (0..<(members[path, default: 0])).contains(member)
    }
  }
}

/// The first name that comes twice; `nil` where all differ.
private func repeated(_ names: [String]) -> String? {
  var seen: Set<String> = []
  return names.first { !seen.insert($0).inserted }
}

/// Whether numbers are shares of one whole: none below 0, and a sum of 1 as near as a file is held to.
private func areShares(_ numbers: [Double]) -> Bool {
  numbers.allSatisfy { $0 >= 0 } && abs(numbers.reduce(0, +) - 1) <= 1e-6
}
