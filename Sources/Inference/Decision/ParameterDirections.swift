import GSLNumerics

/// A direction of the differences: T·v, v, and what deviations along it are multiplied by.
struct ParameterDirection {
  var image: [Double]
  var direction: [Double]
  var factor: Double
  /// Whether its share is distinguished from noise; where it is not, the factor is the root of the most it can be.
  var isTold: Bool
}

/// The canonical directions of the differences, with the share of each that is the parameters'.
struct ParameterDirections {
  /// The standard deviation of the widest direction.
  var scale: Double
  private(set) var kept: [ParameterDirection] = []

  init(total: [[Double]], noise: NoiseFactor, trials: Int) throws(NumericsError) {
    let principal = try SymmetricEigensystem(of: total)
    scale = max(0, principal.values.first ?? 0).squareRoot()
    // Directions in which the arms never differ are rounding.
    let used = Self.used(principal.values, noise, trials: trials)
    guard !used.isEmpty else { return }
    let axes = used.map { index in
      let deviation = principal.values[index].squareRoot()
      return (
        whitening: principal.vectors[index].map { $0 / deviation },
        colouring: principal.vectors[index].map { $0 * deviation }
      )
    }
    try keep(axes, noise, trials: trials)
  }

  /// The same from the centred rows themselves, in time in proportion to the arms.
  ///
  /// The eigenvectors of XᵀX are Xᵀu of those u of XXᵀ, with the same eigenvalues.
  ///
  /// - Parameters:
  ///   - rows: X, the centred deviations, one row a trial; a repeated one once and as much longer.
  ///   - trials: with those repeated.
  init(centred rows: [[Double]], noise: NoiseFactor, trials: Int) throws(NumericsError) {
    let divisor = Double(max(1, trials - 1))
    let principal = try SymmetricEigensystem(
      of: rows.map { first in rows.map { dot(first, $0) / divisor } })
    scale = max(0, principal.values.first ?? 0).squareRoot()
    let used = Self.used(principal.values, noise, trials: trials)
    guard !used.isEmpty else { return }
    let axes = used.map { index in
      let deviation = principal.values[index].squareRoot()
      let image = combination(rows, principal.vectors[index])
      let length = divisor.squareRoot() * deviation
      return (
        whitening: image.map { $0 / length / deviation }, colouring: image.map { $0 / length * deviation }
      )
    }
    try keep(axes, noise, trials: trials)
  }

  /// Directions that are distinguished from rounding, the widest where there are many for so few trials.
  ///
  /// A covariance matrix that is estimated from fewer than some five times as many draws as it has directions
  /// tells nothing of the last of them.
  private static func used(_ variances: [Double], _ noise: NoiseFactor, trials: Int) -> [Int] {
    let widest = max(0, variances.first ?? 0)
    let used = variances.indices.filter { variances[$0] > 1e-10 * widest && variances[$0] > 0 }
    guard let draws = noise.draws else { return used }
    return Array(used.prefix(max(1, min(trials, draws) / 5)))
  }

  private mutating func keep(
    _ axes: [(whitening: [Double], colouring: [Double])], _ noise: NoiseFactor, trials: Int
  ) throws(NumericsError) {
    let canonical = try SymmetricEigensystem(of: noise.products(of: axes.map(\.whitening)))
    // Where nothing is known of the noise, there is none that a direction could be taken for.
    var edge = 1.0
    if let draws = noise.draws {
      edge = try largestOfNoise(directions: axes.count, trials: trials, draws: draws)
    }
    let directions = canonical.vectors.map { combination(axes.map(\.whitening), $0) }
    let noiseShares = canonical.values.map { max(0, $0) }
    let errors = noise.errorsOfExcess(along: directions, variances: noiseShares, trials: trials)
    for (number, direction) in directions.enumerated() {
      let share = 1 - noiseShares[number]
      let isTold =
        noiseShares[number] * edge < 1 && share > ParameterSpread.errorsToTell * errors[number]
      let most = isTold ? share : share + 1.645 * errors[number]
      guard most > 0 else { continue }
      kept.append(
        ParameterDirection(
          image: combination(axes.map(\.colouring), canonical.vectors[number]), direction: direction,
          factor: min(1, most).squareRoot(), isTold: isTold))
    }
  }

  /// Leaves out the directions whose share is not distinguished from noise.
  mutating func leaveOutUntold() { kept.removeAll { !$0.isTold } }
}

/// What leaves of a trial's differences what is the parameters', as flat arrays.
struct ParameterShrinkage {
  private let means: [Double]
  /// One number per direction and arm, each, direction by direction.
  private let weights: [Double]
  private let images: [Double]
  private let factors: [Double]

  /// - Parameter means: about which deviations are shrunk.
  init(_ directions: [ParameterDirection], around means: [Double]) {
    self.means = means
    weights = directions.flatMap(\.direction)
    images = directions.flatMap(\.image)
    factors = directions.map(\.factor)
  }

  /// What sets the expected differences of trials while the numbers are lent.
  struct Moves {
    fileprivate let directions: Int
    fileprivate let means: UnsafePointer<Double>
    fileprivate let weights: UnsafePointer<Double>
    fileprivate let images: UnsafePointer<Double>
    fileprivate let factors: UnsafePointer<Double>

    /// Sets the expected differences of a trial from those that its installs gave, one per arm.
    @inline(__always)
    func apply(to row: UnsafePointer<Double>, _ result: UnsafeMutablePointer<Double>, arms: Int) {
      for arm in 0..<arms { result[arm] = 0 }
      for number in 0..<directions {
        let (weight, image) = (weights + number &* arms, images + number &* arms)
        var product = 0.0
        for arm in 0..<arms { product += weight[arm] * (row[arm] - means[arm]) }
        product *= factors[number]
        for arm in 0..<arms { result[arm] += product * image[arm] }
      }
      for arm in 0..<arms { result[arm] += means[arm] }
    }
  }

  /// Lends the numbers.
  @inline(__always)
  func lend<Failure>(_ body: (Moves) throws(Failure) -> Void) throws(Failure) {
    // One list, whose places stay where they are.
    let numbers = means + weights + images + factors
    var failure: Failure?
    numbers.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let moves = Moves(
        directions: factors.count, means: start, weights: start + means.count,
        images: start + means.count + weights.count,
        factors: start + means.count + weights.count + images.count)
      do throws(Failure) { try body(moves) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

private func combination(_ vectors: [[Double]], _ weights: [Double]) -> [Double] {
  (vectors.first ?? []).indices.map { index in
    zip(vectors, weights).reduce(0) { $0 + $1.0[index] * $1.1 }
  }
}
