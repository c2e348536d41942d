public import GSLNumerics

/// Gray's test that several arms have the same incidence of a decision over the whole time.
///
/// Gray 1988 with weight ρ = 0: a log-rank test on the hazards of the subdistribution, in which those who
/// decided the other way stay in the risk set. χ² with one degree of freedom less than there are arms.
/// Variance and corrections for ties are those of Gray's own program (R's cmprsk).
///
/// Only for arms with the same trigger. Arms that ask at different moments differ in *when* by design, and
/// the test would say so; compare them at a fixed day (``IncidenceComparison``).
public struct GrayTest: Hashable, Sendable {
  /// Which decision's incidence.
  public let decision: PermissionDecision
  /// The χ² statistic.
  public let statistic: Double
  /// One less than there are arms with installs.
  public let degreesOfFreedom: Int
  /// The p-value.
  public let p: PValue
  /// Observed minus expected decisions of each arm, in the order given; they sum to 0.
  public let scores: [Double]

  /// - Parameters:
  ///   - arms: the arms' decision times; arms without installs are left out.
  ///   - decision: which decision's incidence.
  /// - Returns: `nil` for fewer than two arms with installs, and where the statistic has no variance: nobody
  ///   decided so, or all of it happened where a single arm was at risk.
  /// - Throws: what the χ² distribution throws.
  public init?(_ arms: [DecisionTimes], of decision: PermissionDecision) throws(NumericsError) {
    let present = arms.filter { $0.installs > 0 }
    guard present.count >= 2 else { return nil }
    var accumulation = GrayAccumulation(groups: present, decision)
    accumulation.run()
    let size = present.count - 1
    let covariance = accumulation.covariance()
    guard
      let statistic = quadraticForm(
        Array(accumulation.scores.prefix(size)),
        inverseOf: covariance.prefix(size).map { Array($0.prefix(size)) })
    else { return nil }
    self.decision = decision
    self.statistic = statistic
    degreesOfFreedom = size
    p = try chiSquare(statistic, degreesOfFreedom: size).p
    var remaining = accumulation.scores[...]
    scores = arms.map { $0.installs > 0 ? remaining.removeFirst() : 0 }
  }
}

/// x'A⁻¹x by Cholesky's factorisation; `nil` where A is not positive definite.
private func quadraticForm(_ vector: [Double], inverseOf matrix: [[Double]]) -> Double? {
  var factor = matrix
  var solved = vector
  var sum = 0.0
  for row in vector.indices {
    for column in 0...row {
      var rest = matrix[row][column]
      for inner in 0..<column { rest -= factor[row][inner] * factor[column][inner] }
      if column < row {
        factor[row][column] = rest / factor[column][column]
      } else {
        // Rounding leaves parts in 10¹² of what cancels.
        guard rest > 1e-10 * matrix[row][row] else { return nil }
        factor[row][row] = rest.squareRoot()
      }
    }
    for inner in 0..<row { solved[row] -= factor[row][inner] * solved[inner] }
    solved[row] /= factor[row][row]
    sum += solved[row] * solved[row]
  }
  return sum.isFinite ? sum : nil
}
