/// The size, mean and spread of a sample, updated one value at a time.
///
/// By Welford's recurrence (Welford 1962), which does not cancel where the mean is large beside the
/// spread.
public struct SampleMoments: Hashable, Sendable {
  /// How many values there are.
  public private(set) var count = 0
  /// Their mean; 0 without one.
  public private(set) var mean = 0.0
  /// The sum of squared distances from the mean.
  private var squares = 0.0

  /// The moments of nothing.
  public init() {}

  /// The moments of a sample; values that are not finite are left out.
  public init(_ values: some Sequence<Double>) {
    for value in values { add(value) }
  }

  /// The moments of a sample whose values are not available.
  ///
  /// - Parameter deviation: the standard deviation with n − 1, at least 0.
  public init(count: Int, mean: Double, deviation: Double) {
    self.count = count
    self.mean = mean
    squares = count > 1 ? deviation * deviation * Double(count - 1) : 0
  }

  /// Takes in another sample (Chan, Golub & LeVeque 1983).
  public mutating func add(_ other: SampleMoments) {
    guard other.count > 1 else {
      if other.count == 1 { add(other.mean) }
      return
    }
    let whole = Double(count + other.count)
    let distance = other.mean - mean
    mean += distance * Double(other.count) / whole
    squares += other.squares + distance * distance * Double(count) * Double(other.count) / whole
    count += other.count
  }

  /// Takes in one more value; one that is not finite is left out.
  public mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    count += 1
    let distance = value - mean
    mean += distance / Double(count)
    squares += distance * (value - mean)
  }

  /// The unbiased sample variance; 0 for fewer than two values.
  public var variance: Double { count > 1 ? squares / Double(count - 1) : 0 }

  /// The variance of the mean; 0 for fewer than two values.
  public var varianceOfMean: Double { count > 1 ? variance / Double(count) : 0 }
}
