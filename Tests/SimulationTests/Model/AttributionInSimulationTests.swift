import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

@Suite("The install event in a simulated life")
struct AttributionInSimulationTests {
  @Test(
    "R54, R55, R101 a layer that was due for a believed denial alone is not shown once that is over",
    arguments: RetryPolicy.allCases)
  func believedLayerIsTakenBack(retry: RetryPolicy) {
    let segment = makeSegment {
      $0.systemShares = onlyOn(.iOS17_4)
      $0.visits = VisitModel(rate: .constant(known(10)), leaving: .constant(known(0.2)))
      $0[.unanswered] = 1
      $0.surroundings.consent = consent(accept: 1)
      $0.surroundings.attribution = attribution(starts: .afterConsent, wait: 5)
    }
    let arm = makeArm("trusts", .launch) {
      $0.strategy.trustsCallback = true
      $0.strategy.retry = retry
    }
    let experiment = makeExperiment([segment], [arm], installs: 200)
    let fast = Simulator(experiment: experiment, seed: 8)
    let tally = fast.trial(0).wholes[0][0]
    #expect(Simulator(experiment: experiment, seed: 8, engine: .reference).trial(0).wholes[0][0] == tally)
    // Nobody is ever through with the question, so nobody sees the layer, and no SDK starts after it.
    #expect(tally[.unreported] == 200 && tally[.personalizable] == 0)
    #expect(tally[.alertsShown] == (retry == .never ? 200 : tally[.sessions]))
    let tracer = LifeTracer(fast, trial: 0, scenario: 0)
    let layers = (0..<200).flatMap { tracer.trace(install: $0).arms[0].events }
      .count { if case .consentShown = $0 { true } else { false } }
    #expect(layers == 0)
  }

  @Test(
    "R116 an SDK that starts after consent starts at the answer that counts as consent",
    arguments: [Simulator.Engine.fast, .reference])
  func startsAtTheAnswer(engine: Simulator.Engine) {
    let visits = VisitModel(rate: .constant(known(0.1)), leaving: .constant(known(0.9)))
    func segment(_ order: ConsentOrder, preGrant: Bool) -> Segment {
      makeSegment {
        $0.visits = visits
        $0[.allowRate] = 0.5
        $0.surroundings = Surroundings(
          attribution: attribution(.none, starts: .afterConsent, wait: 0),
          consent: consent(order, preGrant: preGrant, accept: 1))
      }
    }
    func tally(_ segment: Segment, _ trigger: AskTrigger) -> Tally {
      let experiment = makeExperiment([segment], [makeArm("asks", trigger)], installs: 2_000)
      return Simulator(experiment: experiment, seed: 9, engine: engine).trial(0).wholes[0][0]
    }
    for trigger in [AskTrigger.launch, .session(2)] {
      let granted = tally(segment(.afterATT, preGrant: true), trigger)
      // Whoever allows is attributed there and then, most of them in their only session.
      #expect(granted[.answeredAllow] > 0 && granted[.attributed] == granted[.answeredAllow])
      // As with a layer that everybody accepts, but for those who are gone before it is through.
      #expect(granted[.attributed] >= tally(segment(.afterATT, preGrant: false), trigger)[.attributed])
    }
    // The layer before the alert resolves consent by itself: the answer adds nothing.
    #expect(
      tally(segment(.beforeATT, preGrant: true), .launch)
        == tally(segment(.beforeATT, preGrant: false), .launch))
  }

  @Test(
    "installs of a segment without attribution are neither reported nor unreported, yet count below the line")
  func unmodelledSegment() throws {
    let gate = attribution(wait: 1e9)
    let modelled = makeSegment {
      $0.share = 0.5
      $0.surroundings.attribution = gate
    }
    let unmodelled = makeSegment {
      $0.name = "others"
      $0.share = 0.5
      $0.systemShares = onlyOn(.iOS17_4)
    }
    let arm = makeArm("never", .session(1_000_000)) {
      $0.surroundings = [[Surroundings(attribution: gate), Surroundings()]]
      $0.strategy.trustsCallback = true
    }
    let asking = makeArm("launch", .launch) {
      $0.surroundings = arm.surroundings
      $0.strategy.trustsCallback = true
    }
    let experiment = makeExperiment([modelled, unmodelled], [arm, asking], installs: 1_000)
    for engine in [Simulator.Engine.fast, .reference] {
      let result = Simulator(experiment: experiment, seed: 2, engine: engine).trial(0)
      for arm in 0..<2 {
        let outside = result.tallies[0][arm][1]
        for counter in [
          Counter.attributed, .unreported, .trackedBeforePermission, .eventsDropped,
          .attributedScoreNano,
        ] {
          #expect(outside[counter] == 0)
        }
      }
      let whole = result.wholes[0][0]
      #expect(whole[.unreported] == result.tallies[0][0][0][.installs])
      #expect(Metric.unreportedPerInstall.value(in: whole) == Double(whole[.unreported]) / 1_000)
    }
  }
}
