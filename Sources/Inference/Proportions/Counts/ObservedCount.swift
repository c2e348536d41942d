public import GSLNumerics

/// How many of the people of one arm did what is counted: x of n.
///
/// Valid by construction: 0 ≤ x ≤ n ≤ ``largest``. None of nobody (0 of 0) is a count like any
/// other, but has no rate.
public struct ObservedCount: Hashable, Sendable {
  /// The people counted, x.
  public let x: Int
  /// The people there were, n.
  public let n: Int

  /// None of nobody.
  public static let nobody = ObservedCount(unchecked: 0, of: 0)

  /// The largest n that the methods of this module are tested for.
  public static let largest = 1_000_000_000

  /// - Parameters:
  ///   - x: the people counted, from 0 to `n`.
  ///   - n: the people there were, from 0 to ``largest``.
  /// - Throws: `NumericsError.outOfDomain` when that does not hold.
  public init(_ x: Int, of n: Int) throws(NumericsError) {
    guard n >= 0, n <= Self.largest else {
      throw .outOfDomain(argument: "n", value: Double(n), expected: "from 0 to \(Self.largest)")
    }
    guard x >= 0, x <= n else {
      throw .outOfDomain(argument: "x", value: Double(x), expected: "from 0 to \(n)")
    }
    self.x = x
    self.n = n
  }

  /// The observed proportion x/n; `nil` for 0 of 0.
  public var rate: Double? { n > 0 ? Double(x) / Double(n) : nil }

  /// The count of those who did not: n − x of n.
  public var complement: ObservedCount { ObservedCount(unchecked: n - x, of: n) }

  /// For counts that are valid because of where they come from.
  init(unchecked x: Int, of n: Int) {
    self.x = x
    self.n = n
  }
}

extension ObservedCount: Encodable {
  private enum CodingKeys: String, CodingKey { case x, n, rate }

  /// With the rate.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(x, forKey: .x)
    try members.encode(n, forKey: .n)
    try members.encodeIfPresent(rate, forKey: .rate)
  }
}
