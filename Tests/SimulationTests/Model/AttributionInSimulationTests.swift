import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

@Suite("The install event in a simulated life")
struct AttributionInSimulationTests {
  private func arm(_ gate: GateKind, wait: Double, trigger: AskTrigger = .session(1_000_000)) -> Arm {
    makeArm("\(gate) \(wait)", trigger) {
      $0.surroundings = [[Surroundings(attribution: attribution(gate, wait: known(wait)))]]
    }
  }

  private func run(_ segment: Segment, _ arms: [Arm], installs: Int = 500) -> [Tally] {
    Simulator(experiment: makeExperiment([segment], arms, installs: installs), seed: 31)
      .trial(0).wholes[0]
  }

  @Test("R120 a timer drops the events that end before its install event; no other gate does")
  func dropped() {
    let segment = makeSegment {
      $0.events = [events(0, perSession: 2, seconds: 10)]
      $0.surroundings.alerts = [competingAlert(share: 0.5)]
    }
    let waits = [0, 5, 20, 60, 1e9]
    let timers = run(segment, waits.map { arm(.timer, wait: $0, trigger: .launch) }, installs: 4_000)
    let dropped = timers.map { $0[.eventsDropped] }
    #expect(dropped[0] == 0)
    #expect(dropped == dropped.sorted() && Set(dropped).count == waits.count)
    // Never sent: every event of every session is dropped.
    let mean = Double(dropped[4]) / Double(timers[4][.sessions])
    let deviation = (2 / Double(timers[4][.sessions])).squareRoot()
    #expect(abs(mean - 2) < TestSize.largestZ * deviation)
    for gate in GateKind.allCases where gate != .timer {
      #expect(run(segment, [arm(gate, wait: 1e9)])[0][.eventsDropped] == 0)
    }
  }

  @Test("R54, R55 on iOS 17.4 an app that trusts the callback attributes nothing it asks for")
  func trustsCallback() {
    let reading = arm(.documented, wait: 1e9, trigger: .launch)
    let trusting = reading.changed {
      $0.name = "trusting"
      $0.strategy.trustsCallback = true
    }
    let defective = run(makeSegment { $0.systemShares = onlyOn(.iOS17_4) }, [trusting, reading])
    #expect(defective[0][.attributed] == 0)
    #expect(defective[0][.unreported] == 0)
    #expect(defective[1][.attributed] == defective[1][.answeredAllow])
    #expect(defective[0][.finalAuthorized] == defective[1][.finalAuthorized])
    for version in [SystemVersion.iOS14_0, .iOS14_5, .modern] {
      let sound = run(makeSegment { $0.systemShares = onlyOn(version) }, [trusting, reading])
      #expect(sound[0] == sound[1])
    }
  }

  @Test(
    "R54 gates that wait for the decision send when the callback is believed, before the answer",
    arguments: [Simulator.Engine.fast, .reference])
  func believedBeforeTheAnswer(engine: Simulator.Engine) {
    let arms = GateKind.allCases.map { gate in
      arm(gate, wait: 200, trigger: .launch).changed { $0.strategy.trustsCallback = true }
    }
    // The alert comes within seconds, and nobody answers it at once or leaves before 200 seconds.
    let segment = makeSegment {
      $0.systemShares = onlyOn(.iOS17_4)
      $0[.browseSeconds] = known(1e6)
      $0[.allowRate] = 0.999_999_999
    }
    let experiment = makeExperiment([segment], arms, installs: 500)
    let tallies = Simulator(experiment: experiment, seed: 31, engine: engine).trial(0).wholes[0]
    let early = Dictionary(uniqueKeysWithValues: zip(GateKind.allCases, tallies))
    for gate in [GateKind.documented, .foreground] {
      #expect(early[gate]?[.trackedBeforePermission] == 500)
    }
    #expect(early[.timer]?[.trackedBeforePermission] == 0)
    #expect(tallies.allSatisfy { $0[.attributed] == 0 && $0[.finalAuthorized] == 500 })
  }

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

  @Test("R54, R104, R42 a believed denial rejects ad purposes, and the layer asks again next session")
  func trustsCallbackConsent() {
    let segment = makeSegment {
      $0.systemShares = onlyOn(.iOS17_4)
      $0.visits = VisitModel(rate: .constant(known(10)), leaving: .constant(known(0.3)))
      $0[.allowRate] = 0.999_999_999
      $0.surroundings.consent = consent(accept: 1)
    }
    let arms = [false, true].map { trusts in
      makeArm("\(trusts)", .launch) { $0.strategy.trustsCallback = trusts }
    }
    let tallies = run(segment, arms)
    #expect(tallies[0][.personalizable] == 500)
    // A person who comes back is asked, and accepts; one who does not stays rejected.
    let unasked = segment.changed { $0.surroundings = Surroundings() }
    let returning = run(unasked, [makeArm("second", .session(2))])[0][.triggerReached]
    #expect(tallies[1][.personalizable] == returning)
    #expect(returning > 300 && returning < 400)
  }

  @Test("R50, R51 until iOS 14.4 the identifier needs no permission, only an ordinary device")
  func before14_5() {
    let segment = makeSegment {
      $0.systemShares = onlyOn(.iOS14_0)
      $0[.requestsOff] = known(0.3)
    }
    let tallies = run(segment, [arm(.none, wait: 0), arm(.none, wait: 0, trigger: .launch)])
    for tally in tallies {
      #expect(tally[.attributed] == 500 - tally[.finalDeniedByDevice])
      #expect(tally[.requests] == 0)
    }
    #expect(tallies[0][.personalizable] == tallies[0][.attributed])
    #expect(tallies[0][.trackedBeforePermission] == tallies[0][.attributed])
  }
}
