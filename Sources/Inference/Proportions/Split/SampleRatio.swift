import Foundation
public import GSLNumerics

/// Whether the arms got the people they were meant to get: goodness of fit to the allocation, by χ² for one look
/// and by a martingale for any number of them.
///
/// A mismatch means that the split itself is broken, and that no comparison of the arms can be
/// trusted; it is therefore to be shown before any other result.
public struct SampleRatio: Hashable, Sendable {
  /// The test; χ² has one degree of freedom fewer than arms.
  public let test: SignificanceTest
  /// The people each arm would have had under the allocation.
  public let expected: [Double]

  /// Whether the test may be read at every look.
  public let isSequential: Bool

  /// The p-value below which the split is called broken.
  public static let threshold = 0.001

  /// Whether p lies below ``threshold``.
  public var mismatch: Bool { test.p.value < Self.threshold }
}

extension SampleRatio {
  /// The test of the people each arm got against what it was meant to get.
  ///
  /// - Parameters:
  ///   - sizes: the people of each arm; installs, not those prompted, whose number the arms
  ///     themselves move.
  ///   - allocation: what each arm was meant to get, in any common unit; equal parts where `nil`.
  /// - Returns: `nil` for fewer than two arms, or nobody at all.
  /// - Throws: `NumericsError.unequalLengths`; `.outOfDomain` for parts not finite and above 0 or a
  ///   negative size.
  public static func of(
    _ sizes: [Int], allocation: [Double]? = nil
  ) throws(NumericsError) -> SampleRatio? {
    guard let expected = try expected(sizes, allocation) else { return nil }
    var statistic = 0.0
    for (size, expected) in zip(sizes, expected) {
      let gap = Double(size) - expected
      statistic += gap * gap / expected
    }
    let test = try chiSquare(statistic, degreesOfFreedom: sizes.count - 1)
    return SampleRatio(test: test, expected: expected, isSequential: false)
  }

  /// The concentration of the alternatives around the allocation that the sequential test weighs, fixed for every
  /// test: splits off by about half a point in a hundred.
  static let concentration = 10_000.0

  /// The test that may be read after every install, however often: by the Dirichlet–multinomial martingale.
  ///
  /// Lindon and Malek, "Anytime-valid inference for multinomial count data", NeurIPS 2022: the probability of the
  /// counts with the shares drawn from a Dirichlet distribution around the allocation, over their probability under the
  /// allocation itself, is a martingale where that holds; p is one over it, at most 1, and falls below α at any look
  /// at all in at most a share α of tests with a sound split (Ville's inequality).
  /// - Parameters: as ``of(_:allocation:)``.
  /// - Returns: as ``of(_:allocation:)``.
  /// - Throws: as ``of(_:allocation:)``.
  public static func sequential(
    _ sizes: [Int], allocation: [Double]? = nil
  ) throws(NumericsError) -> SampleRatio? {
    guard let expected = try expected(sizes, allocation) else { return nil }
    let people = expected.reduce(0, +)
    var lnOdds = try lnGamma(concentration) - (try lnGamma(concentration + people))
    for (size, expected) in zip(sizes, expected) {
      let prior = concentration * (expected / people)
      lnOdds += try lnGamma(prior + Double(size)) - (try lnGamma(prior))
      lnOdds -= Double(size) * log(expected / people)
    }
    return SampleRatio(test: SignificanceTest(p: PValue(ln: -lnOdds)), expected: expected, isSequential: true)
  }

  /// What each arm would have had.
  private static func expected(
    _ sizes: [Int], _ allocation: [Double]?
  ) throws(NumericsError) -> [Double]? {
    let allocation = allocation ?? sizes.map { _ in 1 }
    guard allocation.count == sizes.count else {
      throw .unequalLengths(first: sizes.count, second: allocation.count)
    }
    for part in allocation {
      guard part > 0, part.isFinite else {
        throw .outOfDomain(argument: "allocation", value: part, expected: "finite and above 0")
      }
    }
    for size in sizes {
      guard size >= 0 else {
        throw .outOfDomain(argument: "sizes", value: Double(size), expected: "at least 0")
      }
    }
    guard sizes.count > 1 else { return nil }
    let people = sizes.reduce(0.0) { $0 + Double($1) }
    guard people > 0 else { return nil }
    let whole = allocation.reduce(0, +)
    return allocation.map { people * ($0 / whole) }
  }
}
