/// Whether the arms got the people they were meant to get: χ² goodness of fit to the allocation.
///
/// A mismatch means that the split itself is broken, and that no comparison of the arms can be
/// trusted; it is therefore to be shown before any other result.
public struct SampleRatio: Hashable, Sendable {
  /// The test, with one degree of freedom fewer than arms.
  public let test: TestResult
  /// The people each arm would have had under the allocation.
  public let expected: [Double]

  /// The p-value below which the split is called broken.
  public static let threshold = 0.001

  /// Whether p lies below ``threshold``.
  public var mismatch: Bool { test.p.value < Self.threshold }
}
