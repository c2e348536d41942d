import ExperimentDesign
import RandomStreams

/// Draws an experiment's uncertain parameters, trial by trial.
///
/// Each has a stream of its own in each trial, addressed by its path. Under independent sampling trials have nothing to
/// do with each other, and what is not legal is drawn again. Under stratified sampling the uniform behind each
/// parameter is spread evenly over the trials of a block (`StratifiedStream`) and becomes a legal value by
/// ``ParameterQuantile``; so are the normals behind each member of a joint distribution.
struct ParameterSampler: Sendable {
  /// In the order of ``Experiment/uncertain``.
  private let parameters: [Parameter]
  /// Of their paths.
  private let hashes: [UInt64]
  /// By parameter, under stratified sampling; `nil` for what has no quantile (``ParameterQuantile/init(_:)``).
  private let quantiles: [ParameterQuantile?]
  private let joints: [String: JointDistribution]
  private let positions: [String: Int]
  private let sampling: InputSampling

  /// The number of times something illegal is drawn again before giving up.
  static let attempts: UInt32 = 10_000
  /// How many of them stay within the stratum.
  static let attemptsOfAStratum: UInt32 = 100
  /// Between the addresses of two rounds in which parameters are drawn together again: more than ``attempts``.
  private static let round: UInt32 = 16_384

  /// Of an experiment in which everything is known.
  static let none = ParameterSampler([], joints: [], sampling: .independent)

  init(_ parameters: [Parameter], joints: [JointDistribution], sampling: InputSampling) {
    self.parameters = parameters
    hashes = parameters.map { PathHash.hash($0.path.utf8) }
    quantiles = parameters.map { sampling == .stratified ? ParameterQuantile($0) : nil }
    self.joints = Dictionary(joints.map { ($0.path, $0) }) { first, _ in first }
    positions = Dictionary(uniqueKeysWithValues: parameters.enumerated().map { ($1.path, $0) })
    self.sampling = sampling
  }

  /// The position of an uncertain parameter; `nil` for one that is known.
  func position(_ parameter: Parameter) -> Int? { positions[parameter.path] }

  /// One value of every parameter.
  func values(_ trial: TrialStream) -> [Double] {
    var vectors: [String: [Double]] = [:]
    return parameters.indices.map { position in
      if let value = value(position, trial, round: 0) { return value }
      guard case .joint(let path, let member) = parameters[position].distribution else { return .nan }
      let vector = vectors[path] ?? joints[path].map { self.vector(of: $0, trial) } ?? []
      vectors[path] = vector
      return member < vector.count ? vector[member] : .nan
    }
  }

  /// A legal value of one parameter; `nil` for a member of a joint distribution.
  ///
  /// - Parameter round: 0, and another number for each time that parameters are drawn together again.
  func value(_ position: Int, _ trial: TrialStream, round: UInt32) -> Double? {
    let stream = trial.stratified(hash: hashes[position])
    guard let quantile = quantiles[position] else {
      let parameter = parameters[position]
      if case .joint = parameter.distribution { return nil }
      return parameter.drawn(stream.own, from: round &* Self.round)
    }
    return quantile(uniform(stream, attempt: round))
  }

  /// The uniform behind a draw, under stratified sampling within its stratum at first.
  ///
  /// Where the strata that meet in a trial have hardly anything legal in common, it is one of the whole distribution.
  private func uniform(_ stream: StratifiedStream, attempt: UInt32, member: UInt16 = 0) -> Double {
    let address = Address(purpose: DrawPurpose.parameter, index: attempt, sub: member)
    guard sampling == .stratified, attempt < Self.attemptsOfAStratum else {
      return stream.own.uniform(address)
    }
    return stream.uniform(address, stratum: Address(purpose: DrawPurpose.stratum, index: UInt32(member)))
  }

  /// A vector of the joint, all of whose members are legal.
  private func vector(of joint: JointDistribution, _ trial: TrialStream) -> [Double] {
    let stream = trial.stratified(path: joint.path)
    var last: [Double] = []
    for attempt in 0..<Self.attempts {
      let normals = joint.mean.indices.map { member in
        Quantile.normal(uniform(stream, attempt: attempt, member: UInt16(member)))
      }
      last = zip(joint.scales, joint.scaled(normals)).map { $0.value($1) }
      if zip(last, joint.ranges).allSatisfy({ $1.contains($0) }) { return last }
    }
    // Legal vectors are too rare to draw.
    return zip(last, joint.ranges).map { $1.clamped($0) }
  }
}

extension Parameter {
  /// One legal value, drawn again while outside the range.
  fileprivate func drawn(_ stream: AddressedStream, from first: UInt32) -> Double {
    for attempt in 0..<ParameterSampler.attempts {
      let address = Address(purpose: DrawPurpose.parameter, index: first &+ attempt)
      let value =
        if case .beta(let a, let b) = distribution {
          BetaSampler(a, b).draw(from: stream, at: address)
        } else {
          distribution.quantile(stream.uniform(address))
        }
      if range.contains(value) { return value }
    }
    return clampedMiddle
  }

  /// Where legal values are too rare to draw, the legal end next to the distribution.
  var clampedMiddle: Double { range.clamped(middle ?? 0) }
}
