import Foundation
import GSLNumerics

/// The two-by-two tables that a test rejects equality on: by Fisher's two-sided p-value, as Boschloo's test does, or by
/// the score test.
///
/// Kept row by row: for each count of the arm, the runs of counts of the baseline.
struct RejectionRegion {
  /// The people of the arm and of the baseline.
  let sizes: (arm: Int, baseline: Int)
  /// For each count of the arm, inclusive runs of the baseline's counts, ascending.
  let rows: [[ClosedRange<Int>]]

  /// - Parameters:
  ///   - arm: the people of the arm.
  ///   - baseline: the people of the baseline.
  ///   - lnLevel: ln of the p-value to reject at; tables within a relative 10⁻⁹ of it count.
  init(arm: Int, baseline: Int, lnLevel: Double) throws(NumericsError) {
    var inside = [Bool](repeating: false, count: (arm + 1) * (baseline + 1))
    for events in 0...(arm + baseline) {
      let distribution = try Hypergeometric(marked: events, unmarked: arm + baseline - events, drawn: arm)
      let (low, high) = distribution.ends(lnLevel: lnLevel)
      for count in distribution.support where count <= low || count >= high {
        inside[count * (baseline + 1) + events - count] = true
      }
    }
    sizes = (arm, baseline)
    rows = (0...arm).map { count in
      var runs: [ClosedRange<Int>] = []
      var start: Int?
      for other in 0...baseline {
        if inside[count * (baseline + 1) + other] {
          if start == nil { start = other }
        } else if let first = start {
          runs.append(first...(other - 1))
          start = nil
        }
      }
      if let first = start { runs.append(first...baseline) }
      return runs
    }
  }

  /// The probability of the region when both arms have proportion `p`.
  ///
  /// Counts less probable than `negligible` are left out.
  func probability(at p: Double, negligible: Double = 0) -> Double {
    probability(arm: p, baseline: p, negligible: negligible)
  }

  /// The probability of the region when each arm has a proportion of its own, in (0, 1).
  ///
  /// Counts less probable than `negligible` are left out.
  func probability(arm: Double, baseline: Double, negligible: Double = 0) -> Double {
    let first = BinomialRun(sizes.arm, arm, negligible: negligible)
    let second = BinomialRun(sizes.baseline, baseline, negligible: negligible)
    let lower = cumulated(second.masses)
    let upper = Array(cumulated(second.masses.reversed()).reversed())
    let last = second.masses.count - 1
    var sum = 0.0
    for (mass, runs) in zip(first.masses, rows[first.first...]) {
      for run in runs {
        let start = max(0, run.lowerBound - second.first)
        let end = min(last, run.upperBound - second.first)
        guard start <= end else { continue }
        // From the nearer end, so that small tails keep their digits.
        let share =
          start == 0 ? lower[end] : end == last ? upper[start] : second.masses[start...end].reduce(0, +)
        sum += mass * share
      }
    }
    return sum
  }

  /// The logarithm of ``probability(at:)``, for regions too improbable for a `Double`.
  func lnProbability(at p: Double) -> Double {
    let first = lnBinomialMasses(sizes.arm, p)
    let second = lnBinomialMasses(sizes.baseline, p)
    var sum = -Double.infinity
    for (mass, runs) in zip(first, rows) {
      for run in runs {
        sum = lnSum(sum, mass + second[run].reduce(-.infinity, lnSum))
      }
    }
    return sum
  }
}

extension Hypergeometric {
  /// The ends of the middle that Fisher's two-sided test at a level does not reject: the largest
  /// value rejected below it and the smallest above it.
  func ends(lnLevel: Double) -> (low: Int, high: Int) {
    let level = 1 + 1e-9
    // What lies 60 e-folds below the level adds nothing, and is rejected.
    let negligible = lnLevel - 60
    var low = support.lowerBound
    var high = support.upperBound
    let mode = self.mode
    low = firstFrom(low, to: mode) { lnMass($0) > negligible }
    high = firstFrom(high, to: mode) { lnMass($0) > negligible }
    var lowMass = exp(min(1, lnMass(low) - lnLevel))
    var highMass = exp(min(1, lnMass(high) - lnLevel))
    var sum = 0.0
    // Values are taken from the less probable end, ties together.
    while low <= high {
      let tie = 1 + 1e-10
      if low == high {
        if sum + lowMass <= level { return (high, high) }
        break
      }
      if lowMass > highMass * tie {
        guard sum + highMass <= level else { break }
        sum += highMass
        highMass /= ratioUp(high - 1)
        high -= 1
      } else if highMass > lowMass * tie {
        guard sum + lowMass <= level else { break }
        sum += lowMass
        lowMass *= ratioUp(low)
        low += 1
      } else {
        guard sum + lowMass + highMass <= level else { break }
        sum += lowMass + highMass
        lowMass *= ratioUp(low)
        highMass /= ratioUp(high - 1)
        low += 1
        high -= 1
      }
    }
    return (low - 1, high + 1)
  }

  /// The first value from an end towards the mode for which a condition holds that holds from there
  /// to the mode, or the mode.
  private func firstFrom(_ end: Int, to mode: Int, where holds: (Int) -> Bool) -> Int {
    if holds(end) { return end }
    var outside = end
    var inside = mode
    while abs(inside - outside) > 1 {
      let middle = outside + (inside - outside) / 2
      if holds(middle) { inside = middle } else { outside = middle }
    }
    return inside
  }
}

/// The binomial probabilities of 0…n, each from its neighbour nearer to the mode.
func binomialMasses(_ n: Int, _ p: Double) -> [Double] {
  var masses = [Double](repeating: 0, count: n + 1)
  guard p > 0, p < 1 else {
    masses[p > 0 ? n : 0] = 1
    return masses
  }
  let mode = min(n, Int(Double(n + 1) * p))
  // A mode is always possible, so nothing is thrown.
  masses[mode] = exp((try? lnBinomialMass(mode, of: n, probability: p)) ?? -.infinity)
  let odds = p / (1 - p)
  for k in stride(from: mode, to: n, by: 1) {
    let next = masses[k] * odds * (Double(n - k) / Double(k + 1))
    guard next > 0 else { break }
    masses[k + 1] = next
  }
  for k in stride(from: mode, to: 0, by: -1) {
    let next = masses[k] / odds * (Double(k) / Double(n - k + 1))
    guard next > 0 else { break }
    masses[k - 1] = next
  }
  return masses
}

/// The binomial probabilities of those counts of 0…n that are not negligible.
struct BinomialRun {
  /// The smallest such count.
  let first: Int
  /// Its probability, and those of the counts that follow.
  let masses: [Double]

  /// - Parameters:
  ///   - p: above 0 and below 1.
  ///   - negligible: counts away from the mode are left out from the first of at most this probability.
  init(_ n: Int, _ p: Double, negligible: Double) {
    let mode = min(n, Int(Double(n + 1) * p))
    // A mode is always possible, so nothing is thrown.
    let top = exp((try? lnBinomialMass(mode, of: n, probability: p)) ?? -.infinity)
    let odds = p / (1 - p)
    var below: [Double] = []
    var mass = top
    var count = mode
    while count > 0 {
      mass = mass / odds * (Double(count) / Double(n - count + 1))
      guard mass > negligible else { break }
      below.append(mass)
      count -= 1
    }
    var masses = Array(below.reversed())
    masses.append(top)
    mass = top
    for count in mode..<n {
      mass = mass * odds * (Double(n - count) / Double(count + 1))
      guard mass > negligible else { break }
      masses.append(mass)
    }
    first = mode - below.count
    self.masses = masses
  }
}

/// The logarithms of the binomial probabilities of 0…n, for 0 < p < 1.
private func lnBinomialMasses(_ n: Int, _ p: Double) -> [Double] {
  let odds = log(p) - log1p(-p)
  var ln = Double(n) * log1p(-p)
  return (0...n).map { k in
    defer { ln += odds + log(Double(n - k) / Double(k + 1)) }
    return ln
  }
}

private func cumulated(_ values: [Double]) -> [Double] {
  var sum = 0.0
  return values.map { value in
    sum += value
    return sum
  }
}
