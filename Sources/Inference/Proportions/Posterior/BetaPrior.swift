public import GSLNumerics

/// What is thought of a proportion before it is observed: Beta(a, b).
public struct BetaPrior: Hashable, Sendable {
  /// As if this many had been counted, a.
  public let a: Double
  /// As if this many had not, b.
  public let b: Double

  /// Beta(½, ½), Jeffreys': the default.
  public static let jeffreys = BetaPrior(uncheckedA: 0.5, b: 0.5)

  /// - Parameters:
  ///   - a: from 0.1 to 10⁹.
  ///   - b: from 0.1 to 10⁹.
  /// - Throws: `NumericsError.outOfDomain` outside of that: flatter priors put their mass nearer
  ///   to 0 and 1 than a `Double` can tell.
  public init(a: Double, b: Double) throws(NumericsError) {
    for (name, value) in [("a", a), ("b", b)] {
      guard value >= 0.1, value <= 1e9 else {
        throw .outOfDomain(argument: name, value: value, expected: "from 0.1 to 1e9")
      }
    }
    self.a = a
    self.b = b
  }

  private init(uncheckedA a: Double, b: Double) {
    self.a = a
    self.b = b
  }
}
