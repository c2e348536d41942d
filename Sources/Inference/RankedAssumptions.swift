public import GSLNumerics

/// How strongly one uncertain parameter goes with a difference over the trials.
public struct RankedAssumption: Encodable, Equatable, Sendable {
  /// The parameter's path.
  public let parameter: String
  /// Spearman's rank correlation with the difference, in [−1, 1].
  public let correlation: Double
  /// Trials it rests on.
  public let trials: Int

  private enum CodingKeys: String, CodingKey {
    case parameter
    case correlation = "rankCorrelation"
    case trials
  }

  /// Standard error of the correlation, about (1 − ρ²)√((1 + ρ²/2)/(trials − 3)) (Bonett & Wright 2000, by the
  /// delta method from their error of Fisher's z); `nil` for three trials or fewer.
  public var error: Double? {
    guard trials > 3 else { return nil }
    let square = correlation * correlation
    return (1 - square) * ((1 + square / 2) / Double(trials - 3)).squareRoot()
  }

  /// Whether the correlation is outside the central 95% of the strongest that `parameters` idle
  /// parameters show: |ρ| > z/√(trials − 1) with z the normal quantile at 1 − 0.025/parameters
  /// (the large-sample distribution for independent samples, Kendall & Gibbons 1990, chapter 4, with
  /// Bonferroni's bound for looking at several).
  ///
  /// - Parameter parameters: how many were ranked, at least 1.
  public func standsOut(among parameters: Int) throws(NumericsError) -> Bool {
    guard trials > 1 else { return false }
    let bound = try StandardNormal.quantile(1 - 0.025 / Double(max(1, parameters)))
    return abs(correlation) > bound / Double(trials - 1).squareRoot()
  }
}

/// Uncertain parameters in order of how strongly they go with a difference, strongest first.
///
/// The order is by |ρ|, Spearman's. It is a ranking and no decomposition: shares of variance need more trials and a
/// regression. A parameter whose draws do not vary is left out, and none is listed when the difference does not vary or
/// fewer than three trials have one.
public func rankedAssumptions(
  names: [String], draws: [[Double]], difference: [Double?]
) throws(NumericsError) -> [RankedAssumption] {
  guard names.count == draws.count else {
    throw .unequalLengths(first: names.count, second: draws.count)
  }
  let present = difference.indices.filter { difference[$0] != nil }
  let differences = difference.compactMap { $0 }
  guard differences.count > 2, differences.contains(where: { $0 != differences[0] }) else { return [] }
  let ranks = middleRanks(differences)
  var ranked: [(offset: Int, assumption: RankedAssumption)] = []
  for (offset, values) in draws.enumerated() {
    guard values.count == difference.count else {
      throw .unequalLengths(first: difference.count, second: values.count)
    }
    let matching = present.map { values[$0] }
    guard matching.contains(where: { $0 != matching[0] }) else { continue }
    let correlation = try correlation(ofRanks: middleRanks(matching), ranks)
    ranked.append(
      (
        offset,
        RankedAssumption(parameter: names[offset], correlation: correlation, trials: matching.count)
      ))
  }
  ranked.sort { first, second in
    (-abs(first.assumption.correlation), first.offset)
      < (-abs(second.assumption.correlation), second.offset)
  }
  return ranked.map(\.assumption)
}
