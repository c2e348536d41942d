public import ExperimentDesign
import RandomStreams

/// Another reading of the same facts: what may be true of people where the file says otherwise.
///
/// Whether those who stay are more willing anyway, or become so by what they experience, no test of
/// one moment can tell; nor has anybody published what words before the alert do. An answer that
/// needs one reading says so.
public enum RivalModel: String, CaseIterable, Hashable, Sendable {
  /// Experience persuades nobody (`allow.value` is 0); who stays and uses the app more is more
  /// willing from the start, as much as the file thinks possible (`willingness` at its upper ends).
  case selectionOnly = "selection_only"
  /// No text before the alert or on it moves anybody: the odds ratios of usage strings and
  /// pre-prompts are 1.
  case noFraming = "no_framing"
  /// Experience puts people off: `allow.value` with its sign turned.
  case fallingWillingness = "falling_willingness"

  /// The experiment under this reading.
  ///
  /// The upper end of a correlation is that of its uniform or triangular law, else 1.645 standard
  /// deviations above the mean (never above 1; both scaled down where their squares would sum to
  /// more), and a known one stays. A law whose mirror image cannot be written (beta, lognormal) is
  /// turned at its mean. What is drawn keeps its draws under the same seed.
  /// - Returns: `nil` where it would be the experiment as written.
  public func experiment(from original: Experiment) -> Experiment? {
    var rival = original
    switch self {
    case .selectionOnly:
      rival.forEachSegment { segment in
        segment.allow.value.law = .constant(0)
        segment.willingness = segment.willingness.upperEnds(original.joints)
      }
    case .noFraming:
      for arm in rival.arms.indices {
        rival.arms[arm].usageString.oddsRatio.law = .constant(1)
        rival.arms[arm].prePrompt?.continueOddsRatio.law = .constant(1)
        rival.arms[arm].prePrompt?.allowOddsRatio.law = .constant(1)
      }
    case .fallingWillingness:
      var turned: Set<Law> = []
      rival.forEachSegment { segment in
        if case .joint = segment.allow.value.law { turned.insert(segment.allow.value.law) }
        segment.allow.value.law = segment.allow.value.law.mirrored
      }
      for joint in rival.joints.indices { rival.joints[joint].mirror(turned) }
    }
    return rival == original ? nil : rival
  }
}

extension Experiment {
  fileprivate mutating func forEachSegment(_ change: (inout Segment) -> Void) {
    for scenario in scenarios.indices {
      for segment in scenarios[scenario].segments.indices {
        change(&scenarios[scenario].segments[segment])
      }
    }
  }
}

extension Willingness {
  fileprivate func upperEnds(_ joints: [JointLaw]) -> Willingness {
    var result = self
    var ends = [withActivity, withStaying].map { $0.law.upperEnd(joints) }
    let square = ends.reduce(0) { $0 + $1 * $1 }
    if square > 1 { ends = ends.map { $0 / square.squareRoot() } }
    if withActivity.constant == nil || square > 1 { result.withActivity.law = .constant(ends[0]) }
    if withStaying.constant == nil || square > 1 { result.withStaying.law = .constant(ends[1]) }
    return result
  }
}

extension Law {
  /// The upper end of a correlation; see ``RivalModel/experiment(from:)``.
  fileprivate func upperEnd(_ joints: [JointLaw]) -> Double {
    let reach = 1.645
    switch self {
    case .constant(let value): return value
    case .uniform(_, let high), .triangular(_, _, let high): return min(1, high)
    case .normal(let mean, let sd): return min(1, mean + reach * sd)
    case .lognormal, .beta: return min(1, mean + reach * deviation)
    case .joint(let place, let member):
      guard let joint = joints.first(where: { $0.place == place }) else { return 0 }
      let variance = joint.factor[member].reduce(0) { $0 + $1 * $1 }
      return min(1, joint.mean[member] + reach * variance.squareRoot())
    }
  }

  /// The law of the number with its sign turned.
  fileprivate var mirrored: Law {
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

  private var mean: Double {
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

  private var deviation: Double {
    switch self {
    case .lognormal(_, let sigma): mean * (ElementaryFunctions.exp(sigma * sigma) - 1).squareRoot()
    case .beta(let a, let b): (a * b / (a + b + 1)).squareRoot() / (a + b)
    case .constant, .normal, .uniform, .triangular, .joint: 0
    }
  }
}

extension JointLaw {
  /// Turns the sign of those members on the identity scale that are named.
  fileprivate mutating func mirror(_ members: Set<Law>) {
    for member in mean.indices where members.contains(.joint(place, member: member)) {
      guard scales[member] == .identity else { continue }
      mean[member].negate()
      for column in factor[member].indices { factor[member][column].negate() }
    }
  }
}
