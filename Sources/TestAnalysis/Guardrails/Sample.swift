import GSLNumerics
import Inference
import TestData

/// What was measured of one arm, or of a part of it: x of n, or values.
enum Sample {
  case count(ObservedCount)
  case values(SampleMoments)

  var size: Int {
    switch self {
    case .count(let count): count.n
    case .values(let moments): moments.count
    }
  }

  /// The share, or the mean; `nil` without installs.
  var mean: Double? {
    switch self {
    case .count(let count): count.rate
    case .values(let moments): moments.count > 0 ? moments.mean : nil
    }
  }

  /// The variance of one install's number; `nil` without installs.
  var variance: Double? {
    switch self {
    case .count(let count): count.rate.map { $0 * (1 - $0) }
    case .values(let moments): moments.count > 0 ? moments.variance : nil
    }
  }

  static func none(of column: GuardrailColumn) -> Sample {
    column == .value ? .values(SampleMoments()) : .count(.nobody)
  }

  /// Takes in other installs of the same arm.
  mutating func add(_ other: Sample) throws {
    switch (self, other) {
    case (.count(let own), .count(let other)):
      self = .count(try ObservedCount(own.x + other.x, of: own.n + other.n))
    case (.values(var own), .values(let other)):
      own.add(other)
      self = .values(own)
    case (.count, _), (.values, _): break
    }
  }

  /// The one-sided p of "not above (below) a number"; `nil` without a spread.
  func p(beyond number: Double, isAbove: Bool) throws -> Double? {
    guard let mean else { return nil }
    let distance = isAbove ? mean - number : number - mean
    switch self {
    case .count(let count):
      // Every share is above a negative number and below one above 1.
      guard number > 0, number < 1 else {
        return isAbove ? (distance > 0 && number <= 0 ? 0 : 1) : (distance > 0 && number >= 1 ? 0 : 1)
      }
      let error = (number * (1 - number) / Double(count.n)).squareRoot()
      return StandardNormal.upperTail(distance / error)
    case .values(let moments):
      guard moments.count > 1, moments.varianceOfMean > 0 else { return nil }
      return try StudentT(degreesOfFreedom: Double(moments.count - 1))
        .upperTail(distance / moments.varianceOfMean.squareRoot())
    }
  }
}

extension Sample {
  /// All installs of the two together; `nil` where an arm has too few.
  func against(_ baseline: Sample) -> (any ArmContrast)? {
    switch (self, baseline) {
    case (.count(let arm), .count(let baseline)):
      arm.n > 0 && baseline.n > 0 ? TwoArms(arm, against: baseline) : nil
    case (.values(let arm), .values(let baseline)): MeasuredDifference.welch(arm, against: baseline)
    case (.count, _), (.values, _): nil
    }
  }
}

extension MeasuredDifference {
  /// The differences within parts of the test, put together; `nil` where no part has enough of both.
  static func combined(_ parts: [(arm: Sample, baseline: Sample)]) -> MeasuredDifference? {
    var (rates, means): ([TwoArms], [(arm: SampleMoments, baseline: SampleMoments)]) = ([], [])
    for part in parts {
      switch part {
      case (.count(let arm), .count(let baseline)): rates.append(TwoArms(arm, against: baseline))
      case (.values(let arm), .values(let baseline)): means.append((arm, baseline))
      case (.count, _), (.values, _): break
      }
    }
    return mantelHaenszel(rates) ?? welch(within: means)
  }
}

extension ConfidenceSequence {
  /// The interval for the difference of two samples that may be read at every look.
  func interval(_ arm: Sample, _ baseline: Sample) -> Interval? {
    switch (arm, baseline) {
    case (.count(let arm), .count(let baseline)): interval(arm: arm, baseline: baseline)
    case (.values(let arm), .values(let baseline)): interval(arm: arm, baseline: baseline)
    case (.count, _), (.values, _): nil
    }
  }
}
