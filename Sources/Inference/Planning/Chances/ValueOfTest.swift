import Foundation
public import GSLNumerics

/// What a test of two options is worth to a choice among all of them: the expected value of sample information.
///
/// A test of n installs estimates the difference of its two options with a known error. Given the estimate, every draw
/// of the inputs has a weight, its density there, and each option an expected worth. The value of the test is what the
/// best option by these is worth on average, less what the best option without a test is worth. It is never negative, grows
/// with n, and is at most the value of knowing the difference. The estimate of the level is not used, so that the value
/// errs on the small side.
///
/// What options are worth enters as its mean at a draw's difference, by the smooth functions of ``SensitivityRanking``.
/// The rest of it no test of these two can tell. The tested options themselves need no fit where they are worth what the
/// test counts.
public struct ValueOfTest: Sendable {
  private let test: UncertainTest
  /// By option and draw: what it is expected to be worth, given the draw's difference, less what the first is.
  private let worth: [[Double]]
  /// The place of the option that is best without a test.
  private let best: Int
  /// Positions of the options in the run's order.
  public let arms: [Int]
  /// What the tested options are expected to lose against the best one, an install of each, the baseline first.
  public let lossPerInstall: (baseline: Double, arm: Double)

  /// - Parameters:
  ///   - test: of two of the options.
  ///   - pair: their positions in the run's order.
  ///   - worth: of all options that may be chosen, more being better, draws as the test's.
  /// - Returns: `nil` where a tested option may not be chosen, draws are other than the test's, or the worth cannot be
  ///   fitted on the difference.
  public init?(_ test: UncertainTest, of pair: (baseline: Int, arm: Int), worth: DrawnShares) {
    guard worth.count == test.baseline.count, let first = worth.arms.firstIndex(of: pair.baseline),
      let second = worth.arms.firstIndex(of: pair.arm)
    else { return nil }
    self.test = test
    arms = worth.arms
    let means = worth.arms.indices.map { worth.mean($0) }
    best = means.indices.max { (means[$0], $1) < (means[$1], $0) } ?? 0
    lossPerInstall = (means[best] - means[first], means[best] - means[second])
    let differences = test.differences
    let basis = SmoothBasis(of: ParameterGroup(names: ["difference"], columns: [RankedDraws(differences)]))
    let functions = basis.numbers(trials: differences.count)
    var columns: [[Double]] = []
    for place in worth.arms.indices {
      let relative = zip(worth.values[place], worth.values[first]).map { $0 - $1 }
      let isCounted = zip(relative, differences).allSatisfy { abs($0 - $1) < 1e-9 }
      if place == first || isCounted {
        columns.append(relative)
        continue
      }
      guard basis.count > 0 else {
        columns.append(relative.map { _ in relative.reduce(0, +) / Double(relative.count) })
        continue
      }
      guard let fit = AdditiveFit(basis, relative) else { return nil }
      columns.append(
        relative.indices.map { draw in
          (0..<basis.count).reduce(fit.whole[0]) {
            $0 + fit.whole[$1 + 1] * functions[$1 * differences.count + draw]
          }
        })
    }
    self.worth = columns
  }

  /// The share of the test's installs that each of its options gets, the baseline first.
  var allocation: [Double] { test.design.allocation }

  /// The position of the option that is best without a test.
  public var bestArm: Int { arms[best] }

  /// What it is worth to know the difference of the two options before choosing, in units of the worth.
  ///
  /// - Throws: `NumericsError` never, for finite worth.
  public func ofKnowing() throws(NumericsError) -> MonteCarloNumber {
    try test.average(
      test.baseline.indices.map { draw in
        (worth.map { $0[draw] }.max() ?? 0) - worth[best][draw]
      })
  }

  /// What the test is worth, an install of those that the choice is for, in units of the worth.
  ///
  /// The error is that of the mean of what each draw gains by the choices found. Their own error is of no account, as the
  /// maximum is flat there.
  /// - Parameter installs: of both tested options together, above 0.
  /// - Throws: `NumericsError` never, for finite worth.
  public func value(installs: Double) throws(NumericsError) -> MonteCarloNumber {
    let differences = test.differences
    let errors = differences.indices.map { test.error($0, installs: installs) }
    let widest = errors.max() ?? 0
    guard let narrowest = errors.min(), narrowest > 0, let lowest = differences.min(),
      let highest = differences.max()
    else { return MonteCarloNumber(value: 0, mcse: 0) }
    let (start, end) = (lowest - Self.reach * widest, highest + Self.reach * widest)
    let points = min(Self.mostPoints, max(Self.fewestPoints, Int((end - start) / (0.4 * narrowest))))
    let step = (end - start) / Double(points - 1)
    var sums = [[Double]](repeating: [Double](repeating: 0, count: points), count: worth.count)
    func forEachPoint(_ draw: Int, _ body: (_ point: Int, _ weight: Double) -> Void) {
      let (centre, error) = (differences[draw], errors[draw])
      let first = max(0, Int(((centre - Self.reach * error - start) / step).rounded(.up)))
      let last = min(points - 1, Int(((centre + Self.reach * error - start) / step).rounded(.down)))
      guard first <= last else { return }
      for point in first...last {
        body(point, normalDensity((start + Double(point) * step - centre) / error) * step / error)
      }
    }
    for draw in differences.indices {
      forEachPoint(draw) { point, weight in
        for place in sums.indices { sums[place][point] += weight * worth[place][draw] }
      }
    }
    let choices = (0..<points).map { point in
      sums.indices.reduce(best) { sums[$1][point] > sums[$0][point] ? $1 : $0 }
    }
    let gains = differences.indices.map { draw in
      var gain = 0.0
      forEachPoint(draw) { point, weight in
        gain += weight * (worth[choices[point]][draw] - worth[best][draw])
      }
      return gain
    }
    let found = try test.average(gains)
    return MonteCarloNumber(value: max(0, found.value), mcse: found.mcse)
  }

  /// Errors beyond which an estimate is not followed.
  private static let reach = 7.0
  private static let fewestPoints = 300
  private static let mostPoints = 20_000
}
