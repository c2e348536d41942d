public import ExperimentDesign
public import GSLNumerics
public import Inference

/// Shares of installs that have answered by the end of each day, arm by arm.
///
/// First answers alone count; what is changed in Settings later is left out.
public struct DayCurves: Equatable, Sendable {
  /// Which first answer is followed.
  public enum Answer: String, Equatable, Sendable {
    case allowed
    case denied
  }

  /// What the run is.
  public var outline: RunOutline
  /// Which first answer is followed.
  public var answer: Answer
  /// The segment that is followed; `nil` for everybody.
  public var segment: String?
  /// Mean shares by scenario, arm and day from day 0; `nil` where no trial has installs.
  public var means: [[[MonteCarloMean?]]]
  /// What the file allows of those shares, by scenario, arm and day; `nil` where no parameter is
  /// uncertain or the trials are too few.
  ///
  /// The noise of a trial's installs is not removed here either.
  public var parameter90: [[[CentralInterval?]]]
  /// Differences to the baseline by scenario, arm and day, trial by trial; `nil` for the baseline.
  ///
  /// The noise of a trial's installs is not removed, so that what the file allows errs on the wide
  /// side.
  public var differences: [[[Estimate?]]]
}

/// Collects the shares of ``DayCurves`` trial by trial.
public struct DayCurvesBuilder: Sendable {
  private let outline: RunOutline
  private let answer: DayCurves.Answer
  private let segment: String?
  /// By scenario, arm and day, trial by trial.
  private var shares: [[[NumberLog]]]

  /// No trial yet.
  public init(_ outline: RunOutline, answer: DayCurves.Answer, segment: String? = nil) {
    self.outline = outline
    self.answer = answer
    self.segment = segment
    shares = outline.scenarios.map { _ in outline.arms.map { _ in [] } }
  }

  /// Adds one more trial.
  public mutating func add(_ result: TrialResult) {
    for scenario in shares.indices {
      let index = segment.flatMap { outline.scenarios[scenario].segments.firstIndex(of: $0) }
      if segment != nil && index == nil { continue }
      for arm in shares[scenario].indices {
        add(index.map { result.tallies[scenario][arm][$0] } ?? result.wholes[scenario][arm], scenario, arm)
      }
    }
  }

  private mutating func add(_ tally: Tally, _ scenario: Int, _ arm: Int) {
    // Scored: in expectation over the answer, in billionths.
    let allowed = tally.allowedScoreByDay
    let counts =
      answer == .allowed
      ? allowed
      : allowed.indices.map {
        (tally.allowedByDay[$0] + tally.deniedByDay[$0]) * 1_000_000_000 - allowed[$0]
      }
    if shares[scenario][arm].isEmpty {
      shares[scenario][arm] = counts.map { _ in NumberLog() }
    }
    let installs = tally[.installs]
    var sum: Int64 = 0
    for (day, count) in counts.enumerated() {
      sum += count
      shares[scenario][arm][day].append(installs > 0 ? Double(sum) / (1e9 * Double(installs)) : nil)
    }
  }

  /// The curves of the trials handed in so far.
  ///
  /// - Throws: `NumericsError` never, for shares.
  public func curves() throws(NumericsError) -> DayCurves {
    var means: [[[MonteCarloMean?]]] = []
    var bands: [[[CentralInterval?]]] = []
    for arms in shares {
      var curves: [[Estimate?]] = []
      for days in arms {
        var curve: [Estimate?] = []
        for day in days { curve.append(try level(day.entries)) }
        curves.append(curve)
      }
      means.append(curves.map { $0.map { $0?.overTrials } })
      bands.append(curves.map { $0.map { $0?.parameter90 } })
    }
    return DayCurves(
      outline: outline, answer: answer, segment: segment, means: means, parameter90: bands,
      differences: try differences())
  }

  private func level(_ values: [Double?]) throws(NumericsError) -> Estimate? {
    let unknown = [Double?](repeating: nil, count: values.count)
    return try Estimate(
      TrialSeries(values: values, samplingVariances: unknown, testVariances: unknown),
      parametersVary: outline.parametersVary, range: 0...1)
  }

  private func differences() throws(NumericsError) -> [[[Estimate?]]] {
    var result: [[[Estimate?]]] = []
    for arms in shares {
      let baseline = arms[outline.baseline]
      var found: [[Estimate?]] = []
      for (arm, days) in arms.enumerated() {
        var curve: [Estimate?] = []
        for (day, log) in days.enumerated() {
          guard arm != outline.baseline, day < baseline.count else {
            curve.append(nil)
            continue
          }
          let values = pairedDifferences(log.entries, baseline[day].entries)
          let unknown = [Double?](repeating: nil, count: values.count)
          curve.append(
            try Estimate(
              TrialSeries(values: values, samplingVariances: unknown, testVariances: unknown),
              parametersVary: outline.parametersVary))
        }
        found.append(curve)
      }
      result.append(found)
    }
    return result
  }
}
