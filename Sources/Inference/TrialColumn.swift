/// A number per trial, absent where the trial has none; as `[Double?]`, in half of the room.
public struct TrialColumn: Sendable {
  private var numbers: [Double] = []

  /// What stands for an absent entry: a NaN that no calculation gives.
  private static let absent = Double(nan: 0x0A_B5_E7, signaling: false)

  /// No entry yet.
  ///
  /// - Parameter expected: entries there will be; a list that grows by itself has room for up to twice as many.
  public init(expecting expected: Int) { numbers.reserveCapacity(expected) }

  /// The entries of a list.
  public init(_ entries: some Collection<Double?>) { numbers = entries.map { $0 ?? Self.absent } }

  /// Entries that are all absent.
  public static func absent(_ count: Int) -> TrialColumn { TrialColumn(Array(repeating: nil, count: count)) }

  /// Adds the next trial's entry.
  public mutating func append(_ number: Double?) { numbers.append(number ?? Self.absent) }

  /// The column of what is made of each number; absent entries stay absent.
  public func mapped(_ transform: (Double) -> Double) -> TrialColumn {
    TrialColumn(map { $0.map(transform) })
  }

  /// The column of what is made of the numbers of two columns of one length; absent where either is.
  public func combined(
    with other: TrialColumn, _ operation: (Double, Double) -> Double
  ) -> TrialColumn {
    TrialColumn(
      zip(self, other).map { first, second in first.flatMap { first in second.map { operation(first, $0) } } }
    )
  }
}

extension TrialColumn: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// How many trials there are.
  public var endIndex: Int { numbers.count }

  /// A trial's entry, by its position.
  public subscript(position: Int) -> Double? {
    let number = numbers[position]
    return number.bitPattern == Self.absent.bitPattern ? nil : number
  }
}

extension TrialColumn: Equatable {
  /// Whether all entries are the same.
  public static func == (first: Self, second: Self) -> Bool { first.elementsEqual(second) }
}

extension TrialColumn: ExpressibleByArrayLiteral {
  /// Some entries.
  public init(arrayLiteral entries: Double?...) { self.init(entries) }
}

/// The differences of two arms trial by trial, absent where either has no value.
///
/// Under the paired design the arms of a trial share parameters and people, so that the mean of
/// these differences has a far smaller Monte Carlo error than the difference of two separate runs
/// (common random numbers).
/// - Precondition: both arms have one entry per trial of the same run.
public func pairedDifferences(_ arm: TrialColumn, _ baseline: TrialColumn) -> TrialColumn {
  precondition(arm.count == baseline.count, "two options of one run have the same trials")
  return arm.combined(with: baseline) { $0 - $1 }
}
