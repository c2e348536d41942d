public import PromptFlow

/// What a metric is made of, and what it is called.
///
/// Each metric has one row of these (``Metric/definition``). Its value, score, precision, range, unit and heading all follow
/// from the row, so none can be forgotten and no two can disagree.
public struct MetricDefinition: Hashable, Sendable {
  /// What is measured, in a word or two: `opt-in`.
  public let name: String
  /// How the metric is formed from the sums of one trial.
  public let measure: Measure
  /// The same with known probabilities in place of what happened; `nil` where no answer decides the metric.
  public let score: Score?
  /// What its number is.
  public let scale: Scale
  /// Whether it counts something an app wants less of.
  public let isLoss: Bool
  /// What an experiment has to model for the metric to exist.
  public let requirement: Requirement

  init(
    _ name: String, _ measure: Measure, score: Score? = nil, scale: Scale? = nil, isLoss: Bool = false,
    requires section: Requirement = .nothing
  ) {
    self.name = name
    self.measure = measure
    self.score = score
    self.scale = scale ?? measure.scale
    self.isLoss = isLoss
    self.requirement = measure.day.map { .horizon(days: $0) } ?? section
  }

  /// How a metric is formed from the sums of one trial.
  public enum Measure: Hashable, Sendable {
    /// The counted, divided by those they are counted among.
    case share(MetricSum, of: Population)
    /// A sum per install; the amount holds the squares of the installs' parts of it.
    case mean(MetricSum, squares: Amount)
    /// The median of days from install to first answer, of the installs that answered.
    case medianDaysToDecision
  }

  /// Whom or what a metric is counted among.
  public enum Population: Hashable, Sendable {
    case installs
    /// Installs shown the tracking alert.
    case prompted
    /// Installs that answered it.
    case answered
    /// Requests, of which one install makes several.
    case requests
    /// Showings of the pre-prompt, of which one install sees several.
    case prePromptShowings
  }

  /// What a score is summed from.
  ///
  /// Its denominator is that of the value.
  public enum Score: Hashable, Sendable {
    /// Counted in billionths of one.
    case billionths(Counter)
    /// A sum per install, or what it leaves of a counter.
    case amount(Amount, takenFrom: Counter? = nil)
    /// First answers in sessions that start by the day.
    case answers(AlertAnswer, byDay: Int)
  }

  /// What the number of a metric is.
  public enum Scale: Hashable, Sendable {
    /// A part of a whole, 0 to 1.
    case share
    /// Occurrences, never negative.
    case count
    /// The currency of the experiment, of either sign.
    case money
    /// Never negative.
    case days
  }

  /// What an experiment has to model for a metric to exist.
  public enum Requirement: Hashable, Sendable {
    case nothing
    /// The attribution SDK.
    case attribution
    /// What a session is worth.
    case value
    /// A pre-prompt in the arm.
    case prePrompt
    /// A horizon of at least as many days.
    case horizon(days: Int)
  }

  /// What it is called above a column, in two lines; the glossary says what it is.
  public var heading: [String] {
    let among =
      switch measure {
      case .medianDaysToDecision: "to decision"
      case .share, .mean: "per \(population.one)"
      }
    return [name, among]
  }

  /// Whom or what the metric is counted among.
  public var population: Population {
    switch measure {
    case .share(_, let population): population
    case .mean: .installs
    case .medianDaysToDecision: .answered
    }
  }
}

extension MetricDefinition.Measure {
  /// The day it is read at, where it is read at one.
  public var day: Int? {
    if case .share(.answers(_, let day), _) = self { day } else { nil }
  }

  /// What its number is, unless a row says otherwise.
  fileprivate var scale: MetricDefinition.Scale {
    switch self {
    case .share: .share
    case .mean: .count
    case .medianDaysToDecision: .days
    }
  }
}

extension MetricDefinition.Population {
  /// How many there are in one trial.
  public func size(in tally: Tally) -> Int64 {
    switch self {
    case .installs: tally[.installs]
    case .prompted: tally[.prompted]
    case .answered: tally[.answeredAllow] + tally[.answeredDeny]
    case .requests: tally[.requests]
    case .prePromptShowings: tally[.prePromptShows]
    }
  }

  /// One of them.
  fileprivate var one: String {
    switch self {
    case .installs: "install"
    case .prompted: "prompted"
    case .answered: "answered"
    case .requests: "request"
    case .prePromptShowings: "showing"
    }
  }

  /// Whether each of them is another install, so that they are independent of one another.
  public var isOfInstalls: Bool {
    switch self {
    case .installs, .prompted, .answered: true
    case .requests, .prePromptShowings: false
    }
  }
}

/// What a metric adds up over the installs of one trial.
public enum MetricSum: Hashable, Sendable {
  case count(Counter)
  /// Two counters together.
  case counts(Counter, Counter)
  /// The first counter less the second.
  case difference(Counter, Counter)
  case amount(Amount)
  /// First answers in sessions that start by the day.
  case answers(AlertAnswer, byDay: Int)

  /// The sum in one trial; `nil` where the day is past the horizon, not finite where it is ``Tally/unknown``.
  public func total(in tally: Tally) -> Double? {
    switch self {
    case .count(let counter): Double(tally[counter])
    case .counts(let one, let other): Double(tally[one] + tally[other])
    case .difference(let all, let part): Double(tally[all] - tally[part])
    case .amount(let amount): tally[amount]
    case .answers(.allow, let day): tally.allowedByDay.sum(through: day).map { Double($0) }
    case .answers(.deny, let day): tally.deniedByDay.sum(through: day).map { Double($0) }
    }
  }
}

extension [Int64] {
  /// The sum of the elements up to the day's; `nil` where there is no such day.
  func sum(through day: Int) -> Int64? {
    day < count ? self[0...day].reduce(0, +) : nil
  }
}
