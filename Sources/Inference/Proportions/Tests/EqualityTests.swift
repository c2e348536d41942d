import Foundation
public import GSLNumerics

extension TwoArms {
  /// A two-sided test that the two proportions are equal.
  ///
  /// Where both arms count nobody, or everybody, there is nothing to tell them apart by: the
  /// statistic is 0 and p is 1, as Fisher's test says too. No test uses a continuity correction.
  /// - Returns: none where an arm is empty, and for Boschloo's above ``mostPeopleToEnumerate``.
  /// - Throws: what the numerical routines throw.
  public func test(_ test: EqualityTest) throws(NumericsError) -> ValueOrReason<TestResult> {
    guard arm.n > 0, baseline.n > 0 else { return .none(.emptyArm) }
    switch test {
    case .score:
      // N/(N − 1) times the pooled variance, which is the constrained one at δ = 0.
      let people = Double(arm.n + baseline.n)
      return .value(try normalTest(pooledDeviate * ((people - 1) / people).squareRoot()))
    case .zPooled:
      return .value(try normalTest(pooledDeviate))
    case .chiSquare:
      let normal = try normalTest(pooledDeviate)
      return .value(
        TestResult(statistic: pooledDeviate * pooledDeviate, degreesOfFreedom: 1, p: normal.p))
    case .fisher:
      return .value(TestResult(p: PValue(ln: try lnFisher())))
    case .boschloo:
      let people = arm.n + baseline.n
      guard people <= Self.mostPeopleToEnumerate else {
        return .none(.tooManyToEnumerate(people: people, most: Self.mostPeopleToEnumerate))
      }
      return .value(TestResult(p: try boschloo()))
    }
  }

  /// The most people, n₁ + n₂, for whom Boschloo's test is computed.
  public static let mostPeopleToEnumerate = 5_000

  private func normalTest(_ statistic: Double) throws(NumericsError) -> TestResult {
    TestResult(statistic: statistic, p: PValue(ln: try StandardNormal.lnBothTails(statistic)))
  }

  /// (p̂₁ − p̂₂)/√(p̄q̄(1/n₁ + 1/n₂)); 0 where everybody or nobody is counted.
  private var pooledDeviate: Double {
    let people = Double(arm.n) + Double(baseline.n)
    let events = Double(arm.x) + Double(baseline.x)
    let others = Double(arm.complement.x) + Double(baseline.complement.x)
    guard events > 0, others > 0 else { return 0 }
    let variance = events / people * (others / people) * people / (Double(arm.n) * Double(baseline.n))
    return rateDifference / variance.squareRoot()
  }

  /// ln of Fisher's exact p-value.
  ///
  /// Two-sided by minimum likelihood: the probability, given both margins, of all tables no more
  /// probable than the one observed.
  private func lnFisher() throws(NumericsError) -> Double {
    try Hypergeometric(
      marked: arm.x + baseline.x, unmarked: arm.complement.x + baseline.complement.x, drawn: arm.n
    ).lnNoMoreProbable(than: arm.x)
  }
}

extension CountsAnalysis {
  /// Pearson's χ² of equal proportions in all arms, on one degree of freedom fewer than arms.
  ///
  /// - Returns: none for fewer than two arms or an empty one; statistic 0 and p 1 where everybody or
  ///   nobody is counted.
  /// - Throws: what the numerical routines throw.
  public static func overallTest(
    _ counts: [ObservedCount]
  ) throws(NumericsError) -> ValueOrReason<TestResult> {
    guard counts.count > 1 else { return .none(.singleArm) }
    guard counts.allSatisfy({ $0.n > 0 }) else { return .none(.emptyArm) }
    let people = counts.reduce(0.0) { $0 + Double($1.n) }
    let events = counts.reduce(0.0) { $0 + Double($1.x) }
    let others = counts.reduce(0.0) { $0 + Double($1.complement.x) }
    var statistic = 0.0
    if events > 0, others > 0 {
      for count in counts {
        // n(p̂ − p̄) with the pooled share's own arm taken out of the cancellation.
        let gap = (Double(count.x) * others - Double(count.complement.x) * events) / people
        statistic += gap * gap / (Double(count.n) * (events / people) * (others / people))
      }
    }
    return .value(try chiSquare(statistic, degreesOfFreedom: counts.count - 1))
  }
}

/// A χ² with the probability of more.
func chiSquare(_ statistic: Double, degreesOfFreedom: Int) throws(NumericsError) -> TestResult {
  let distribution = try ChiSquare(degreesOfFreedom: Double(degreesOfFreedom))
  return TestResult(
    statistic: statistic, degreesOfFreedom: degreesOfFreedom,
    p: PValue(ln: try distribution.lnUpperTail(statistic)))
}
