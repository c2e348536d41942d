public import GSLNumerics

/// When a running test is looked at: the share of its planned information in hand at each look.
///
/// For means and proportions the information is the number of matured installs, so a look at 2,000 of
/// 10,000 planned is at 0.2. The last look may come before 1 (a test still running); a test that has
/// overrun its plan is read as if it were at 1.
public struct LookSchedule: Hashable, Sendable {
  /// The shares, strictly increasing, in (0, 1].
  public let fractions: [Double]

  /// The smallest share of its information that a look may add to the look before it.
  ///
  /// Nearer looks would need a grid finer than the recursion promises to afford.
  public static let smallestStep = 1e-5

  /// The most looks there may be.
  public static let mostLooks = 1_000

  /// - Parameter fractions: the shares of the planned information, strictly increasing, in (0, 1], each
  ///   adding at least ``smallestStep`` of itself to the one before; at least one, at most
  ///   ``mostLooks``.
  /// - Throws: `NumericsError.tooFewValues` without a look, `.outOfDomain` when the rest does not hold.
  public init(fractions: [Double]) throws(NumericsError) {
    guard !fractions.isEmpty else { throw .tooFewValues(needed: 1, found: 0) }
    guard fractions.count <= Self.mostLooks else {
      throw .outOfDomain(
        argument: "looks", value: Double(fractions.count), expected: "at most \(Self.mostLooks)")
    }
    var before = 0.0
    for fraction in fractions {
      guard fraction > 0, fraction <= 1 else {
        throw .outOfDomain(argument: "fraction", value: fraction, expected: "above 0 and at most 1")
      }
      guard fraction - before >= Self.smallestStep * fraction else {
        throw .outOfDomain(
          argument: "fraction", value: fraction,
          expected: "above the look before it by at least a hundred-thousandth")
      }
      before = fraction
    }
    self.fractions = fractions
  }

  /// Looks at 1/K, 2/K, …, 1 of the information.
  ///
  /// - Throws: `NumericsError.outOfDomain` unless there are 1 to ``mostLooks`` looks.
  public init(equallySpaced looks: Int) throws(NumericsError) {
    guard (1...Self.mostLooks).contains(looks) else {
      throw .outOfDomain(
        argument: "looks", value: Double(looks), expected: "from 1 to \(Self.mostLooks)")
    }
    fractions = (1...looks).map { Double($0) / Double(looks) }
  }
}
