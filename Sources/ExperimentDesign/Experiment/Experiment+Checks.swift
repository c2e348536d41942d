import PromptFlow

extension Experiment {
  /// Checks every rule of ``ExperimentFault`` that is about several parts; each part has checked itself.
  func check() throws(ExperimentFault) {
    guard trials > 0 else { throw .noTrials(trials) }
    guard installs > 0 else { throw .noInstalls(installs) }
    guard horizonDays > 0, horizonDays.isFinite else { throw .horizon(horizonDays) }
    guard !scenarios.isEmpty else { throw .noScenarios }
    if let name = firstRepeated(scenarios.map(\.name)) { throw .repeatedScenario(name) }
    if let name = firstRepeated(arms.map(\.name)) { throw .repeatedArm(name) }
    let segments = scenarios.flatMap(\.segments)
    for event in segments.flatMap(\.events) { try check(event.kind) }
    let cells = scenarios.map(\.segments.count)
    for arm in arms {
      guard arm.surroundings.map(\.count) == cells else { throw .surroundings(arm: arm.name) }
      if case .event(let kind, _) = arm.strategy.trigger { try check(kind) }
    }
    let members = Dictionary(joints.map { ($0.path, $0.mean.count) }) { first, _ in first }
    for parameter in Self.parameters(of: segments, under: arms) {
      guard case .joint(let joint, let member) = parameter.distribution else { continue }
      guard let count = members[joint], member < count else {
        throw .unknownMember(member, joint: joint, path: parameter.path)
      }
    }
  }

  private func check(_ kind: EventKind) throws(ExperimentFault) {
    guard eventKinds.indices.contains(kind.rawValue) else {
      throw .unknownEvent(kind.rawValue, kinds: eventKinds.count)
    }
  }
}

extension Distribution {
  /// Whether it can be drawn from: a known number within the range, or a distribution with legal numbers of its own.
  func isLegal(within range: LegalRange) -> Bool {
    switch self {
    case .constant(let value): range.contains(value)
    case .normal(let mean, let sd): mean.isFinite && sd >= 0 && sd.isFinite
    case .lognormal(let median, let sigma): median > 0 && median.isFinite && sigma >= 0 && sigma.isFinite
    case .beta(let a, let b): a > 0 && a.isFinite && b > 0 && b.isFinite
    case .uniform(let low, let high): low <= high && low.isFinite && high.isFinite
    case .triangular(let low, let mode, let high):
      low <= mode && mode <= high && low.isFinite && high.isFinite
    case .joint(_, let member): member >= 0
    }
  }
}

/// The first name that comes twice; `nil` where all differ.
func firstRepeated(_ names: [String]) -> String? {
  var seen: Set<String> = []
  return names.first { !seen.insert($0).inserted }
}

/// Whether numbers are shares of one whole: none below 0, and a sum of 1 as near as a file is held to.
func areSharesOfOne(_ numbers: [Double]) -> Bool {
  numbers.allSatisfy { $0 >= 0 } && abs(numbers.reduce(0, +) - 1) <= 1e-6
}
