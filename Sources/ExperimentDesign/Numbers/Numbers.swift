/// The numbers of one owner, one for each of its rows.
public struct Numbers: Encodable, Hashable, Sendable {
  /// In the order of ``Number``.
  private let rows: ClosedRange<Int>
  private var values: [Parameter]

  /// The numbers that `value` gives.
  public init(_ owner: Number.Owner, _ value: (Number) -> Parameter) {
    let numbers = owner.numbers
    rows = numbers[0].rawValue...numbers[numbers.count - 1].rawValue
    values = numbers.map(value)
  }

  /// One of them.
  ///
  /// - Precondition: it is the owner's.
  public subscript(number: Number) -> Parameter {
    get { values[number.rawValue - rows.lowerBound] }
    set { values[number.rawValue - rows.lowerBound] = newValue }
  }

  /// Changes each in the order of the table.
  mutating func change(_ change: (inout Parameter) -> Void) {
    for index in values.indices { change(&values[index]) }
  }
}

/// What has numbers of its own, each by its row.
public protocol HavingNumbers {
  /// One for each of its rows.
  var numbers: Numbers { get set }
}

extension HavingNumbers {
  /// One of its numbers.
  public subscript(number: Number) -> Parameter {
    get { numbers[number] }
    set { numbers[number] = newValue }
  }

  /// The same with something changed.
  package func changed<Failure>(
    _ change: (inout Self) throws(Failure) -> Void
  ) throws(Failure) -> Self {
    var result = self
    try change(&result)
    return result
  }

  /// A time of two of its numbers.
  public subscript(median: Number, sigma: Number) -> LogNormalSeconds {
    get { LogNormalSeconds(median: numbers[median], sigma: numbers[sigma]) }
    set {
      numbers[median] = newValue.median
      numbers[sigma] = newValue.sigma
    }
  }
}

extension Numbers: HavingNumbers {
  /// Itself.
  public var numbers: Numbers {
    get { self }
    set { self = newValue }
  }
}

/// A time in seconds that differs between people or moments: log-normal.
public struct LogNormalSeconds: Hashable, Sendable {
  /// Seconds.
  public let median: Parameter
  /// Standard deviation of the natural logarithm; 0 means always the median.
  public let sigma: Parameter

  /// A time of these numbers.
  public init(median: Parameter, sigma: Parameter) {
    self.median = median
    self.sigma = sigma
  }
}
