/// A number per trial, absent where the trial has none.
///
/// As `[Double?]`, in half of the room. Columns of which all entries are absent so far take none: some metrics have no
/// sampling variance.
public struct TrialColumn: Sendable {
  /// Absent entries before the first that is not.
  private var absentFirst = 0
  private var numbers: [Double] = []
  /// In their place where numbers have no more than 24 bits.
  private var shortNumbers: [Float] = []
  private let isShort: Bool
  private let expected: Int

  /// What stands for an absent entry: a NaN that no calculation gives.
  private static let absent = Double(nan: 0x0A_B5_E7, signaling: false)

  /// No entry yet.
  ///
  /// - Parameters:
  ///   - expected: entries there will be; a list that grows by itself has room for up to twice as many.
  ///   - isShort: whether no number has more than 24 bits, so that half of the room is enough.
  public init(expecting expected: Int, isShort: Bool = false) {
    self.expected = expected
    self.isShort = isShort
  }

  /// The entries of a list.
  public init(_ entries: some Collection<Double?>) {
    self.init(expecting: entries.count)
    for entry in entries { append(entry) }
  }

  /// Entries that are all absent.
  public static func absent(_ count: Int) -> TrialColumn {
    var column = TrialColumn(expecting: 0)
    column.absentFirst = count
    return column
  }

  /// Adds the next trial's entry.
  public mutating func append(_ number: Double?) {
    guard let number else {
      if numbers.isEmpty, shortNumbers.isEmpty {
        absentFirst += 1
      } else if isShort {
        shortNumbers.append(.nan)
      } else {
        numbers.append(Self.absent)
      }
      return
    }
    if isShort {
      if shortNumbers.isEmpty { shortNumbers.reserveCapacity(Swift.max(0, expected - absentFirst)) }
      shortNumbers.append(Float(number))
    } else {
      if numbers.isEmpty { numbers.reserveCapacity(Swift.max(0, expected - absentFirst)) }
      numbers.append(number)
    }
  }

  /// The column of what is made of each number; absent entries stay absent.
  public func mapped(_ transform: (Double) -> Double) -> TrialColumn {
    var column = TrialColumn(expecting: count)
    for entry in self { column.append(entry.map(transform)) }
    return column
  }

  /// The column of what is made of the numbers of two columns of one length; absent where either is.
  public func combined(
    with other: TrialColumn, _ operation: (Double, Double) -> Double
  ) -> TrialColumn {
    var column = TrialColumn(expecting: count)
    for (first, second) in zip(self, other) {
      if let first, let second { column.append(operation(first, second)) } else { column.append(nil) }
    }
    return column
  }
}

extension TrialColumn: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// How many trials there are.
  public var endIndex: Int { absentFirst + (isShort ? shortNumbers.count : numbers.count) }

  /// A trial's entry, by its position.
  public subscript(position: Int) -> Double? {
    let index = position - absentFirst
    guard index >= 0 else { return nil }
    if isShort {
      let number = shortNumbers[index]
      return number.isNaN ? nil : Double(number)
    }
    let number = numbers[index]
    return number.bitPattern == Self.absent.bitPattern ? nil : number
  }
}

extension TrialColumn: Equatable {
  /// Whether all entries are the same, however they are kept.
  public static func == (first: Self, second: Self) -> Bool {
    first.count == second.count && first.elementsEqual(second)
  }
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
