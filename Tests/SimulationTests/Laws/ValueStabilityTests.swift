import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

/// Tallies of one small experiment per feature, as they came out when the feature was finished.
///
/// A change of any of them is a change of every result that users have stored: it needs a line in
/// the changelog and a new engine version. Nothing here says that a value is right.
@Suite("Values that change only on purpose")
struct ValueStabilityTests {
  struct Pin: CustomTestStringConvertible, Sendable {
    var name: String
    var arms: [Arm]
    var segment: Segment
    /// By arm: see ``summary(_:)``.
    var expected: [[Int64]]

    var testDescription: String { name }
  }

  @Test("the tallies of", arguments: pins)
  func tallies(pin: Pin) {
    let experiment = makeExperiment([pin.segment], pin.arms, installs: 400, horizonDays: 20)
    let result = Simulator(experiment: experiment, seed: 2_026).trial(3)
    #expect(result.wholes[0].map(summary) == pin.expected)
  }

  private func summary(_ tally: Tally) -> [Int64] {
    let counters: [Counter] = [
      .sessions, .requests, .alertsShown, .answeredAllow, .answeredDeny, .prePromptShows,
      .prePromptContinues, .finalAuthorized, .authorizedSessions, .attributed, .unreported,
      .personalizable,
    ]
    return counters.map { tally[$0] }
  }

  private static let kind = EventKind(rawValue: 0)

  private static func people(_ change: (inout Segment) -> Void = { _ in }) -> Segment {
    makeSegment {
      $0.visits = VisitModel(
        rate: .gamma(shape: known(1.3), rate: known(0.9)), leaving: .beta(a: known(0.8), b: known(2)))
      $0[.activitySpread] = known(0.9)
      $0[.withActivity] = 0.3
      $0[.withStaying] = 0.2
      $0.events = [events(0, perSession: 1.5, value: 1), events(1, perSession: 0.5, seconds: 8)]
      $0[.allowRate] = 0.31
      $0[.allowSpread] = 1
      $0[.allowValue] = 0.25
      $0[.coldOddsRatio] = 0.7
      $0[.restricted] = known(0.03)
      $0[.requestsOff] = known(0.2)
      $0[.annoyancePrePrompt] = 0.02
      $0[.annoyanceAlert] = 0.02
      $0[.annoyanceCold] = 0.05
      $0[.annoyanceNag] = 0.05
      $0[.unanswered] = 0.05
      change(&$0)
    }
  }

  static let pins: [Pin] = [
    Pin(
      name: "triggers and onboarding",
      arms: [
        makeArm("launch", .launch), makeArm("onboarding", .onboarding),
        makeArm("third", .event(kind, count: 3)), makeArm("session", .session(2)),
      ],
      segment: people {
        $0.onboarding = onboarding(0.7, 0.5, seconds: seconds(30, sigma: 0.6))
      },
      expected: [
        [2526, 414, 323, 72, 229, 0, 0, 72, 445, 0, 0, 72],
        [2597, 367, 287, 77, 192, 0, 0, 77, 471, 0, 0, 77],
        [2605, 201, 160, 54, 93, 0, 0, 54, 391, 0, 0, 54],
        [2574, 297, 240, 61, 164, 0, 0, 61, 426, 0, 0, 61],
      ]),
    Pin(
      name: "pre-prompts",
      arms: [
        makeArm("leaves", .launch) {
          $0.prePrompt = makePrePrompt(.init(isDismissible: false, cooldownSessions: 1, maximumShows: nil))
        },
        makeArm("dismissible", .event(kind, count: 1)) {
          $0.prePrompt = makePrePrompt(.init(isDismissible: true, cooldownSessions: 2, maximumShows: 3))
        },
      ],
      segment: people {
        $0.continuing = continuing(0.6, spread: 0.5, value: 0.2, fatigue: 0.6)
      },
      expected: [
        [2513, 325, 234, 53, 162, 565, 221, 53, 358, 0, 0, 53],
        [2605, 273, 202, 59, 127, 323, 190, 59, 430, 0, 0, 59],
      ]),
    Pin(
      name: "hooks, delays and retries behind other alerts",
      arms: [
        makeArm("at once", .launch), makeArm("delayed", .launch, delay: 1),
        makeArm("early", .launch, delay: 1) { $0.strategy.hook = .didFinishLaunching },
        makeArm("next", .launch) {
          $0.strategy.hook = .viewAppeared
          $0.strategy.retry = .nextSession
        },
      ],
      segment: people {
        $0.surroundings.alerts = [
          competingAlert(0, share: 0.6), competingAlert(1, share: 0.4, offset: 2),
        ]
      },
      expected: [
        [2526, 603, 323, 72, 229, 0, 0, 72, 445, 0, 0, 72],
        [2526, 610, 323, 72, 229, 0, 0, 72, 445, 0, 0, 72],
        [2526, 614, 323, 72, 229, 0, 0, 72, 445, 0, 0, 72],
        [2614, 2009, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      ]),
    Pin(
      name: "system versions",
      arms: [
        makeArm("reads", .launch) { $0.strategy.asksFrom = .iOS14_0 },
        makeArm("trusts", .launch) { $0.strategy.trustsCallback = true },
      ],
      segment: people {
        $0.systemShares = [0.1, 0.2, 0.2, 0.3, 0.2]
        $0.surroundings.alerts = [competingAlert(share: 0.5)]
      },
      expected: [
        [2530, 461, 295, 65, 208, 0, 0, 65, 399, 0, 0, 93],
        [2541, 385, 236, 55, 162, 0, 0, 55, 348, 0, 0, 139],
      ]),
    Pin(
      name: "gates",
      arms: GateKind.allCases.map { gate in
        makeArm("\(gate)", .event(kind, count: 1)) {
          $0.surroundings = [[Surroundings(attribution: attribution(gate, wait: 40))]]
        }
      },
      segment: people(),
      expected: [
        [2607, 340, 269, 78, 172, 0, 0, 78, 504, 0, 0, 78],
        [2607, 340, 269, 78, 172, 0, 0, 78, 504, 37, 47, 78],
        [2607, 340, 269, 78, 172, 0, 0, 78, 504, 33, 92, 78],
        [2607, 340, 269, 78, 172, 0, 0, 78, 504, 34, 38, 78],
      ]),
    Pin(
      name: "consent",
      arms: ConsentOrder.allCases.map { order in
        makeArm("\(order)", .event(kind, count: 1)) {
          $0.surroundings = [
            [
              Surroundings(
                attribution: attribution(starts: .afterConsent),
                consent: consent(
                  order, onUndetermined: .open, accept: 0.7, reopen: 0.1, seconds: seconds(8, sigma: 0.5)))
            ]
          ]
        }
      },
      segment: people(),
      expected: [
        [2607, 340, 269, 78, 172, 0, 0, 78, 504, 50, 60, 40],
        [2613, 232, 185, 50, 120, 0, 0, 50, 399, 3, 24, 36],
      ]),
    Pin(
      name: "Settings",
      arms: SettingsLink.allCases.map { link in
        makeArm("\(link)", .launch) { $0.strategy.settingsLink = link }
      },
      segment: people {
        $0[.reenable] = 0.02
        $0[.linkInPreferences] = 0.03
        $0[.linkAfterDenial] = 0.2
        $0[.revoke] = 0.02
      },
      expected: [
        [2526, 414, 323, 72, 229, 0, 0, 74, 404, 0, 0, 74],
        [2526, 414, 323, 72, 229, 0, 0, 99, 689, 0, 0, 99],
        [2516, 414, 323, 72, 229, 0, 0, 111, 597, 0, 0, 111],
      ]),
    Pin(
      name: "distributions",
      arms: [makeArm("launch", .launch)],
      segment: people {
        $0[.allowRate] = uncertain(.beta(a: 5, b: 10), at: "allow.rate", in: .openProbability)
        $0[.requestsOff] = uncertain(
          .triangular(low: 0.16, mode: 0.22, high: 0.28), at: "device.requests_off", in: .probability)
        $0[.activitySpread] = uncertain(
          .lognormal(median: 0.9, sigma: 0.2), at: "activity_spread", in: .nonNegative)
      },
      expected: [[2535, 413, 307, 64, 223, 0, 0, 64, 391, 0, 0, 64]]),
  ]

  @Test("money, sums of squares and days")
  func otherSums() {
    let segment = Self.people {
      $0.value = SessionValue(currency: "USD", numbers(.worth, [.identified: 0.012, .otherwise: 0.008]))
      $0.surroundings.attribution = attribution(.timer, wait: 60)
    }
    let arm = makeArm("second", .session(2))
    let experiment = makeExperiment([segment], [arm], installs: 400, horizonDays: 3)
    let tally = Simulator(experiment: experiment, seed: 2_026).trial(0).wholes[0][0]
    let squares = [
      Amount.sessionsSquared, .authorizedSessionsSquared, .sessionsLostSquared, .eventsDroppedSquared,
    ].map { tally[$0] }
    #expect(squares == [7_647, 1_793, 159, 1_636])
    #expect(abs(tally[.value] - 10.644) < 1e-12)
    #expect(abs(tally[.valueSquared] - 0.648016) < 1e-12)
    #expect(tally[.eventsDropped] == 500)
    #expect(tally.allowedByDay == [0, 41, 20, 3])
    #expect(tally.deniedByDay == [0, 96, 19, 12])
    #expect(tally.medianDaysToDecision == 0.5045572916666666)
  }

  @Test("parameters drawn per trial")
  func draws() {
    let segment = makeSegment {
      $0[.allowRate] = uncertain(.beta(a: 5, b: 10), at: "allow.rate", in: .openProbability)
      $0[.allowValue] = uncertain(.normal(mean: 0.15, sd: 0.2), at: "allow.value")
      $0[.browseSeconds] = uncertain(.lognormal(median: 15, sigma: 0.5), at: "browse", in: .nonNegative)
      $0[.lingerSeconds] = uncertain(.triangular(low: 1, mode: 2, high: 6), at: "linger", in: .nonNegative)
      $0[.settleSeconds] = uncertain(.uniform(low: 0.2, high: 1), at: "settle", in: .nonNegative)
    }
    let experiment = makeExperiment([segment], [makeArm("launch", .launch)], installs: 1)
    #expect(
      Simulator(experiment: experiment, seed: 2_026).trial(0).draws == [
        0.4138215850687684, 0.1412541225517679, 19.14200763512631, 3.3615762443500623,
        0.5596640761501841,
      ])
  }
}
