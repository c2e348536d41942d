import ExperimentDesign
import Foundation
public import Inference

/// A strategy that no other beats by both the objective and another metric.
public struct FrontPoint: Equatable, Sendable {
  /// The arm.
  public let arm: Int
  /// Its objective in the first scenario, as the file has it.
  public let objective: MonteCarloNumber
  /// The other metric there.
  public let metric: MonteCarloNumber
  /// Trials that both rest on.
  public let trials: Int

  /// The parts, unchanged.
  package init(arm: Int, objective: MonteCarloNumber, metric: MonteCarloNumber, trials: Int) {
    self.arm = arm
    self.objective = objective
    self.metric = metric
    self.trials = trials
  }
}

extension StrategyTrials {
  /// A mean over trials with its Monte Carlo error.
  private static func mean(_ values: [Double]) -> MonteCarloNumber? {
    guard values.count > 1 else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return MonteCarloNumber(value: mean, mcse: (squares / (count - 1) / count).squareRoot())
  }

  /// The Monte Carlo standard error of an arm's mean over its first trials, under the view in which the mean is smallest.
  func errorOfMean(_ arm: Int, over count: Int) -> Double? {
    merits(of: arm).compactMap { Self.mean($0.prefix(count).filter { !$0.isNaN }) }
      .min { $0.value < $1.value }?.mcse
  }

  /// The mean difference of two columns over the trials in which both have a value.
  private static func difference(_ first: [Double], _ second: [Double]) -> MonteCarloNumber? {
    mean(zip(first, second).map { $0 - $1 }.filter { !$0.isNaN })
  }

  /// Whether two strategies differ by less than a margin under every view, with 95% confidence.
  func isNear(_ first: Int, _ second: Int, within margin: Double) -> Bool {
    zip(merits(of: first), merits(of: second)).allSatisfy { one, other in
      guard let found = Self.difference(one, other) else { return false }
      return abs(found.value) + 1.645 * found.mcse < margin
    }
  }

  /// The strategies that no other beats by the objective and by a metric, the best by the objective first.
  ///
  /// One beats another where it is better by more than one Monte Carlo error of the difference, over the trials that both
  /// have; what is equal in every trial beats nothing, and is beaten by nothing.
  ///
  /// Of strategies that are nearly as good as each other, and nearly equal in the metric, the first in the file stands for
  /// all: nearly equal is what differs by less than a hundredth of what all differ by.
  /// - Parameter margin: what may be lost by a choice; `nil` where nothing is folded.
  func front(_ arms: [Int], metric: Metric, margin: Double?) -> [FrontPoint] {
    let sign = metric.isLoss ? -1.0 : 1.0
    let others = arms.map { arm in
      (series(of: metric, arm: arm)?.values ?? []).map { $0.map { sign * $0 } ?? .nan }
    }
    let columns = zip(arms, others).map { (arm: $0, merits: merits(of: $0)[0], others: $1) }
    let means = columns.compactMap { Self.mean($0.others.filter { !$0.isNaN })?.value }
    let nearly = ((means.max() ?? 0) - (means.min() ?? 0)) / 100
    var distinct: [(arm: Int, merits: [Double], others: [Double])] = []
    for column in columns {
      let isFolded = distinct.contains { other in
        guard let margin, isNear(other.arm, column.arm, within: margin / 10) else { return false }
        return Self.difference(other.others, column.others).map { abs($0.value) < nearly } ?? false
      }
      if !isFolded { distinct.append(column) }
    }
    /// 1 where the first is better, −1 where it is worse, 0 where they are equal in every trial; else `nil`.
    func order(_ first: [Double], _ second: [Double]) -> Int? {
      guard let found = Self.difference(first, second) else { return nil }
      if found.value == 0, found.mcse == 0 { return 0 }
      return found.value > found.mcse ? 1 : found.value < -found.mcse ? -1 : nil
    }
    let turned = experiment.objective.lessIsBetter ? -1.0 : 1.0
    let points = distinct.compactMap { own -> FrontPoint? in
      let isBeaten = distinct.contains { other in
        guard other.arm != own.arm, let first = order(other.merits, own.merits), first >= 0,
          let second = order(other.others, own.others), second >= 0
        else { return false }
        return first + second > 0
      }
      guard !isBeaten, let objective = Self.mean(own.merits.filter { !$0.isNaN }),
        let other = Self.mean(own.others.filter { !$0.isNaN })
      else { return nil }
      return FrontPoint(
        arm: own.arm, objective: MonteCarloNumber(value: turned * objective.value, mcse: objective.mcse),
        metric: MonteCarloNumber(value: sign * other.value, mcse: other.mcse), trials: own.merits.count)
    }
    return points.sorted { (turned * $1.objective.value, $0.arm) < (turned * $0.objective.value, $1.arm) }
  }

  /// Installs of a trial with which a search takes the least work, by what the trials so far show.
  ///
  /// A trial's difference of two strategies has the variance τ² + σ²/n: what the inputs do, and the noise of n people. With
  /// the cost of a trial as many installs as `installsOfATrial`, the best n is √(installs · σ²/(k τ²)) for k strategies. It is
  /// taken for the median strategy beside the leader, and to the nearest of 500, 1,000, … 16,000.
  /// - Returns: `nil` where the noise is not known, or no input is uncertain.
  func bestInstalls(_ arms: [Int], leader: Int) -> Int? {
    guard !UncertainParameters(of: experiment).parameters.isEmpty, let first = objective(of: leader) else {
      return nil
    }
    let ratios = arms.filter { $0 != leader }.compactMap { arm -> Double? in
      guard let own = objective(of: arm), own.values.count == first.values.count else { return nil }
      let difference = own.difference(from: first, design: .paired)
      guard let noise = difference.meanSamplingVariance?.value,
        let mean = Self.mean(difference.values.compactMap { $0 }), noise > 0
      else { return nil }
      let variance = mean.mcse * mean.mcse * Double(difference.values.count { $0 != nil })
      return noise * Double(experiment.installs) / max(variance - noise, variance / 1_000)
    }.sorted()
    guard !ratios.isEmpty else { return nil }
    let lives = Double(arms.count * views.count)
    let best = (Self.installsOfATrial * ratios[ratios.count / 2] / lives).squareRoot()
    let steps = (Foundation.log2(best / 500)).rounded()
    return 500 << Int(min(5, max(0, steps)))
  }

  /// What a trial costs beside its installs, in installs of one strategy: 70 microseconds at 0.05 each.
  private static let installsOfATrial = 1_400.0
}
