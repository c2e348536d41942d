public import GSLNumerics

/// What a difference is most sensitive to: the share of its variance over trials that each uncertain parameter
/// explains, what knowing it would be worth, and where it would change the recommendation.
///
/// The difference is fitted on each parameter by least squares, on a smooth basis of four functions (``GroupFit``).
/// Shares below what all idle parameters together reach in 95 of 100 runs
/// (``permutationThreshold(_:_:shouldStop:)``) are not shown. Parameters drawn together are one row. The Monte Carlo
/// error of a share is by the delete-one-block jackknife.
public struct SensitivityRanking: Codable, Equatable, Sendable {
  /// One parameter, or several that are drawn together.
  public struct Row: Codable, Equatable, Sendable {
    /// Where the parameters are written, those that explain more alone first.
    public let parameters: [String]
    /// The share of the variance of the difference.
    public let share: MonteCarloNumber
    /// What it would be worth to know it before choosing, in units of the objective; of the five largest rows.
    ///
    /// `nil` where there are no arms to choose from. See ``partialValue(_:arms:blocks:)``.
    public internal(set) var value: MonteCarloNumber?
    /// Where the mean of the difference at a value of the parameter changes its sign; `nil` where it does not within
    /// the central 90% of the draws, and for several parameters.
    public let flip: FlipPoint?
    /// Of several parameters each that has such a point as it varies and those drawn with it follow; else empty.
    public let members: [Member]

    private enum CodingKeys: String, CodingKey {
      case parameters = "places"
      case share
      case value = "valueOfLearning"
      case flip = "breakEven"
      case members = "breakEvenTogether"
    }
  }

  /// One of several parameters that are drawn together.
  public struct Member: Codable, Equatable, Sendable {
    /// Where it is written.
    public let parameter: String
    /// Where the mean of the difference at its value changes its sign.
    public let flip: FlipPoint

    private enum CodingKeys: String, CodingKey {
      case parameter
      case flip = "breakEven"
    }
  }

  /// Those that explain more than chance would, largest share first.
  public let rows: [Row]
  /// The share that is sampling: the noise of the trials' installs; `nil` where the trials do not
  /// tell, ``rest`` then holding it too.
  public let sampling: Double?
  /// What is left of 1: parameters together beyond what they do one by one, and those not shown.
  public let rest: Double
  /// Trials it rests on.
  public let trials: Int

  /// The fewest trials from which shares are given.
  public static let fewestTrials = 100
  /// The fewest trials per parameter: four for each of its functions, were all parameters drawn together.
  public static let trialsPerParameter = 16
  /// For how many rows the value of learning is worked out.
  private static let valued = 5
  /// More trials say no more of shares of a per cent.
  static let mostTrials = 20_000

  /// The trials that a number of uncertain parameters needs.
  public static func trialsNeeded(parameters: Int) -> Int {
    max(fewestTrials, trialsPerParameter * parameters)
  }

  /// - Parameters:
  ///   - inputs: every uncertain parameter, with its draws in every trial.
  ///   - difference: the difference of interest, trial by trial.
  ///   - table: the arms to choose from, of the same trials; `nil` for none.
  ///   - shouldStop: asked before every part of the work that can take a while.
  /// - Returns: `nil` with fewer trials than ``trialsNeeded(parameters:)``, without a parameter that
  ///   varies, or where the difference does not vary.
  public init?(
    _ inputs: SensitivityInputs, difference: TrialSeries, table: ObjectiveTable?,
    shouldStop: () -> Bool = { false }
  ) throws(NumericsError) {
    let present = difference.values.indices.filter { difference.values[$0] != nil }
    trials = present.count
    guard trials >= Self.trialsNeeded(parameters: inputs.parameters.count) else { return nil }
    let used = Array(present.prefix(Self.mostTrials))
    let values = used.compactMap { difference.values[$0] }
    let variance = try sampleVariance(values)
    let inputs = used.count == difference.values.count ? inputs : inputs.over(used)
    guard variance > 0, !inputs.groups.isEmpty else { return nil }
    let blocks = jackknifeBlocks(trials: values.count, trialsOfABlock: difference.trialsOfABlock)
    let threshold = try permutationThreshold(inputs.groups, values, shouldStop: shouldStop)
    var found: [(row: Row, group: ParameterGroup)] = []
    for group in inputs.groups {
      if shouldStop() { throw .stopped }
      let names = group.names
      let fit = GroupFit(group.basis, values, blocks: blocks)
      guard fit.share > threshold else { continue }
      let alone = zip(names, names.count > 1 ? group.columns : []).map { name, draws in
        let fit = GroupFit(SmoothBasis(of: [draws]), values, blocks: blocks)
        return (name: name, share: fit.share, flip: fit.flip)
      }.sorted { $0.share > $1.share }
      let members = alone.compactMap { member in
        member.flip.map { Member(parameter: member.name, flip: $0) }
      }
      let row = Row(
        parameters: alone.isEmpty ? names : alone.map(\.name),
        share: MonteCarloNumber(value: fit.share, mcse: fit.error),
        flip: names.count == 1 ? fit.flip : nil, members: members)
      found.append((row, group))
    }
    found.sort { ($1.row.share.value, $0.row.parameters[0]) < ($0.row.share.value, $1.row.parameters[0]) }
    if let table, table.values.count == present.count, table.arms.count > 1 {
      let arms = table.arms.indices.map { arm in used.indices.map { table.values[$0, arm] } }
      for row in found.indices.prefix(Self.valued) {
        if shouldStop() { throw .stopped }
        found[row].row.value = partialValue(found[row].group.basis, arms: arms, blocks: blocks)
      }
    }
    rows = found.map(\.row)
    sampling = difference.meanSamplingVariance.map { min(1, $0 / variance) }
    rest = 1 - rows.reduce(0) { $0 + $1.share.value } - (sampling ?? 0)
  }
}
