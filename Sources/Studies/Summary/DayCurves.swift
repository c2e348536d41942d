public import ExperimentDesign
public import Inference

/// Shares of installs that have answered by the end of each day, arm by arm.
///
/// First answers alone count; what is changed in Settings later is left out. Of a day's scores the trials keep the sum
/// alone, which does not tell the noise of their installs: draws are taken as they are.
public struct DayCurves: Equatable, Sendable {
  /// Which first answer is followed.
  public enum Answer: String, Equatable, Sendable {
    case allowed
    case denied
  }

  package var outline: RunOutline
  /// Which first answer is followed.
  public var answer: Answer
  /// Shares by scenario, arm and day from day 0, with the 90% range; `nil` where no trial has installs.
  public var levels: [[[Estimate?]]]
  /// Differences to the baseline by scenario, arm and day, trial by trial; `nil` for the baseline.
  public var differences: [[[Estimate?]]]

  /// Mean shares by scenario, arm and day from day 0; `nil` where no trial has installs.
  public var means: [[[MonteCarloMean?]]] { levels.map { $0.map { $0.map { $0?.overTrials } } } }
}

/// Collects the shares of ``DayCurves`` trial by trial.
public struct DayCurvesBuilder: Sendable {
  private let outline: RunOutline
  private let answer: DayCurves.Answer
  /// By scenario, arm and day: the share, trial by trial.
  private var logs: [[[TrialColumn]]]

  /// No trial yet.
  public init(_ outline: RunOutline, answer: DayCurves.Answer) {
    self.outline = outline
    self.answer = answer
    logs = outline.scenarios.map { _ in outline.arms.map { _ in [] } }
  }

  /// Adds one more trial.
  public mutating func add(_ result: TrialResult) {
    for scenario in logs.indices {
      for arm in logs[scenario].indices {
        Self.add(result.wholes[scenario][arm], of: answer, to: &logs[scenario][arm])
      }
    }
  }

  /// Static, as a method would hold a second copy of the logs, which would be copied with every entry.
  private static func add(_ tally: Tally, of answer: DayCurves.Answer, to days: inout [TrialColumn]) {
    let (allowed, denied) = (tally.allowedByDay, tally.deniedByDay)
    if days.isEmpty { days = allowed.map { _ in TrialColumn(expecting: 0) } }
    let installs = Double(tally[.installs])
    var sum: Int64 = 0
    for day in days.indices {
      // Scored: in expectation over the answer, in billionths.
      let score = tally.allowedScoreByDay[day]
      sum += answer == .allowed ? score : (allowed[day] + denied[day]) * 1_000_000_000 - score
      days[day].append(installs > 0 ? Double(sum) / (1e9 * installs) : nil)
    }
  }

  /// The curves of the trials handed in so far.
  public func curves() throws -> DayCurves {
    DayCurves(
      outline: outline, answer: answer,
      levels: try logs.map { try $0.map { try $0.map { try estimate($0, range: 0...1) } } },
      differences: try logs.map { arms in
        try arms.indices.map { arm in
          try arms[arm].indices.map { day in
            let baseline = arms[outline.baseline]
            guard arm != outline.baseline, day < baseline.count else { return nil }
            return try estimate(pairedDifferences(arms[arm][day], baseline[day]), range: -1...1)
          }
        }
      })
  }

  private func estimate(_ values: TrialColumn, range: ClosedRange<Double>) throws -> Estimate? {
    try Estimate(
      TrialSeries(values: values, trialsOfABlock: outline.description.trialsOfABlock),
      parametersVary: outline.parametersVary, range: range)
  }
}
