import GSLNumerics

/// Whether differences of two rates differ between strata (Cochran 1954).
///
/// Q = Σ wᵢ(dᵢ − d̄)², d̄ = Σ wᵢdᵢ/Σ wᵢ, against χ² with one degree of freedom fewer than strata.
/// dᵢ is the plain difference and wᵢ one over its variance with Agresti and Caffo's one success and
/// one failure added to each arm, so that a stratum in which nobody, or everybody, is counted does
/// not take all the weight. For large strata; those with fewer than ``fewest`` people in an arm are
/// left out.
enum CochransQ {
  /// The people an arm must have in a stratum that counts.
  static let fewest = 10

  /// - Returns: none for fewer than two strata that count.
  /// - Throws: what the numerical routines throw.
  static func test(_ strata: [TwoArms]) throws(NumericsError) -> ValueOrReason<TestResult> {
    let counted = strata.filter { $0.arm.n >= fewest && $0.baseline.n >= fewest }
    guard counted.count > 1 else { return .none(.tooFewStrata(people: fewest)) }
    let weights = counted.map { 1 / (variance($0.arm) + variance($0.baseline)) }
    let differences = counted.map { $0.difference.value ?? 0 }
    let whole = weights.reduce(0, +)
    let mean = zip(weights, differences).reduce(0.0) { $0 + $1.0 * $1.1 } / whole
    let q = zip(weights, differences).reduce(0.0) { $0 + $1.0 * ($1.1 - mean) * ($1.1 - mean) }
    return .value(try chiSquare(q, degreesOfFreedom: counted.count - 1))
  }

  static func variance(_ count: ObservedCount) -> Double {
    let people = Double(count.n) + 2
    let rate = (Double(count.x) + 1) / people
    return rate * (1 - rate) / people
  }
}
