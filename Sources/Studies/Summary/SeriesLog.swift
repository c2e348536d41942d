import Inference

/// A series that grows trial by trial, four numbers each.
///
/// Absent entries are kept as NaN, which no entry can be, to halve the memory
/// that optionals would take.
struct SeriesLog: Equatable, Sendable {
  private let trialsOfABlock: Int
  private let testVarianceRatio: Double
  private var values: [Double] = []
  private var noise: [Double] = []
  private var samplingVariances: [Double] = []
  private var testVariances: [Double] = []

  init(trialsOfABlock: Int, testVarianceRatio: Double) {
    self.trialsOfABlock = trialsOfABlock
    self.testVarianceRatio = testVarianceRatio
  }

  /// Adds the trials of another series at the end.
  mutating func append(_ series: TrialSeries) {
    values += series.values.map { $0 ?? .nan }
    noise += series.noise.map { $0 ?? .nan }
    samplingVariances += series.samplingVariances.map { $0 ?? .nan }
    testVariances += series.testVariances.map { ($0 ?? .nan) * testVarianceRatio }
  }

  var series: TrialSeries {
    TrialSeries(
      values: entries(values), noise: entries(noise), samplingVariances: entries(samplingVariances),
      testVariances: entries(testVariances),
      trialsOfABlock: trialsOfABlock)
  }
}

/// A column of numbers as they are.
typealias NumberLog = ColumnLog<Double>

/// A column of draws of noise, which have 24 bits.
typealias NoiseLog = ColumnLog<Float>

/// A column of numbers with absent entries, one per trial.
///
/// As long as all are absent it takes no room: some metrics have no sampling
/// variance.
struct ColumnLog<Stored: BinaryFloatingPoint & Sendable>: Equatable, Sendable {
  private var absentFirst = 0
  private var numbers: [Stored] = []
  private let expected: Int

  /// - Parameter expected: entries there will be; a list that grows by itself has room for up to twice as many.
  init(expecting expected: Int = 0) { self.expected = expected }

  mutating func append(_ number: Double?) {
    if number == nil, numbers.isEmpty {
      absentFirst += 1
    } else {
      if numbers.isEmpty { numbers.reserveCapacity(max(0, expected - absentFirst)) }
      numbers.append(number.map { Stored($0) } ?? .nan)
    }
  }

  var entries: [Double?] {
    var entries = [Double?](repeating: nil, count: absentFirst)
    entries.reserveCapacity(absentFirst + numbers.count)
    for number in numbers { entries.append(number.isNaN ? nil : Double(number)) }
    return entries
  }
}

private func entries(_ numbers: [Double]) -> [Double?] { numbers.map { $0.isNaN ? nil : $0 } }
