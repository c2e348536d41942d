import Foundation
import GSLNumerics

/// Numbers that were drawn together before, as draws of what is believed of them.
public struct EarlierDraws: Hashable, Sendable {
  /// Positions of the numbers in a belief whose mean and covariance are those of the draws.
  public let numbers: [Int]
  /// One draw a row, each as likely as another.
  public let rows: [[Double]]

  /// - Parameters:
  ///   - numbers: at least one.
  ///   - rows: at least one, each with a value for each number.
  public init(numbers: [Int], rows: [[Double]]) {
    precondition(!rows.isEmpty && rows.allSatisfy { $0.count == numbers.count })
    self.numbers = numbers
    self.rows = rows
  }
}

/// Draws of what was believed before, those of earlier draws from near one of these: a normal distribution of their mean and
/// covariance would not have their shape.
///
/// A row is drawn a little towards the mean and moved a little at random, so that mean and covariance stay (Liu & West 2001).
struct EarlierBelief: Sendable {
  /// Some of the numbers, normal around a middle.
  private struct Part {
    var numbers: [Int]
    var mean: [Double]
    var factor: CholeskyFactor
    /// None for what was no draws.
    var rows: [[Double]]
  }

  private var parts: [Part] = []
  private let size: Int

  /// By how much a row is moved, in standard deviations of all.
  private static let move = 0.15

  /// - Throws: `NumericsError`.
  init(_ belief: NormalBelief, _ earlier: [EarlierDraws]) throws(NumericsError) {
    size = belief.mean.count
    let drawn = Set(earlier.flatMap(\.numbers))
    let others = belief.mean.indices.filter { !drawn.contains($0) }
    for (numbers, rows) in earlier.map({ ($0.numbers, $0.rows) }) + [(others, [])] where !numbers.isEmpty {
      let covariance = numbers.map { row in numbers.map { belief.covariance[row][$0] } }
      parts.append(
        Part(
          numbers: numbers, mean: numbers.map { belief.mean[$0] },
          factor: try SquareMatrix.factor(covariance), rows: rows))
    }
  }

  /// All numbers.
  ///
  /// - Throws: `NumericsError` never.
  func draw(_ random: inout some RandomNumberGenerator) throws(NumericsError) -> [Double] {
    var numbers = [Double](repeating: 0, count: size)
    for part in parts {
      var normals = part.mean
      for place in normals.indices { normals[place] = try StandardNormal.draw(&random) }
      let gaps = part.factor.times(normals)
      let row =
        part.rows.isEmpty
        ? nil : part.rows[Int(PosteriorWalk.uniform(&random) * Double(part.rows.count))]
      let kept = (1 - Self.move * Self.move).squareRoot()
      for (place, number) in part.numbers.enumerated() {
        numbers[number] =
          part.mean[place]
          + (row.map { kept * ($0[place] - part.mean[place]) + Self.move * gaps[place] } ?? gaps[place])
      }
    }
    return numbers
  }
}

extension StandardNormal {
  /// A draw.
  ///
  /// - Throws: `NumericsError` never, as 0 and 1 are not drawn.
  static func draw(_ random: inout some RandomNumberGenerator) throws(NumericsError) -> Double {
    try quantile((Double(random.next() >> 12) + 0.5) * 0x1p-52)
  }
}
