import Foundation
import ResultStore
import ScratchFolders
import SeededNumbers

@testable import ExperimentDesign

extension Scratch {
  /// Where a test keeps its store.
  func path() -> String { path("store.sqlite") }
}

/// What suites share whose tests find a store with a run in it.
class StoreWithRun {
  let scratch = Scratch()
  let store: ResultStore
  let inputs = RunInputs.sample()
  let run: String

  init() throws {
    store = try ResultStore(path: scratch.path())
    run = try store.begin(inputs).id
  }
}

extension SplitMix {
  /// A whole number from 0 to `limit`.
  mutating func upTo(_ limit: Int64) -> Int64 { Int64(next() % UInt64(limit + 1)) }
}

extension RunInputs {
  /// Two scenarios, the second with two segments; two arms; three parameters, two of them drawn.
  static func sample(seed: UInt64 = 7, trials: Int = 5, contentKey: String = "content") -> RunInputs {
    RunInputs(
      description: RunDescription(
        experiment: "news-timing", question: "When should a news app ask?", seed: seed,
        trials: trials, installs: 1000, horizonDays: 3, engine: "test 1",
        sampling: .independent, baseline: 0,
        objective: Objective(.optInPerInstall),
        parameters: [
          RunDescription.Parameter(
            path: "allow.rate", distribution: "{beta: [3.0, 7.0]}", value: nil,
            evidence: Evidence(
              grade: .published, source: "a survey", date: "2021-06", denominator: "prompted")),
          RunDescription.Parameter(
            path: "allow.spread", distribution: "1.0", value: 1,
            evidence: Evidence(grade: .assumed)),
          RunDescription.Parameter(
            path: "allow.value", distribution: "joint joint.1, member 2", value: nil,
            evidence: Evidence(grade: .assumed)),
        ],
        scenarios: [
          RunDescription.Scenario(name: "base", segments: [RunDescription.Segment(name: "all", share: 1)]),
          RunDescription.Scenario(
            name: "paid",
            segments: [
              RunDescription.Segment(name: "organic", share: 0.6),
              RunDescription.Segment(name: "ads", share: 0.4),
            ]),
        ],
        arms: [
          RunDescription.Arm(
            name: "launch", ask: "launch", prePrompt: nil, usageString: "Shows you ads.",
            findings: [], metrics: [[.optInPerInstall], [.optInPerInstall, .optInPerPrompted]]),
          RunDescription.Arm(
            name: "third_article", ask: "after article 3", prePrompt: "value_first",
            usageString: "Keeps every article free.",
            findings: ["R82"],
            metrics: [[], [.prePromptContinueRate]]),
        ]),
      texts: RunTexts(fileText: "experiment: news-timing\n", overrides: ["trials=5"]),
      contentKey: contentKey)
  }

  /// A result of the shape of these inputs: the same for the same trial and salt.
  func sampleResult(trial: Int, salt: UInt64 = 0) -> TrialResult {
    var numbers = SplitMix(seed: UInt64(trial) &* 1009 &+ salt)
    let tallies = description.scenarios.map { scenario in
      // The segments share the run's installs.
      let most = Int64(description.installs / scenario.segments.count)
      let days = Int(description.horizonDays.rounded(.up))
      return description.arms.map { _ in
        scenario.segments.map { _ in
          var tally = Tally.sample(days: days, installs: most, &numbers)
          tally.noise = ScoreNoise.sample(&numbers)
          return tally
        }
      }
    }
    let wholes = tallies.map { arms in
      arms.map { segments in
        var whole = Tally.sum(segments)
        whole.medianDaysToDecision = numbers.next() % 3 == 0 ? nil : numbers.uniform() * 3
        whole.noise = segments.count == 1 ? segments[0].noise : ScoreNoise.sample(&numbers)
        whole.noise?[.medianDaysToDecision] = whole.medianDaysToDecision.map { _ in numbers.uniform() - 0.5 }
        return whole
      }
    }
    return TrialResult(
      trial: trial, draws: description.drawn.map { _ in numbers.uniform() }, tallies: tallies,
      wholes: wholes)
  }

  func sampleResults(_ trials: some Sequence<Int>) -> [TrialResult] { trials.map { sampleResult(trial: $0) } }
}

extension ScoreNoise {
  /// Draws of most metrics; segments have none of the median.
  static func sample(_ numbers: inout SplitMix) -> ScoreNoise {
    var noise = ScoreNoise()
    for metric in Metric.allCases where metric != .medianDaysToDecision && numbers.next() % 5 > 0 {
      noise[metric] = numbers.uniform() - 0.5
    }
    return noise
  }
}

extension Tally {
  /// Counts that obey the laws a tally of real lives obeys.
  ///
  /// - Parameter most: The largest number of installs, 100 or more.
  static func sample(days: Int, installs most: Int64, _ numbers: inout SplitMix) -> Tally {
    var tally = Tally(days: days)
    let installs = 100 + numbers.upTo(most - 100)
    tally[.installs] = installs
    tally[.triggerReached] = numbers.upTo(installs)
    tally[.prompted] = numbers.upTo(tally[.triggerReached])
    tally[.promptedFirstSession] = numbers.upTo(tally[.prompted])
    tally[.alertsShown] = tally[.prompted] + numbers.upTo(50)
    tally[.answeredAllow] = numbers.upTo(tally[.prompted])
    tally[.answeredDeny] = numbers.upTo(tally[.prompted] - tally[.answeredAllow])
    tally[.requests] = tally[.alertsShown] + numbers.upTo(500)
    tally[.lostNotActive] = numbers.upTo(tally[.requests] / 2)
    tally[.lostBehindAlert] = numbers.upTo(tally[.requests] / 2)
    tally[.queuedRequests] = numbers.upTo(tally[.requests])
    tally[.unansweredAlerts] = numbers.upTo(tally[.alertsShown])
    tally[.prePromptShows] = numbers.upTo(installs * 2)
    tally[.prePromptContinues] = numbers.upTo(tally[.prePromptShows])
    tally[.sessionsUndisturbed] = installs * 3 + numbers.upTo(1000)
    tally[.sessions] = tally[.sessionsUndisturbed] - numbers.upTo(installs)
    tally[.authorizedSessions] = numbers.upTo(tally[.sessions])
    var rest = installs
    for state in [
      Counter.finalAuthorized, .finalDeniedByAnswer, .finalDeniedByDevice, .finalRestricted,
      .finalUndetermined,
    ] {
      tally[state] = numbers.upTo(rest)
      rest -= tally[state]
    }
    tally[.finalNoATT] = rest
    for counter in [Counter.attributed, .unreported, .trackedBeforePermission, .personalizable] {
      tally[counter] = numbers.upTo(installs)
    }
    tally[.eventsDropped] = numbers.upTo(9000)
    for amount in Amount.allCases { tally[amount] = Double(numbers.upTo(1 << 52)) / 1024 }
    for counter in [Counter.authorizedScoreNano, .allowedScoreNano] {
      tally[counter] = numbers.upTo(installs * 1_000_000_000)
    }
    tally.allowedByDay = parts(of: tally[.answeredAllow], days + 1, &numbers)
    tally.deniedByDay = parts(of: tally[.answeredDeny], days + 1, &numbers)
    tally.allowedScoreByDay = parts(of: tally[.allowedScoreNano], days + 1, &numbers)
    tally.gainedOverBaseline = numbers.upTo(installs)
    tally.lostToBaseline = numbers.upTo(installs)
    return tally
  }

  /// Counts that sum to another.
  private static func parts(of total: Int64, _ count: Int, _ numbers: inout SplitMix) -> [Int64] {
    var rest = total
    return (0..<count).map { index in
      let part = index == count - 1 ? rest : numbers.upTo(rest)
      rest -= part
      return part
    }
  }

  /// The sum, written apart from the store's own.
  static func sum(_ segments: [Tally]) -> Tally {
    segments.dropFirst().reduce(segments[0]) { sum, next in
      var sum = sum
      sum.counts = zip(sum.counts, next.counts).map(+)
      sum.amounts = zip(sum.amounts, next.amounts).map(+)
      sum.allowedByDay = zip(sum.allowedByDay, next.allowedByDay).map(+)
      sum.deniedByDay = zip(sum.deniedByDay, next.deniedByDay).map(+)
      sum.allowedScoreByDay = zip(sum.allowedScoreByDay, next.allowedScoreByDay).map(+)
      sum.gainedOverBaseline += next.gainedOverBaseline
      sum.lostToBaseline += next.lostToBaseline
      return sum
    }
  }
}

extension ResultStore {
  /// Every result of a run.
  func allResults(of run: String) throws -> [TrialResult] {
    var results: [TrialResult] = []
    try forEachResult(of: run) { results.append($0) }
    return results
  }
}

/// Complaints from several threads.
final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  var all: [String] { lock.withLock { texts } }

  func add(_ text: String) { lock.withLock { texts.append(text) } }
}
