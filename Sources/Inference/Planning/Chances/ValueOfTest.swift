import Foundation
public import GSLNumerics

/// What a test is worth to a choice among all options: the expected value of sample information.
///
/// A test of two options with n installs estimates their difference with a known error. Given the estimate, every draw of
/// the inputs has a weight, its density there, and each option an expected worth. The value of the test is what the best
/// option by these is worth on average, less what the best option without a test is worth. It is never negative, grows with
/// n, and is at most the value of knowing the difference. The estimate of the level is not used, so that the value
/// errs on the small side.
///
/// What options are worth enters as its mean at a draw's difference, by the smooth functions of ``SensitivityRanking``.
/// The rest of it no test of these two can tell. The tested options themselves need no fit where they are worth what the
/// test counts.
///
/// Of a test of several options one result is drawn for each draw of the inputs, and what every option is worth is fitted on
/// the results: the differences that they show, and the share of all together (Strong, Oakley, Brennan & Breeze 2015). Each
/// draw is decided by a fit that has not seen it. That is repeated with other results, and averaged.
public struct ValueOfTest: Sendable {
  private let test: UncertainTest
  /// By option and draw: what it is expected to be worth, given the draw's difference, less what the first is.
  private let worth: [[Double]]
  /// The place of the option that is best without a test.
  private let best: Int
  /// Positions of the options in the run's order.
  public let arms: [Int]
  /// What the tested options are expected to lose against the best one, an install of each, the baseline first.
  public let lossPerInstall: [Double]
  /// How many options are tested.
  let options: Int
  /// Results of the test, drawn; `nil` where none are needed.
  private let results: DrawnResults?

  /// - Parameters:
  ///   - test: of some of the options.
  ///   - positions: of these in the run's order, the baseline first.
  ///   - worth: of all options that may be chosen, more being better, draws as the test's.
  ///   - results: of the test, drawn; for a test of several options.
  /// - Returns: `nil` where a tested option may not be chosen, draws are other than the test's, results are missing, or the
  ///   worth cannot be fitted on the difference.
  public init?(
    _ test: UncertainTest, of positions: [Int], worth: DrawnShares, results: DrawnResults? = nil
  ) {
    let places = positions.compactMap { worth.arms.firstIndex(of: $0) }
    guard worth.count == test.baseline.count, places.count == positions.count,
      places.count == test.arms.count + 1, places.count == 2 || results != nil, let first = places.first
    else { return nil }
    // A fit on the results of several has this many functions at most, and twice as many draws are few.
    let fewest = 2 * (4 * places.count + 4)
    if places.count > 2, worth.count < fewest { return nil }
    self.test = test
    options = places.count
    self.results = places.count == 2 ? nil : results
    arms = worth.arms
    let means = worth.arms.indices.map { worth.mean($0) }
    let best = means.indices.max { (means[$0], $1) < (means[$1], $0) } ?? 0
    self.best = best
    lossPerInstall = places.map { means[best] - means[$0] }
    guard places.count == 2 else {
      self.worth = worth.values.map { values in zip(values, worth.values[first]).map { $0 - $1 } }
      return
    }
    let differences = test.differences()
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

  /// What it is worth to know the differences of the tested options before choosing, in units of the worth.
  ///
  /// - Throws: `NumericsError` never, for finite worth.
  public func ofKnowing() throws(NumericsError) -> MonteCarloNumber {
    if test.arms.count > 1 {
      return fitted(on: test.arms.indices.map { test.differences($0) })
    }
    return try test.average(
      test.baseline.indices.map { draw in
        (worth.map { $0[draw] }.max() ?? 0) - worth[best][draw]
      })
  }

  /// What the test is worth, an install of those that the choice is for, in units of the worth.
  ///
  /// The error is that of the mean of what each draw gains by the choices found. Their own error is of no account, as the
  /// maximum is flat there.
  /// - Parameter installs: of all tested options together, above 0.
  /// - Throws: `NumericsError` never, for finite worth.
  public func value(installs: Double) throws(NumericsError) -> MonteCarloNumber {
    guard let results else { return try valueOfPair(installs: installs) }
    return valueOfSeveral(installs: installs, results)
  }

  private func valueOfSeveral(installs: Double, _ results: DrawnResults) -> MonteCarloNumber {
    var found: [MonteCarloNumber] = []
    for repetition in 0..<DrawnResults.repetitions {
      let shares = results.shares(installs, repetition)
      let differences = shares.dropFirst().map { arm in zip(arm, shares[0]).map { $0 - $1 } }
      let split = test.design.allocation
      let all = shares[0].indices.map { draw in
        shares.indices.reduce(0) { $0 + split[$1] * shares[$1][draw] }
      }
      found.append(fitted(on: differences + [all]))
    }
    let count = Double(found.count)
    // The repetitions share the draws of the inputs, so that together they are hardly surer than one.
    return MonteCarloNumber(
      value: max(0, found.reduce(0) { $0 + $1.value } / count),
      mcse: found.reduce(0) { $0 + $1.mcse } / count)
  }

  /// What choosing gains by fits on some numbers of each draw.
  ///
  /// Numbers that follow from those before them, as of two options that are alike, tell nothing more and are left out.
  private func fitted(on columns: [[Double]]) -> MonteCarloNumber {
    func value(_ columns: [[Double]]) -> MonteCarloNumber? {
      let basis = SmoothBasis(
        of: ParameterGroup(
          names: columns.indices.map { "\($0)" }, columns: columns.map { RankedDraws($0) }))
      return basis.count > 0 ? partialValue(basis, arms: worth) : nil
    }
    if let found = value(columns) { return found }
    var kept: [[Double]] = []
    var found = MonteCarloNumber(value: 0, mcse: 0)
    for column in columns {
      guard let more = value(kept + [column]) else { continue }
      kept.append(column)
      found = more
    }
    return found
  }

  private func valueOfPair(installs: Double) throws(NumericsError) -> MonteCarloNumber {
    let differences = test.differences()
    let errors = differences.indices.map { test.error($0, installs: installs) }
    guard let grid = EstimateGrid(differences: differences, errors: errors) else {
      return MonteCarloNumber(value: 0, mcse: 0)
    }
    var chances = [Double](repeating: 0, count: grid.count)
    var sums = [[Double]](repeating: chances, count: worth.count)
    for draw in differences.indices {
      let points = grid.write(difference: differences[draw], error: errors[draw], to: &chances)
      for place in sums.indices {
        Self.add(worth[place][draw], of: chances, at: points, to: &sums[place])
      }
    }
    let changes = changes(sums)
    let gains = differences.indices.map { draw in
      let points = grid.write(difference: differences[draw], error: errors[draw], to: &chances)
      return changes.reduce(0) { gain, change in
        let chance = change.estimates.clamped(to: points).reduce(0) { $0 + chances[$1] }
        return gain + chance * (worth[change.choice][draw] - worth[best][draw])
      }
    }
    let found = try test.average(gains)
    return MonteCarloNumber(value: max(0, found.value), mcse: found.mcse)
  }

  private static func add(
    _ factor: Double, of chances: [Double], at points: Range<Int>, to sums: inout [Double]
  ) {
    for point in points { sums[point] += factor * chances[point] }
  }

  /// Estimates in a row after which another option is chosen than without a test.
  private struct Change {
    var estimates: Range<Int>
    var choice: Int
  }

  /// Where the estimate changes the choice.
  ///
  /// - Parameter sums: by option and estimate, what the option is worth there.
  private func changes(_ sums: [[Double]]) -> [Change] {
    var changes: [Change] = []
    for point in sums[best].indices {
      let choice = sums.indices.reduce(best) { sums[$1][point] > sums[$0][point] ? $1 : $0 }
      if let last = changes.last, last.choice == choice, last.estimates.upperBound == point {
        changes[changes.count - 1].estimates = last.estimates.lowerBound..<point + 1
      } else if choice != best {
        changes.append(Change(estimates: point..<point + 1, choice: choice))
      }
    }
    return changes
  }
}
