import ExperimentDesign
import RandomStreams

/// The values of one trial's parameters.
///
/// A distribution is drawn once per trial and path, addressed by the path's
/// name: adding one shifts no other.
struct ParameterDraws {
  /// In the order of ``UncertainParameters``.
  private(set) var values: [Double]
  private let index: [String: Int]

  /// The number of times a draw outside the legal range is drawn again before giving up.
  static let attempts = 10_000

  /// Of an experiment in which everything is known.
  static let none = ParameterDraws(values: [], index: [:])

  private init(values: [Double], index: [String: Int]) {
    self.values = values
    self.index = index
  }

  init(uncertain: UncertainParameters, index: [String: Int], joints: [JointDistribution], trial: TrialStream)
  {
    self.index = index
    values = []
    values.reserveCapacity(uncertain.parameters.count)
    var vectors: [String: [Double]] = [:]
    for parameter in uncertain.parameters {
      if case .joint(let path, let member) = parameter.distribution {
        if vectors[path] == nil, let joint = joints.first(where: { $0.path == path }) {
          vectors[path] = Self.vector(of: joint, stream: trial.parameter(path: path), from: 0)
        }
        values.append(vectors[path]?[member] ?? .nan)
      } else {
        values.append(
          Self.value(of: parameter, stream: trial.parameter(path: parameter.path), from: 0))
      }
    }
  }

  /// The parameter's value in this trial.
  func callAsFunction(_ parameter: Parameter) -> Double {
    if let constant = parameter.constant { return constant }
    guard let position = index[parameter.path] else { return .nan }
    return values[position]
  }

  /// Draws the named parameters together again until `accept` holds of them.
  ///
  /// For limits that bind several: shares that sum to at most 1, correlations
  /// whose squares do. What is constant or joint stays as it is.
  mutating func redraw(_ parameters: [Parameter], trial: TrialStream, until accept: ([Double]) -> Bool) {
    var round: UInt32 = 1
    while !accept(parameters.map { self($0) }), round < Self.attempts {
      for parameter in parameters {
        if case .joint = parameter.distribution { continue }
        guard let position = index[parameter.path] else { continue }
        values[position] = Self.value(
          of: parameter, stream: trial.parameter(path: parameter.path), from: round)
      }
      round += 1
    }
  }

  /// One legal value, drawn again while outside the range.
  private static func value(of parameter: Parameter, stream: AddressedStream, from round: UInt32) -> Double {
    // Each round of a joint redraw has its own block of attempts.
    for attempt in 0..<UInt32(attempts) {
      let address = Address(purpose: Purpose.parameter, index: round &* 16_384 &+ attempt)
      let value = sample(parameter.distribution, stream: stream, at: address)
      if parameter.range.contains(value) { return value }
    }
    return clamped(parameter)
  }

  /// Where legal values are too rare to draw, the legal end next to the distribution.
  private static func clamped(_ parameter: Parameter) -> Double {
    let range = parameter.range
    let centre =
      switch parameter.distribution {
      case .constant(let value): value
      case .normal(let mean, _): mean
      case .lognormal(let median, _): median
      case .beta(let a, let b): a / (a + b)
      case .uniform(let low, let high): (low + high) / 2
      case .triangular(_, let mode, _): mode
      case .joint: 0.0
      }
    let low = range.includesLow ? range.low : range.low.nextUp
    let high = range.includesHigh ? range.high : range.high.nextDown
    return min(max(centre, low), high)
  }

  private static func sample(_ distribution: Distribution, stream: AddressedStream, at address: Address)
    -> Double
  {
    switch distribution {
    case .constant(let value): value
    case .normal(let mean, let sd): mean + sd * stream.normal(address)
    case .lognormal(let median, let sigma):
      stream.logNormal(address, median: median, sigma: sigma)
    case .beta(let a, let b): stream.beta(address, a, b)
    case .uniform(let low, let high): stream.uniform(address, low: low, high: high)
    case .triangular(let low, let mode, let high):
      stream.triangular(address, low: low, mode: mode, high: high)
    case .joint: .nan
    }
  }

  /// A vector of the joint, all of whose members are legal.
  private static func vector(of joint: JointDistribution, stream: AddressedStream, from round: UInt32)
    -> [Double]
  {
    var last: [Double] = []
    for attempt in 0..<UInt32(attempts) {
      let normals = joint.mean.indices.map {
        stream.normal(
          Address(purpose: Purpose.parameter, index: round &* 16_384 &+ attempt, sub: UInt16($0)))
      }
      last = joint.mean.indices.map { row in
        var value = joint.mean[row]
        for column in 0...row { value += joint.factor[row][column] * normals[column] }
        switch joint.scales[row] {
        case .identity: return value
        case .log: return ElementaryFunctions.exp(value)
        case .logit: return ElementaryFunctions.logistic(value)
        }
      }
      if zip(last, joint.ranges).allSatisfy({ $1.contains($0) }) { return last }
    }
    return last
  }
}
