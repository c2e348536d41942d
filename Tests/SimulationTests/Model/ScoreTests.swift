import ExperimentDesign
import ExperimentSamples
import PromptFlow
import RandomStreams
import Testing

@testable import Simulation

/// Scores count an outcome by its probability where 0/1 outcomes toss it.
@Suite("Scored estimates")
struct ScoreTests {
  static let batches = TestSize.of(8, debug: 1)

  /// Sums over trials of score − value and of its square, by arm and metric.
  private struct Gap {
    var sum = 0.0
    var squares = 0.0
    var count = 0.0
    var z: Double {
      let mean = sum / count
      let variance = (squares / count - mean * mean) / (count - 1)
      return variance > 0 ? mean / variance.squareRoot() : (abs(mean) < 1e-6 ? 0 : .infinity)
    }
  }

  @Test("agree in the mean with what happened, for every metric", arguments: 0..<batches, [false, true])
  func means(batch: Int, plainArms: Bool) {
    let experiments = GeneratedExperiments.list(
      6, seed: UInt64(1_000 + batch), plainArms: plainArms, installs: 150, arms: 4)
    var worst = (z: 0.0, what: "")
    for (number, experiment) in experiments.enumerated() {
      let simulator = Simulator(experiment: experiment, seed: UInt64(batch * 10 + number))
      var gaps: [[Metric: Gap]] = Array(repeating: [:], count: 4)
      for trial in 0..<120 {
        let tallies = simulator.trial(trial).wholes[0]
        for arm in tallies.indices {
          for metric in Metric.allCases {
            guard let value = metric.value(in: tallies[arm]), let score = metric.score(in: tallies[arm])
            else { continue }
            gaps[arm][metric, default: Gap()].sum += score - value
            gaps[arm][metric, default: Gap()].squares += (score - value) * (score - value)
            gaps[arm][metric, default: Gap()].count += 1
          }
        }
      }
      for arm in gaps.indices {
        for metric in Metric.allCases {
          guard let gap = gaps[arm][metric], gap.count > 60 else { continue }
          if abs(gap.z) > abs(worst.z) { worst = (gap.z, "\(metric) of arm \(arm), experiment \(number)") }
        }
      }
    }
    // Some 500 comparisons a batch, normal enough at 60 trials: 4.5 deviations come by chance once in
    // 300 batches.
    #expect(abs(worst.z) < 4.5, "\(worst)")
  }

  @Test("vary less from trial to trial than what happened")
  func variance() {
    let experiment = makeExperiment(
      [makeSegment { $0[.allowRate] = 0.4 }], [makeArm("launch", .launch)],
      installs: 200,
      horizonDays: 10)
    let simulator = Simulator(experiment: experiment, seed: 5)
    let tallies = (0..<100).map { simulator.trial($0).wholes[0][0] }
    let values = Moments(tallies.compactMap { Metric.optInPerInstall.value(in: $0) })
    let scores = Moments(tallies.compactMap { Metric.optInPerInstall.score(in: $0) })
    #expect(scores.deviation < 0.7 * values.deviation)
  }

  @Test("no session, request, alert or time depends on the answer, but for the settings link's")
  func independence() {
    var different: [String] = []
    for plainArms in [false, true] {
      for experiment in GeneratedExperiments.list(20, seed: 77, plainArms: plainArms, installs: 1, arms: 3) {
        for arm in experiment.arms.indices {
          guard experiment.arms[arm].strategy.settingsLink != .afterDenial,
            experiment.arms[arm].surroundings[0].allSatisfy({ $0.consent == nil })
          else { continue }
          for install in 0..<40 as Range<UInt64> {
            guard let found = bothAnswers(experiment, arm: arm, install: install) else { continue }
            if found.0 != found.1 { different.append("\(experiment.arms[arm].name) \(found)") }
          }
        }
      }
    }
    #expect(different.isEmpty, "\(different.prefix(3))")
  }

  /// The outcome of an install as it answered, and with the other answer; `nil` where it did not answer.
  private func bothAnswers(
    _ experiment: Experiment, arm: Int, install: UInt64
  ) -> ([Double], [Double])? {
    let stream = TrialStream(seed: 9, trial: 0)
    let draws = makeDraws(experiment, stream)
    let numbers = TrialScenario(experiment, scenario: 0, draws)
    var life = Life()
    var player = ArmPlayer<Untraced>()
    func found(_ outcome: borrowing Outcome) -> [Double] {
      [
        Double(outcome.sessions), Double(outcome.requests), Double(outcome.alertsShown),
        Double(outcome.lostNotActive), Double(outcome.lostBehindAlert), Double(outcome.prePromptShows),
        outcome.decisionDay, outcome.allows, outcome.trackedBeforePermission ? 1 : 0,
      ]
    }
    life.begin(stream.install(install), in: numbers, horizon: experiment.horizonDays)
    let segment = life.segment
    return numbers.segment(segment) { people in
      numbers.arm(segment, arm) { arm -> ([Double], [Double])? in
        player.playByMachines(&life, arm, people)
        guard let answer = player.outcome.answer else { return nil }
        player.otherwise.pointee.playOtherAnswer(&life, arm, people)
        #expect(player.otherwise.pointee.outcome.answer != answer)
        return (found(player.outcome), found(player.otherwise.pointee.outcome))
      }
    }
  }

  @Test("follow Settings to the horizon as the closed form has it")
  func settings() {
    let settings = AnswerScore.Settings(reenable: 0.02, revoke: 0.005)
    let score = AnswerScore(allows: 0.6, answeredIn: 2, lived: 12, settings)
    // By the recurrence, one session at a time.
    var authorized = 0.6
    var sum = authorized
    for _ in 3..<12 {
      authorized = authorized * (1 - 0.005) + (1 - authorized) * 0.02
      sum += authorized
    }
    #expect(abs(score.authorized - authorized) < 1e-14)
    #expect(abs(score.authorizedSessions - sum) < 1e-12)
  }

  @Test("weigh both branches where a denial leads to the settings link")
  func link() {
    let settings = AnswerScore.Settings(reenable: 0.02, revoke: 0.005)
    let score = AnswerScore(
      allows: 0.5, answeredIn: 0, livedAllowing: 4, livedDenying: 2, firstReenable: 0.3, settings)
    let allowing = [1.0, 0.995, 0.995 * 0.995 + 0.005 * 0.02]
    let last = allowing[2] * 0.995 + (1 - allowing[2]) * 0.02
    #expect(abs(score.authorized - (last + 0.3) / 2) < 1e-15)
    #expect(abs(score.authorizedSessions - (allowing.reduce(last, +) + 0.3) / 2) < 1e-14)
    #expect(score.sessions == 3)
  }

  @Test("a life without any visit to Settings, and one where chances are tiny")
  func tinyChances() {
    let none = AnswerScore(
      allows: 0.7, answeredIn: 0, lived: 500, .init(reenable: 0, revoke: 0))
    #expect(none.authorized == 0.7 && none.authorizedSessions == 0.7 * 500)
    let tiny = AnswerScore(
      allows: 0.7, answeredIn: 0, lived: 500, .init(reenable: 1e-8, revoke: 1e-8))
    // To second order the sum loses what is of the order of (500·2e-8)³.
    #expect(abs(tiny.authorizedSessions - (250 + (tiny.allows - 0.5) * 500 * (1 - 249.5 * 2e-8))) < 1e-5)
  }
}
