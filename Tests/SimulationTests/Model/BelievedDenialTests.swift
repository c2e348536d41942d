import ExperimentDesign
import ExperimentSamples
import Foundation
import PromptFlow
import Testing

@testable import Simulation

/// An app on iOS 17.4 that believes an early callback requests nothing until the next session's activation.
///
/// A session that begins without the belief asks, if it lasts until its ask is due, and leaves the belief behind.
/// A session that ends before leaves none, so the next one asks again. A session that begins with the belief asks
/// nothing at a hook before the activation, which ends the belief.
@Suite("A believed denial in sessions that end before the ask is due")
struct BelievedDenialTests {
  private let activationSeconds = 10.0

  /// Nobody answers, so every session may ask; sessions end at the activation or an exponential time after it.
  private func experiment(
    _ hook: AskHook, delay: Double, browseSeconds: Double, installs: Int
  ) -> Experiment {
    let segment = makeSegment {
      $0.systemShares = onlyOn(.iOS17_4)
      $0.visits = VisitModel(rate: .constant(known(10)), leaving: .constant(known(0.1)))
      $0[.activationMedian, .activationSigma] = seconds(activationSeconds)
      $0[.browseSeconds] = known(browseSeconds)
      $0[.lingerSeconds] = known(0)
      $0[.unanswered] = 1
    }
    let arm = makeArm("\(hook)", .launch, delay: delay) {
      $0.strategy.trustsCallback = true
      $0.strategy.hook = hook
      $0.strategy.retry = .nextSession
    }
    return makeExperiment([segment], [arm], installs: installs)
  }

  /// How many sessions each install has.
  private func sessions(_ experiment: Experiment) -> [Int] {
    let tracer = LifeTracer(Simulator(experiment: experiment, seed: 8), trial: 0, scenario: 0)
    return (0..<experiment.installs).map { tracer.trace(install: $0).undisturbedDays.count }
  }

  /// Mean and variance of the alerts in a number of sessions, each of which lasts until its ask with probability
  /// `reaches`.
  ///
  /// From the rule alone, session by session from the last: with n sessions left and no belief,
  /// A(n) = 1 + B(n − 1) with probability `reaches`, else A(n − 1); with the belief, B(n) = A(n − 1). Where nothing
  /// keeps the belief until the hook, B(n) = A(n). The mean has the closed form
  /// p/(1 + p) (n + p (1 − (−p)ⁿ)/(1 + p)) with the belief, n p without.
  private func alerts(_ count: Int, reaches: Double, isBlocked: Bool) -> (mean: Double, variance: Double) {
    var free = (mean: 0.0, square: 0.0)
    var believing = free
    for _ in 0..<count {
      let next = isBlocked ? believing : free
      let earlier = free
      free.mean = reaches * (1 + next.mean) + (1 - reaches) * earlier.mean
      free.square =
        reaches * (1 + 2 * next.mean + next.square) + (1 - reaches) * earlier.square
      believing = earlier
    }
    return (free.mean, free.square - free.mean * free.mean)
  }

  @Test(
    "R54, R55 the belief keeps a session from asking only if the one before lasted until its ask",
    arguments: [
      // Due 30 seconds after the process starts, half-way to the activation, or at it.
      (AskHook.didFinishLaunching, 20.0, true), (.viewAppeared, 25, true), (.didBecomeActive, 30, false),
    ], [Simulator.Engine.fast, .reference])
  func shortSessions(_ hook: (name: AskHook, browsing: Double, isBlocked: Bool), engine: Simulator.Engine) {
    let mean = 40.0
    let experiment = experiment(hook.name, delay: 30, browseSeconds: mean, installs: 2_000)
    let reaches = exp(-hook.browsing / mean)
    let expected = sessions(experiment).map { alerts($0, reaches: reaches, isBlocked: hook.isBlocked) }
    let sum = expected.reduce(0) { $0 + $1.mean }
    let deviation = expected.reduce(0) { $0 + $1.variance }.squareRoot()
    let shown = Simulator(experiment: experiment, seed: 8, engine: engine).trial(0).wholes[0][0][.alertsShown]
    #expect(abs(Double(shown) - sum) < 4 * deviation)
    // Close enough to tell it from an app that asks in every session that lasts, or after every one.
    #expect(deviation < sum / 50)
  }

  @Test(
    "R54, R145 sessions that all end before their ask show no alert; at the very instant of it, every other one does",
    arguments: [Simulator.Engine.fast, .reference])
  func atTheInstant(engine: Simulator.Engine) {
    let late = experiment(
      .didFinishLaunching, delay: activationSeconds + 0.001, browseSeconds: 0, installs: 200)
    #expect(Simulator(experiment: late, seed: 8, engine: engine).trial(0).wholes[0][0][.alertsShown] == 0)
    let justInTime = experiment(
      .didFinishLaunching, delay: activationSeconds, browseSeconds: 0, installs: 200)
    let alerts = sessions(justInTime).reduce(0) { $0 + ($1 + 1) / 2 }
    let tally = Simulator(experiment: justInTime, seed: 8, engine: engine).trial(0).wholes[0][0]
    #expect(tally[.alertsShown] == Int64(alerts) && alerts > 200)
  }
}
