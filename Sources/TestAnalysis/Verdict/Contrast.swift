import GSLNumerics
import Inference

/// What was measured of one arm, or of a part of it: x of n, or values.
enum Sample {
  case count(ObservedCount)
  case values(SampleMoments)

  /// How many installs it is of.
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

  /// Of nobody.
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
        .cumulative(-distance / moments.varianceOfMean.squareRoot())
    }
  }
}

/// An arm against another by one measure: the difference, and how sure it is, all by one statistic.
enum Contrast {
  case counts(TwoArms)
  /// Differences of shares within parts, or of means.
  case measured(MeasuredDifference)

  /// All installs of the two together; `nil` where an arm has too few.
  init?(_ arm: Sample, against baseline: Sample) {
    switch (arm, baseline) {
    case (.count(let arm), .count(let baseline)):
      guard arm.n > 0, baseline.n > 0 else { return nil }
      self = .counts(TwoArms(arm, against: baseline))
    case (.values(let arm), .values(let baseline)):
      guard let found = MeasuredDifference.welch(arm, against: baseline) else { return nil }
      self = .measured(found)
    case (.count, _), (.values, _): return nil
    }
  }

  /// The differences within parts of the test, put together; `nil` where no part has enough of both.
  init?(within parts: [(arm: Sample, baseline: Sample)]) {
    var (rates, means): ([TwoArms], [(arm: SampleMoments, baseline: SampleMoments)]) = ([], [])
    for part in parts {
      switch part {
      case (.count(let arm), .count(let baseline)): rates.append(TwoArms(arm, against: baseline))
      case (.values(let arm), .values(let baseline)): means.append((arm, baseline))
      case (.count, _), (.values, _): break
      }
    }
    guard
      let found = MeasuredDifference.mantelHaenszel(rates) ?? MeasuredDifference.welch(within: means)
    else { return nil }
    self = .measured(found)
  }

  /// What its interval is made by.
  var basis: VerdictBasis {
    switch self {
    case .counts: .miettinenNurminen
    case .measured(let found): found.degreesOfFreedom.isFinite ? .welch : .mantelHaenszel
    }
  }

  /// Arm less baseline.
  var estimate: Double {
    switch self {
    case .counts(let pair): pair.difference ?? 0
    case .measured(let found): found.estimate
    }
  }

  func interval(at level: ConfidenceLevel) throws -> Interval? {
    switch self {
    case .counts(let pair): try pair.interval(at: level)
    case .measured(let found): try found.interval(at: level)
    }
  }

  /// The one-sided test of "the difference is at most δ".
  func exceedance(of difference: Double) throws -> SignificanceTest? {
    switch self {
    // A difference of shares beyond 1 cannot be, and is never shown.
    case .counts(let pair): try abs(difference) <= 1 ? pair.exceedance(of: difference) : nil
    case .measured(let found): try found.exceedance(of: difference)
    }
  }
}

/// How comparisons of one measure share the level: shares by Dunnett's constant, means by Bonferroni's.
struct SharedLevel {
  /// Of each interval.
  let level: ConfidenceLevel
  private let together: SimultaneousComparisons?
  private let count: Int

  init(_ level: ConfidenceLevel, _ samples: [Sample], baseline: Int) throws {
    count = samples.count - 1
    if case .count = samples[baseline] {
      let together = try SimultaneousComparisons(level, people: samples.map(\.size), baseline: baseline)
      (self.level, self.together) = (together.level, together)
    } else {
      (self.level, together) = (level.simultaneous(over: count), nil)
    }
  }

  /// The p-value of a one-sided test, allowed for all comparisons: below half of α exactly where the interval says so.
  func adjusted(_ test: SignificanceTest) throws -> PValue {
    guard let together else { return test.p.multiplied(by: Double(count)) }
    return try together.oneSided(test.statistic)
  }
}
