/// The objective of every competing arm in every trial, with what is known of its noise.
///
/// A trial's value is the expectation under its inputs, and the noise of its finite number of installs. The two halves of
/// the installs tell how much that is: ¼ of the variance of the difference between the halves over the variance of the
/// differences between options, pooled over them. Up to ``toleratedNoise`` draws are taken as they are, up to ``mostNoise``
/// the deviation of each from its mean is scaled by √(1 − share). Above they are taken as they are, wider than what is not
/// known, and say only which option is nearly always best.
public struct ObjectiveTable: Equatable, Sendable {
  /// Positions of the competing arms in the run's order.
  public let arms: [Int]
  /// By trial and competing arm, more being better; trials in which any of them has no value are left out.
  let values: TrialRows
  /// The share of the variance of the options' differences that is noise; `nil` where the trials do not tell it.
  public let noiseShare: Double?
  /// Trials that were left out.
  public let missing: Int
  /// Trials that are drawn together.
  let trialsOfABlock: Int

  /// The share of noise up to which draws are taken as they are.
  public static let toleratedNoise = 0.05
  /// The share of noise above which little is said.
  public static let mostNoise = 0.5

  /// - Parameters:
  ///   - competing: positions of the arms that may be chosen, at least one.
  ///   - series: for every arm of the run, in its order, the objective trial by trial.
  ///   - lessIsBetter: whether the smallest objective is the best.
  /// - Returns: `nil` when no trial has a value of every competing arm.
  public init?(competing: [Int], series: [TrialSeries], lessIsBetter: Bool) {
    let sign = lessIsBetter ? -1.0 : 1.0
    let trials = series.first?.values.indices ?? 0..<0
    var values = TrialRows(arms: competing.count)
    var draws = values
    let own = competing.map { series[$0].values }
    let noises = competing.map { series[$0].noise }
    for trial in trials {
      let row = own.compactMap { $0[trial].map { sign * $0 } }
      guard row.count == competing.count else { continue }
      values.append(row)
      let noise = noises.compactMap { $0[trial] }
      if noise.count == competing.count { draws.append(noise) }
    }
    guard values.count > 0, !competing.isEmpty else { return nil }
    arms = competing
    missing = trials.count - values.count
    trialsOfABlock = series[competing[0]].trialsOfABlock
    self.values = values
    noiseShare = Self.noiseShare(values, draws)
  }

  private static func noiseShare(_ values: TrialRows, _ draws: TrialRows) -> Double? {
    guard values.count > 1, TrialSeries.areEnough(draws.count, of: values.count) else { return nil }
    let spread = values.spread(about: values.means()) / Double(values.count - 1)
    let noise = draws.spread(about: draws.means().map { _ in 0 }) / Double(draws.count)
    // Options that never differ have no noise to speak of.
    return spread > 0 ? noise / spread : 0
  }

  /// Whether the noise is known, so that what is said of expectations is free of it.
  public var noiseIsKnown: Bool { noiseShare != nil }

  /// Whether noise hides what the inputs do.
  public var isTooNoisy: Bool { (noiseShare ?? 0) > Self.mostNoise }

  /// How many times as many installs would bring the noise down to a share, what is tolerated; some twenty million where
  /// there is nothing but noise.
  public func installsNeeded(tolerated: Double = toleratedNoise) -> Double {
    let share = min(0.999_999, noiseShare ?? 0)
    return share / (1 - share) * (1 - tolerated) / tolerated
  }

  /// By what the deviation of a draw from its mean is multiplied.
  private var scale: Double {
    guard let noiseShare, noiseShare > Self.toleratedNoise, !isTooNoisy else { return 1 }
    return withoutNoise
  }

  /// What is left of the deviation of a draw from its mean where its noise is taken off.
  var withoutNoise: Double { max(0, 1 - (noiseShare ?? 0)).squareRoot() }

  /// By competing arm its expectation in every trial, the noise scaled off; the mean where no input is uncertain, as all of
  /// the spread is noise then.
  public func draws(parametersVary: Bool) -> [[Double]] {
    let rows = expected(scaledBy: parametersVary ? nil : 0)
    return arms.indices.map { arm in (0..<rows.count).map { rows[$0, arm] } }
  }

  /// The expectations of every trial, the noise scaled off; one row for each trial.
  ///
  /// - Parameter given: by what deviations are multiplied, in place of the table's own.
  func expected(without left: Range<Int> = 0..<0, scaledBy given: Double? = nil) -> TrialRows {
    let scale = given ?? scale
    let means = scale < 1 ? values.means(without: left) : []
    var rows = TrialRows(arms: arms.count)
    for trial in 0..<values.count where !left.contains(trial) {
      rows.append(
        arms.indices.map { arm in
          let value = values[trial, arm]
          return scale < 1 ? means[arm] + scale * (value - means[arm]) : value
        })
    }
    return rows
  }
}
