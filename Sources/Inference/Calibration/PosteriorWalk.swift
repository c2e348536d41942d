import Foundation
import GSLNumerics

/// Draws from a density by a random walk (Metropolis, Rosenbluth, Rosenbluth, Teller & Teller 1953), all from one seed.
///
/// Steps have the covariance of the draws so far, and a length at which about a quarter is taken (Haario, Saksman &
/// Tamminen 2001; Roberts, Gelman & Gilks 1997). Only those after it was found are kept.
struct PosteriorWalk: Sendable {
  /// Points of the walk at equal distances.
  let points: [[Double]]
  /// Over all steps that are kept.
  let mean: [Double]
  /// Over all steps that are kept, by rows.
  let covariance: [[Double]]

  /// Steps before those that are kept, in each of several parts after which the covariance of steps is set anew.
  private static let trial = (parts: 3, steps: 8_000)
  /// The share of steps that is to be taken.
  private static let taken = 0.25

  /// - Parameters:
  ///   - count: how many points.
  ///   - distance: steps from one of them to the next.
  ///   - start: where the walk begins.
  ///   - spread: about the covariance of the density, by rows.
  ///   - height: the negative logarithm of the density, up to a constant; infinite where nothing can be.
  /// - Throws: `NumericsError`.
  init(
    _ count: Int, every distance: Int, from start: [Double], spread: [[Double]],
    random: inout some RandomNumberGenerator,
    height: (_ point: [Double]) -> Double
  ) throws(NumericsError) {
    let numbers = start.count
    var (at, here) = (start, height(start))
    var spread = spread
    var length = 2.38 / Double(numbers).squareRoot()
    for part in 0..<Self.trial.parts {
      let factor = try SquareMatrix.factor(spread).rows
      var moments = Moments(numbers)
      for step in 0..<Self.trial.steps {
        let isTaken = Self.step(&at, &here, factor, length, &random, height)
        // Shorter where too few are taken, longer where too many, by less and less.
        length *= exp(((isTaken ? 1 : 0) - Self.taken) * 5 / Double(step + 50))
        if 2 * step >= Self.trial.steps { moments.add(at) }
      }
      // A walk that has hardly moved says nothing of the covariance.
      if part + 1 < Self.trial.parts, let found = moments.covariance,
        CholeskyFactor(found.flatMap { $0 }, size: numbers) != nil
      {
        spread = found
        length = 2.38 / Double(numbers).squareRoot()
      }
    }
    let factor = try SquareMatrix.factor(spread).rows
    var moments = Moments(numbers)
    var points: [[Double]] = []
    for step in 1...(count * distance) {
      _ = Self.step(&at, &here, factor, length, &random, height)
      moments.add(at)
      if step.isMultiple(of: distance) { points.append(at) }
    }
    guard let covariance = moments.covariance else { throw .tooFewValues(needed: 2, found: 0) }
    self.points = points
    mean = moments.mean
    self.covariance = covariance
  }

  private static func step(
    _ at: inout [Double], _ here: inout Double, _ factor: [[Double]], _ length: Double,
    _ random: inout some RandomNumberGenerator, _ height: (_ point: [Double]) -> Double
  ) -> Bool {
    // Even numbers of variance 1: any step will do that is as likely back.
    let reach = length * 12.0.squareRoot()
    let moves = at.indices.map { _ in (uniform(&random) - 0.5) * reach }
    var next = at
    for row in next.indices {
      var move = 0.0
      for column in 0...row { move += factor[row][column] * moves[column] }
      next[row] += move
    }
    let there = height(next)
    guard there.isFinite, log(max(uniform(&random), 1e-300)) < here - there else { return false }
    (at, here) = (next, there)
    return true
  }

  /// In [0, 1), by the words of the generator alone: the standard library promises no values.
  static func uniform(_ random: inout some RandomNumberGenerator) -> Double {
    Double(random.next() >> 11) * 0x1p-53
  }
}

/// Mean and covariance of points, one after the other.
private struct Moments {
  private(set) var mean: [Double]
  private var products: [[Double]]
  private var count = 0.0

  init(_ numbers: Int) {
    mean = Array(repeating: 0, count: numbers)
    products = Array(repeating: mean, count: numbers)
  }

  mutating func add(_ point: [Double]) {
    count += 1
    var gaps = point
    for row in point.indices {
      gaps[row] -= mean[row]
      mean[row] += gaps[row] / count
    }
    let part = (count - 1) / count
    for row in point.indices {
      let own = part * gaps[row]
      for column in 0...row { products[row][column] += own * gaps[column] }
    }
  }

  /// By rows, symmetric; `nil` of fewer than two points.
  var covariance: [[Double]]? {
    guard count > 1 else { return nil }
    return mean.indices.map { row in
      mean.indices.map { products[max(row, $0)][min(row, $0)] / (count - 1) }
    }
  }
}
