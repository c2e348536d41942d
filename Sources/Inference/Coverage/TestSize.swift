import Foundation
public import GSLNumerics

extension CoverageSummary {
  /// The size of a test of equality: how often it rejects where both arms share a proportion.
  ///
  /// - Parameters:
  ///   - test: which test.
  ///   - people: n₁ and n₂, each at least 1.
  ///   - alpha: what p is compared with; a p-value of α rejects.
  ///   - grid: the proportions the arms share.
  /// - Throws: what the test throws.
  public static func ofSize(
    _ test: EqualityTest, people: (Int, Int), alpha: Double, over grid: [Double] = CoverageGrid.fine
  ) throws(NumericsError) -> CoverageSummary {
    // Boschloo's p-value rises with Fisher's, so one bound on Fisher's decides for every table.
    let by: EqualityTest = test == .boschloo ? .fisher : test
    let lnLevel = test == .boschloo ? try lnBoschlooBound(people, alpha: alpha) : log(alpha)
    var rejected: [[Bool]] = []
    for x in 0...people.0 {
      var row: [Bool] = []
      for y in 0...people.1 {
        let p = try table(x, y, people).test(by).value?.p.ln ?? 0
        row.append(p <= lnLevel + 1e-12)
      }
      rejected.append(row)
    }
    var fold = CoverageFold(worse: >)
    for p in grid {
      let masses = binomialMasses(people.0, p)
      let others = binomialMasses(people.1, p)
      var wrong = 0.0
      for (mass, row) in zip(masses, rejected) where mass > 1e-15 {
        for (other, isRejected) in zip(others, row) where isRejected { wrong += mass * other }
      }
      fold.add(wrong, missing: 0, at: [p])
    }
    return fold.summary(sizes: [people.0, people.1])
  }

  /// The largest of Fisher's ln p whose table Boschloo's test still rejects at `alpha`; −∞ if none.
  private static func lnBoschlooBound(
    _ people: (Int, Int), alpha: Double
  ) throws(NumericsError) -> Double {
    var values: Set<Double> = []
    for x in 0...people.0 {
      for y in 0...people.1 {
        if let p = try table(x, y, people).test(.fisher).value?.p.ln, p < 0 { values.insert(p) }
      }
    }
    let sorted = values.sorted()
    // Tables of equal p differ by rounding; the region takes those with it.
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      let p = try lnLargestRejection(arm: people.0, baseline: people.1, lnFisher: sorted[middle])
      if p <= log(alpha) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? sorted[low - 1] : -.infinity
  }

  private static func table(_ x: Int, _ y: Int, _ people: (Int, Int)) -> TwoArms {
    TwoArms(
      ObservedCount(unchecked: x, of: people.0), against: ObservedCount(unchecked: y, of: people.1))
  }
}
