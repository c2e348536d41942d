public import ExperimentDesign
import RandomStreams

/// Another reading of the same facts: what may be true of people where the file says otherwise.
///
/// Whether those who stay are more willing anyway, or become so by what they experience, no test of
/// one moment can tell; nor has anybody published what words before the alert do, or what a question
/// asked cold costs. The models are symmetric: of each of the three there is one that makes it nothing
/// and one that makes it as strong as is assumed possible, so that no way of asking is safe from all.
public enum AlternativeModel: String, CaseIterable, Hashable, Sendable {
  /// Experience persuades nobody (`allow.value` is 0); who stays and uses the app more is more
  /// willing from the start, as much as the file thinks possible (`willingness` at its upper ends).
  case selectionOnly = "selection_only"
  /// Experience persuades as much as is assumed possible (`allow.value` at its upper end), and nobody is
  /// more willing from the start (`willingness` is 0).
  case causeOnly = "cause_only"
  /// No text before the alert or on it moves anybody: the odds ratios of usage strings and
  /// pre-prompts are 1.
  case noFraming = "no_framing"
  /// Words move people as much as is assumed possible: those odds ratios at their upper ends.
  case strongFraming = "strong_framing"
  /// A question asked cold costs nothing: `allow.cold_odds_ratio` is 1, `annoyance.cold` is 0.
  case freeColdQuestion = "free_cold_question"
  /// It costs as much as is assumed possible: `allow.cold_odds_ratio` at its lower end, `annoyance.cold`
  /// at its upper.
  case costlyColdQuestion = "costly_cold_question"
  /// Experience puts people off: `allow.value` with its sign turned.
  case fallingWillingness = "falling_willingness"

  /// The one number that this reading is about, and what it is then, wherever the file has it; `nil` for several numbers
  /// and for an end of what is assumed possible.
  public var assumedValue: (path: String, value: Double)? {
    switch self {
    case .selectionOnly: ("allow.value", 0)
    case .freeColdQuestion: ("allow.cold_odds_ratio", 1)
    case .causeOnly, .noFraming, .strongFraming, .costlyColdQuestion, .fallingWillingness: nil
    }
  }

  /// The experiment under this reading.
  ///
  /// The ends of what is assumed possible are those of a uniform or triangular distribution, else 1.645 standard
  /// deviations from the mean (of the logarithm, for a log-normal), within the legal range; a known number
  /// stays. Correlations whose squares would sum to more than 1 are scaled down together. A distribution whose
  /// mirror image cannot be written (beta, lognormal) is turned at its mean. What is drawn keeps its
  /// draws under the same seed.
  /// - Returns: `nil` where it would be the experiment as written.
  /// - Throws: `ExperimentFault` where an end of what is assumed possible is no legal number.
  public func experiment(from original: Experiment) throws(ExperimentFault) -> Experiment? {
    let alternative = try reading(of: original)
    return alternative == original ? nil : alternative
  }

  private func reading(of original: Experiment) throws(ExperimentFault) -> Experiment {
    let joints = original.joints
    switch self {
    case .selectionOnly:
      return try original.replacingSegments { segment throws(ExperimentFault) in
        segment.replacing(
          willingness: try segment.willingness.upperEnds(joints),
          allow: segment.allow.replacing(value: try segment.allow.value.replacing(.constant(0))))
      }
    case .causeOnly:
      return try original.replacingSegments { segment throws(ExperimentFault) in
        segment.replacing(
          willingness: Willingness(
            withActivity: try segment.willingness.withActivity.replacing(.constant(0)),
            withStaying: try segment.willingness.withStaying.replacing(.constant(0))),
          allow: segment.allow.replacing(value: try segment.allow.value.atUpperEnd(joints)))
      }
    case .strongFraming:
      return try original.replacingArms { arm throws(ExperimentFault) in
        try arm.replacingFraming { number throws(ExperimentFault) in try number.atUpperEnd(joints) }
      }
    case .freeColdQuestion:
      return try original.replacingSegments { segment throws(ExperimentFault) in
        segment.replacing(
          allow: segment.allow.replacing(
            coldOddsRatio: try segment.allow.coldOddsRatio.replacing(.constant(1))),
          annoyance: segment.annoyance.replacing(cold: try segment.annoyance.cold.replacing(.constant(0))))
      }
    case .costlyColdQuestion:
      return try original.replacingSegments { segment throws(ExperimentFault) in
        let odds = segment.allow.coldOddsRatio
        return segment.replacing(
          allow: segment.allow.replacing(
            coldOddsRatio: try odds.replacing(.constant(odds.end(-1, joints)))),
          annoyance: segment.annoyance.replacing(cold: try segment.annoyance.cold.atUpperEnd(joints)))
      }
    case .noFraming:
      return try original.replacingArms { arm throws(ExperimentFault) in
        try arm.replacingFraming { number throws(ExperimentFault) in try number.replacing(.constant(1)) }
      }
    case .fallingWillingness:
      var turned: Set<Distribution> = []
      let alternative = try original.replacingSegments { segment throws(ExperimentFault) in
        let value = segment.allow.value
        if case .joint = value.distribution { turned.insert(value.distribution) }
        return segment.replacing(
          allow: segment.allow.replacing(value: try value.replacing(value.distribution.mirrored)))
      }
      var mirrored: [JointDistribution] = []
      for joint in joints { mirrored.append(try joint.mirrored(turned)) }
      return try alternative.replacing(joints: mirrored)
    }
  }
}

extension Willingness {
  fileprivate func upperEnds(_ joints: [JointDistribution]) throws(ExperimentFault) -> Willingness {
    var ends = [withActivity, withStaying].map { $0.end(1, joints) }
    let square = ends.reduce(0) { $0 + $1 * $1 }
    if square > 1 { ends = ends.map { $0 / square.squareRoot() } }
    func end(_ index: Int, of number: Parameter) throws(ExperimentFault) -> Parameter {
      guard number.constant == nil || square > 1 else { return number }
      return try number.replacing(.constant(ends[index]))
    }
    return Willingness(
      withActivity: try end(0, of: withActivity), withStaying: try end(1, of: withStaying))
  }
}

extension Arm {
  /// The arm with every odds ratio of its words changed.
  fileprivate func replacingFraming(
    _ change: (Parameter) throws(ExperimentFault) -> Parameter
  ) throws(ExperimentFault) -> Arm {
    let arm = replacing(usageString: usageString.replacing(oddsRatio: try change(usageString.oddsRatio)))
    guard let prePrompt else { return arm }
    return arm.showing(
      prePrompt.replacing(
        continueOddsRatio: try change(prePrompt.continueOddsRatio),
        allowOddsRatio: try change(prePrompt.allowOddsRatio)))
  }
}

extension Parameter {
  fileprivate func atUpperEnd(_ joints: [JointDistribution]) throws(ExperimentFault) -> Parameter {
    try replacing(.constant(end(1, joints)))
  }

  /// An end of what is assumed possible; see ``AlternativeModel/experiment(from:)``.
  ///
  /// - Parameter side: 1 for the upper end, −1 for the lower.
  fileprivate func end(_ side: Double, _ joints: [JointDistribution]) -> Double {
    let reach = 1.645 * side
    let value: Double
    switch distribution {
    case .constant(let known): return known
    case .uniform(let low, let high), .triangular(let low, _, let high): value = side > 0 ? high : low
    case .normal(let mean, let sd): value = mean + reach * sd
    case .lognormal(let median, let sigma): value = median * ElementaryFunctions.exp(reach * sigma)
    case .beta: value = distribution.mean + reach * distribution.deviation
    case .joint(let path, let member):
      guard let joint = joints.first(where: { $0.path == path }) else {
        preconditionFailure(
          "an experiment has every joint distribution that one of its numbers is a member of")
      }
      let variance = joint.factor[member].reduce(0) { $0 + $1 * $1 }
      let end = joint.mean[member] + reach * variance.squareRoot()
      value = joint.scales[member].value(end)
    }
    let low = range.includesLow ? range.low : range.low.nextUp
    let high = range.includesHigh ? range.high : range.high.nextDown
    return min(high, max(low, value))
  }
}

extension Distribution {
  /// The distribution of the number with its sign turned.
  fileprivate var mirrored: Distribution {
    switch self {
    case .constant(let value): .constant(-value)
    case .normal(let mean, let sd): .normal(mean: -mean, sd: sd)
    case .uniform(let low, let high): .uniform(low: -high, high: -low)
    case .triangular(let low, let mode, let high): .triangular(low: -high, mode: -mode, high: -low)
    case .lognormal, .beta: .constant(-mean)
    // Its joint is turned instead.
    case .joint: self
    }
  }

  fileprivate var mean: Double {
    switch self {
    case .lognormal(let median, let sigma): median * ElementaryFunctions.exp(sigma * sigma / 2)
    case .beta(let a, let b): a / (a + b)
    case .constant(let value): value
    case .normal(let mean, _): mean
    case .uniform(let low, let high): (low + high) / 2
    case .triangular(let low, let mode, let high): (low + mode + high) / 3
    case .joint: 0
    }
  }

  fileprivate var deviation: Double {
    switch self {
    case .beta(let a, let b): (a * b / (a + b + 1)).squareRoot() / (a + b)
    case .constant, .normal, .lognormal, .uniform, .triangular, .joint: 0
    }
  }
}

extension JointDistribution {
  /// The distribution with the sign turned of those members on the identity scale that are named.
  fileprivate func mirrored(_ members: Set<Distribution>) throws(ExperimentFault) -> JointDistribution {
    var (mean, factor) = (mean, factor)
    for member in mean.indices where members.contains(.joint(path, member: member)) {
      guard scales[member] == .identity else { continue }
      mean[member].negate()
      for column in factor[member].indices { factor[member][column].negate() }
    }
    return try replacing(mean: mean, factor: factor)
  }
}
