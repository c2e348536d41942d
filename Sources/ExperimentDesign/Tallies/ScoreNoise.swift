///
/// Kept to 24 bits: a draw of noise has no more digits to lose.
public struct ScoreNoise: Hashable, Sendable {
  /// In the order of ``Metric/allCases``; infinite where a half has no score.
  private var draws: [Float]

  /// In the order of the draws.
  private static let definitions = Metric.allCases.map(\.definition)
  private static let positions = Dictionary(uniqueKeysWithValues: zip(Metric.allCases, 0...))

  /// Nothing known of any metric.
  public init() { draws = Array(repeating: .infinity, count: Metric.allCases.count) }

  /// - Parameters:
  ///   - first: of one half of the installs.
  ///   - second: of the others.
  public init(first: Tally, second: Tally) {
    let sizes = (Double(first[.installs]), Double(second[.installs]))
    let factor = (sizes.0 * sizes.1).squareRoot() / (sizes.0 + sizes.1)
    draws = Self.definitions.map { metric in
      // Half of an only install has nobody.
      guard sizes.0 > 0, sizes.1 > 0, let one = metric.score(in: first),
        let other = metric.score(in: second)
      else { return .infinity }
      return Float(factor * (one - other))
    }
  }

  /// As ``bits`` were.
  ///
  /// - Returns: `nil` for another number of them, or one that no draw has.
  public init?(bits: [UInt32]) {
    draws = bits.map { Float(bitPattern: $0) }
    guard draws.count == Self.positions.count, draws.allSatisfy({ $0.isFinite || $0 == .infinity })
    else { return nil }
  }

  /// The draws as they are stored, in the order of ``Metric/allCases``.
  public var bits: [UInt32] { draws.map(\.bitPattern) }

  /// Where a metric's draw is among all, for ``draw(at:)``.
  public static func position(of metric: Metric) -> Int? { positions[metric] }

  /// The draw at a metric's position, as by the metric itself.
  public func draw(at position: Int) -> Double? {
    draws[position].isFinite ? Double(draws[position]) : nil
  }

  /// The draw of a metric's noise, in the metric's unit; `nil` where one of the halves has no score.
  public subscript(_ metric: Metric) -> Double? {
    get {
      Self.position(of: metric).flatMap { draw(at: $0) }
    }
    set {
      guard let position = Self.positions[metric] else { return }
      draws[position] = newValue.map { Float($0) } ?? .infinity
    }
  }
}
