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
    var segments: [Segment]
    var design = Design.paired
    /// By arm: see ``summary(_:)``.
    var expected: [[Int64]]

    var testDescription: String { name }
  }

  @Test("the tallies of", arguments: pins)
  func tallies(pin: Pin) {
    let experiment = makeExperiment(
      pin.segments, pin.arms, installs: 400, horizonDays: 20, design: pin.design)
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
      $0.activitySpread = known(0.9)
      $0.willingness = Willingness(withActivity: known(0.3), withStaying: known(0.2))
      $0.events = [events(0, perSession: 1.5, value: 1), events(1, perSession: 0.5, seconds: 8)]
      $0.allow = AllowModel(
        rate: known(0.31), spread: known(1), value: known(0.25), coldOddsRatio: known(0.7))
      $0.restricted = known(0.03)
      $0.requestsOff = known(0.2)
      $0.annoyance = Annoyance(
        prePrompt: known(0.02), alert: known(0.02), cold: known(0.05), nag: known(0.05))
      $0.answer.unanswered = known(0.05)
      change(&$0)
    }
  }

  private static func with(_ change: (inout Surroundings) -> Void) -> [[Surroundings]] {
    var surroundings = Surroundings()
    change(&surroundings)
    return [[surroundings]]
  }

  static let pins: [Pin] = [
    Pin(
      name: "triggers and onboarding",
      arms: [
        makeArm("launch", .launch), makeArm("onboarding", .onboarding),
        makeArm("third", .event(kind, count: 3)), makeArm("session", .session(2)),
      ],
      segments: [
        people {
          $0.onboarding = Onboarding(
            first: known(0.7), later: known(0.5), seconds: seconds(30, sigma: 0.6))
        }
      ],
      expected: [
        [2827, 411, 320, 79, 222, 0, 0, 79, 580, 0, 0, 79],
        [2990, 358, 277, 97, 163, 0, 0, 97, 782, 0, 0, 97],
        [3036, 208, 168, 68, 92, 0, 0, 68, 578, 0, 0, 68],
        [2983, 288, 235, 75, 149, 0, 0, 75, 665, 0, 0, 75],
      ]),
    Pin(
      name: "pre-prompts",
      arms: [
        makeArm("leaves", .launch) {
          $0.show(makePrePrompt(.init(isDismissible: false, cooldownSessions: 1, maximumShows: nil)))
        },
        makeArm("dismissible", .event(kind, count: 1)) {
          $0.show(makePrePrompt(.init(isDismissible: true, cooldownSessions: 2, maximumShows: 3)))
        },
      ],
      segments: [
        people {
          $0.continuing = ContinueModel(
            rate: known(0.6), spread: known(0.5), value: known(0.2), fatigueOddsRatio: known(0.6),
            persistence: known(0.5))
        }
      ],
      expected: [
        [2769, 338, 247, 60, 171, 622, 238, 60, 518, 0, 0, 60],
        [2918, 278, 205, 80, 114, 327, 196, 80, 707, 0, 0, 80],
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
      segments: [
        people {
          $0.surroundings.alerts = [
            competingAlert(0, share: 0.6), competingAlert(1, share: 0.4, offset: 2),
          ]
        }
      ],
      expected: [
        [2827, 578, 320, 79, 222, 0, 0, 79, 580, 0, 0, 79],
        [2827, 586, 320, 79, 222, 0, 0, 79, 580, 0, 0, 79],
        [2827, 590, 320, 79, 222, 0, 0, 79, 580, 0, 0, 79],
        [3046, 2262, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      ]),
    Pin(
      name: "system versions",
      arms: [
        makeArm("reads", .launch) { $0.strategy.asksFrom = .iOS14_0 },
        makeArm("trusts", .launch) { $0.strategy.trustsCallback = true },
      ],
      segments: [
        people {
          $0.systemShares = [0.1, 0.2, 0.2, 0.3, 0.2]
          $0.surroundings.alerts = [competingAlert(share: 0.5)]
        }
      ],
      expected: [
        [2849, 426, 280, 71, 190, 0, 0, 71, 519, 0, 0, 114],
        [2855, 355, 220, 51, 155, 0, 0, 51, 376, 0, 0, 149],
      ]),
    Pin(
      name: "gates",
      arms: GateKind.allCases.map { gate in
        makeArm("\(gate)", .event(kind, count: 1)) {
          $0.surroundings = with {
            $0.attribution = AttributionModel(gate: gate, waitSeconds: known(40), starts: .process)
          }
        }
      },
      segments: [people()],
      expected: [
        [2990, 337, 264, 94, 158, 0, 0, 94, 769, 0, 0, 94],
        [2990, 337, 264, 94, 158, 0, 0, 94, 769, 25, 43, 94],
        [2990, 337, 264, 94, 158, 0, 0, 94, 769, 22, 80, 94],
        [2990, 337, 264, 94, 158, 0, 0, 94, 769, 22, 39, 94],
      ]),
    Pin(
      name: "consent",
      arms: ConsentOrder.allCases.map { order in
        makeArm("\(order)", .event(kind, count: 1)) {
          $0.surroundings = with {
            $0.attribution = AttributionModel(
              gate: .documented, waitSeconds: known(20), starts: .afterConsent)
            $0.consent = ConsentModel(
              order: order, onUndetermined: .open, accept: known(0.7), seconds: seconds(8, sigma: 0.5),
              preGrant: false, reopen: known(0.1))
          }
        }
      },
      segments: [people()],
      expected: [
        [2990, 337, 264, 94, 158, 0, 0, 94, 769, 68, 58, 56],
        [3040, 234, 180, 68, 104, 0, 0, 68, 577, 8, 20, 49],
      ]),
    Pin(
      name: "Settings",
      arms: SettingsLink.allCases.map { link in
        makeArm("\(link)", .launch) { $0.strategy.settingsLink = link }
      },
      segments: [
        people {
          $0.settings = SettingsModel(
            reenable: known(0.02), linkInPreferences: known(0.03), linkAfterDenial: known(0.2),
            revoke: known(0.02))
        }
      ],
      expected: [
        [2827, 411, 320, 79, 222, 0, 0, 89, 686, 0, 0, 89],
        [2827, 411, 320, 79, 222, 0, 0, 107, 810, 0, 0, 107],
        [2755, 411, 320, 79, 222, 0, 0, 102, 721, 0, 0, 102],
      ]),
    Pin(
      name: "segments and split arms",
      arms: [
        makeArm("light", .launch), makeArm("heavy", .event(kind, count: 2)) { $0.weight = 3 },
      ],
      segments: [
        people {
          $0.name = "some"
          $0.share = 0.3
        },
        people {
          $0.name = "others"
          $0.share = 0.7
          $0.allow.rate = known(0.6)
        },
      ],
      design: .split,
      expected: [
        [653, 108, 87, 30, 51, 0, 0, 30, 158, 0, 0, 30],
        [2375, 205, 159, 101, 53, 0, 0, 101, 735, 0, 0, 101],
      ]),
    Pin(
      name: "distributions",
      arms: [makeArm("launch", .launch)],
      segments: [
        people {
          $0.allow.rate = uncertain(.beta(a: 5, b: 10), at: "allow.rate", in: .openProbability)
          $0.requestsOff = uncertain(
            .triangular(low: 0.16, mode: 0.22, high: 0.28), at: "device.requests_off", in: .probability)
          $0.activitySpread = uncertain(
            .lognormal(median: 0.9, sigma: 0.2), at: "activity_spread", in: .nonNegative)
        }
      ],
      expected: [
        [2852, 411, 300, 55, 226, 0, 0, 55, 424, 0, 0, 55]
      ]),
  ]

  @Test("money, sums of squares and days")
  func otherSums() {
    let segment = Self.people {
      $0.value = SessionValue(currency: "USD", identified: known(0.012), otherwise: known(0.008))
      $0.surroundings.attribution = AttributionModel(
        gate: .timer, waitSeconds: known(60), starts: .process)
    }
    let arm = makeArm("second", .session(2))
    let experiment = makeExperiment([segment], [arm], installs: 400, horizonDays: 3)
    let tally = Simulator(experiment: experiment, seed: 2_026).trial(0).wholes[0][0]
    let sums = [
      Counter.valueNano, .valueMicroSquared, .sessionsSquared, .authorizedSessionsSquared,
      .sessionsLostSquared, .eventsDropped, .eventsDroppedSquared,
    ].map { tally[$0] }
    #expect(sums == [9_968_000_000, 551_008_000_000, 6_668, 1_390, 43, 560, 1_706])
    #expect(tally.allowedByDay == [0, 47, 7, 6])
    #expect(tally.deniedByDay == [0, 85, 23, 7])
    #expect(tally.medianDaysToDecision == 0.5291208791208791)
  }

  @Test("parameters drawn per trial")
  func draws() {
    let segment = makeSegment {
      $0.allow.rate = uncertain(.beta(a: 5, b: 10), at: "allow.rate", in: .openProbability)
      $0.allow.value = uncertain(.normal(mean: 0.15, sd: 0.2), at: "allow.value")
      $0.browseSeconds = uncertain(.lognormal(median: 15, sigma: 0.5), at: "browse", in: .nonNegative)
      $0.lingerSeconds = uncertain(.triangular(low: 1, mode: 2, high: 6), at: "linger", in: .nonNegative)
      $0.settleSeconds = uncertain(.uniform(low: 0.2, high: 1), at: "settle", in: .nonNegative)
    }
    let experiment = makeExperiment([segment], [makeArm("launch", .launch)], installs: 1)
    #expect(
      Simulator(experiment: experiment, seed: 2_026).trial(0).draws == [
        0.4138215850687684, 0.1412541225517679, 19.14200763512631, 3.3615762443500623,
        0.5596640761501841,
      ])
  }
}
