import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

/// What document 003 describes: a request lost to another alert, or to an app not yet active.
@Suite("An ask that meets another alert")
struct PushCollisionTests {
  private let installs = TestSize.installs / 10

  private func ask(
    _ version: SystemVersion, delay: Double, retry: RetryPolicy, pushShare: Double = 1,
    hook: AskHook = .didBecomeActive, alerts: [CompetingAlert]? = nil
  ) -> Tally {
    let segment = makeSegment {
      $0.systemShares = onlyOn(version)
      $0.surroundings = $0.surroundings.replacing(alerts: alerts ?? [competingAlert(share: pushShare)])
    }
    let arm = makeArm("launch", .launch, delay: delay) {
      $0.strategy.retry = retry
      $0.strategy.hook = hook
    }
    return Simulator(experiment: makeExperiment([segment], [arm], installs: installs), seed: 3)
      .trial(0).wholes[0, 0]
  }

  @Test("R32, R145 a second of delay and asking at each activation recovers nearly all at once")
  func recovered() {
    let tally = ask(.modern, delay: 1, retry: .eachActivation)
    // Lost for good in session 1 only where it ends within a second of the alert's end.
    #expect(Double(tally[.promptedFirstSession]) > 0.9 * Double(tally[.installs]))
    #expect(tally[.prompted] > tally[.promptedFirstSession])
  }

  @Test("R145 asking in the next session recovers later what a session is left for")
  func nextSession() {
    let tally = ask(.modern, delay: 0, retry: .nextSession)
    #expect(tally[.promptedFirstSession] == 0)
    #expect(tally[.prompted] == tally[.answeredAllow] + tally[.answeredDeny])
    // Push is asked once, so session 2 is free: all who have one are prompted.
    #expect(tally[.requests] == tally[.installs] + tally[.prompted])
  }

  @Test("R52 before iOS 15 both alerts are shown, the request waiting its turn")
  func queued() {
    let tally = ask(.iOS14_5, delay: 0, retry: .never)
    #expect(tally[.promptedFirstSession] == tally[.installs])
    #expect(tally[.queuedRequests] == tally[.installs])
    #expect(tally[.lostBehindAlert] == 0)
  }

  @Test("R19, R144 code that runs before activation never shows an alert", arguments: SystemVersion.allCases)
  func beforeActivation(version: SystemVersion) {
    for hook in [AskHook.didFinishLaunching, .viewAppeared] {
      let tally = ask(version, delay: 0, retry: .nextSession, hook: hook, alerts: [])
      #expect(tally[.alertsShown] == 0)
      #expect(tally[.lostNotActive] == tally[.requests])
      let asks = version != .before14 && version != .iOS14_0
      #expect(tally[.requests] == (asks ? tally[.sessions] : 0))
    }
  }

  @Test("R33 an alert that falls due under the tracking alert waits, and covers what follows")
  func alertBehindTracking() {
    // Asked at once, answered after about 4 s; push falls due after 1 s and follows at once.
    let alerts = [competingAlert(offset: 1)]
    let tally = ask(.modern, delay: 0, retry: .never, alerts: alerts)
    #expect(tally[.promptedFirstSession] == tally[.installs])
    #expect(tally[.answeredAllow] + tally[.answeredDeny] == tally[.installs])
  }

  @Test("R22, R65 an ask that falls into the settling after an alert is lost")
  func settling() {
    // Push is up from 0 to 3 s after activation and settles until 5 s; the ask comes at 4 s.
    let segment = makeSegment {
      $0.activation = seconds(1)
      $0.settleSeconds = known(2)
      $0.browseSeconds = known(1_000)
      $0.surroundings = $0.surroundings.replacing(alerts: [competingAlert(seconds: seconds(3))])
    }
    let lost = makeArm("settling", .launch, delay: 4) { $0.strategy.retry = .never }
    let shown = makeArm("settled", .launch, delay: 5) { $0.strategy.retry = .never }
    let experiment = makeExperiment([segment], [lost, shown], installs: 1_000)
    let tallies = Simulator(experiment: experiment, seed: 4).trial(0).wholes[0]
    #expect(tallies[0][.prompted] == 0)
    #expect(tallies[0][.lostNotActive] + tallies[0][.lostBehindAlert] == tallies[0][.requests])
    // At 5 s the settling ends first, then the ask is made.
    #expect(tallies[1][.prompted] == tallies[1][.requests])
    #expect(tallies[1][.prompted] > 980)
  }
}
