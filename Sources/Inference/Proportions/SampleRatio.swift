public import GSLNumerics
public import TextFormats

/// Whether the arms got the people they were meant to get: goodness of fit to the allocation, by χ².
///
/// A mismatch means that the split itself is broken, and that no comparison of the arms can be
/// trusted; it is therefore to be shown before any other result.
public struct SampleRatio: Encodable, Equatable, Sendable {
  /// The test; χ² has one degree of freedom fewer than arms.
  public let test: SignificanceTest
  /// The people each arm would have had under the allocation.
  @PerOption public private(set) var expected: [Double]

  /// The p-value below which the split is called broken.
  public static let threshold = 0.001

  /// Whether p lies below ``threshold``.
  public var mismatch: Bool { test.p.value < Self.threshold }
}

extension SampleRatio {
  /// The test of the people each arm got against what it was meant to get.
  ///
  /// - Parameters:
  ///   - sizes: the installs of each arm, and not those prompted, whose number the arms themselves move.
  ///   - allocation: what each arm was meant to get, above 0 in any common unit; equal parts where `nil`.
  /// - Returns: `nil` for fewer than two arms, or nobody at all.
  public static func of(
    _ sizes: [Int], allocation: [Double]? = nil
  ) throws(NumericsError) -> SampleRatio? {
    let allocation = allocation ?? sizes.map { _ in 1 }
    precondition(
      allocation.count == sizes.count && allocation.allSatisfy { $0 > 0 && $0.isFinite },
      "each arm was meant to get something")
    let people = sizes.reduce(0.0) { $0 + Double($1) }
    guard sizes.count > 1, people > 0 else { return nil }
    let whole = allocation.reduce(0, +)
    let expected = allocation.map { people * ($0 / whole) }
    let statistic = zip(sizes, expected).reduce(0) { sum, cell in
      let gap = Double(cell.0) - cell.1
      return sum + gap * gap / cell.1
    }
    return SampleRatio(
      test: try chiSquare(statistic, degreesOfFreedom: sizes.count - 1), expected: expected)
  }
}
