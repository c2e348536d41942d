import GSLNumerics
import Inference
import SeededNumbers
import Testing

@Suite("Incidence of a decision")
struct IncidenceTests {
  struct Reference: Sendable {
    let disease: String
    let day: Double
    let decision: PermissionDecision
    let probability: Double
    let variance: Double
  }

  /// From the delta method written out as a sum over times, in numpy.
  ///
  /// scikit-survival's `cumulative_incidence_competing_risks(var_type="Dinse_Approx")` has the same
  /// estimates, and at 20 months, where they were compared, the same variances to fifteen digits.
  static let references = [
    Reference(
      disease: "ALL", day: 5, decision: .allowed, probability: 0.21917808219178084,
      variance: 0.00234437055450019),
    Reference(
      disease: "ALL", day: 20, decision: .allowed, probability: 0.3713850837138508,
      variance: 0.0032199374969218678),
    Reference(
      disease: "ALL", day: 60, decision: .denied, probability: 0.38603500761035003,
      variance: 0.0032843241998754416),
    Reference(
      disease: "AML", day: 20, decision: .allowed, probability: 0.24145299145299154,
      variance: 0.0017713319517573863),
    Reference(
      disease: "AML", day: 60, decision: .allowed, probability: 0.2810390063995834,
      variance: 0.002081655260061093),
    Reference(
      disease: "AML", day: 60, decision: .denied, probability: 0.4551472832722837,
      variance: 0.0024160131076404415),
  ]

  @Test("estimate and variance agree with independent programs", arguments: references)
  func transplants(reference: Reference) throws {
    let group = try TransplantPatients.group { $0.disease == reference.disease }
    let estimate = try #require(group.incidence(of: reference.decision, by: reference.day))
    // Some hundred roundings on either side.
    #expect(abs(estimate.probability - reference.probability) < 1e-14)
    #expect(abs(estimate.standardError * estimate.standardError - reference.variance) < 1e-15)
  }

  @Test("estimates are the published ones of R's cmprsk")
  func published() throws {
    // cuminc(ftime, Status, D) of cmprsk 2.2 on the same data: seven places.
    let published: [(String, PermissionDecision, [Double])] = [
      ("ALL", .allowed, [0.3713851, 0.3875571, 0.3875571]),
      ("AML", .allowed, [0.2414530, 0.2663827, 0.2810390]),
      ("ALL", .denied, [0.3698630, 0.3860350, 0.3860350]),
      ("AML", .denied, [0.4439103, 0.4551473, 0.4551473]),
    ]
    for (disease, decision, values) in published {
      let group = try TransplantPatients.group { $0.disease == disease }
      let estimates = group.incidence(of: decision, at: [20, 40, 60]).compactMap { $0?.probability }
      #expect(zip(estimates, values).allSatisfy { abs($0 - $1) < 5.1e-8 } && estimates.count == 3)
    }
  }

  @Test("with everybody followed to the day it is the proportion, with the proportion's variance")
  func withoutCensoring() throws {
    let times = try DecisionTimes([
      .init(time: 1, allowed: 30, denied: 10, undecided: 0),
      .init(time: 2.5, allowed: 12, denied: 40, undecided: 0),
      .init(time: 9, allowed: 0, denied: 0, undecided: 108),
    ])
    for (decision, x) in [(PermissionDecision.allowed, 42.0), (.denied, 50)] {
      let estimate = try #require(times.incidence(of: decision, by: 7))
      #expect(abs(estimate.probability - x / 200) < 1e-15)
      let binomial = (x / 200 * (1 - x / 200) / 200).squareRoot()
      #expect(abs(estimate.standardError - binomial) < 1e-15)
      #expect(estimate.stillFollowed == 108)
      #expect(abs(estimate.undecidedShare - 0.54) < 1e-15)
    }
  }

  @Test("allowed, denied and undecided add up to everybody, at every day")
  func sharesAddUp() throws {
    let group = try TransplantPatients.group { _ in true }
    let days = [0.0, 0.13, 1, 3.63, 9.98, 20, 42.17, 131.77]
    let allowed = group.incidence(of: .allowed, at: days)
    let denied = group.incidence(of: .denied, at: days)
    let sums = zip(allowed, denied).map { allowed, denied in
      (allowed?.probability ?? .nan) + (denied?.probability ?? .nan) + (allowed?.undecidedShare ?? .nan)
    }
    #expect(sums.allSatisfy { abs($0 - 1) < 1e-14 })
  }

  @Test("the order of the days does not matter, nor how the installs are given")
  func orderAndGrouping() throws {
    let moments = [
      DecisionTimes.Moment(time: 3, allowed: 1, denied: 0, undecided: 2),
      DecisionTimes.Moment(time: 1, allowed: 2, denied: 1, undecided: 0),
      DecisionTimes.Moment(time: 3, allowed: 0, denied: 4, undecided: 1),
      DecisionTimes.Moment(time: 2, allowed: 0, denied: 0, undecided: 0),
    ]
    let times = try DecisionTimes(moments)
    #expect(times.moments.map(\.time) == [1, 3])
    #expect(times.installs == 11)
    var collector = DecisionTimesCollector()
    for moment in moments.reversed() {
      for _ in 0..<moment.allowed { try collector.add(time: moment.time, status: .allowed) }
      for _ in 0..<moment.denied { try collector.add(time: moment.time, status: .denied) }
      for _ in 0..<moment.undecided { try collector.add(time: moment.time, status: .undecided) }
    }
    #expect(collector.decisionTimes() == times)
    let forth = times.incidence(of: .denied, at: [0.5, 1, 3])
    let back = times.incidence(of: .denied, at: [3, 1, 0.5])
    #expect(forth == back.reversed())
  }

  @Test("hourly histograms are times in days")
  func histograms() throws {
    let times = try DecisionTimes(
      allowed: [5, 0, 2], denied: [1], undecided: Array(repeating: 0, count: 48) + [9], binsPerDay: 24)
    #expect(
      times.moments == [
        .init(time: 0, allowed: 5, denied: 1, undecided: 0),
        .init(time: 2.0 / 24, allowed: 2, denied: 0, undecided: 0),
        .init(time: 2, allowed: 0, denied: 0, undecided: 9),
      ])
    #expect(times.incidence(of: .allowed, by: 2)?.probability == 7.0 / 17)
    #expect(throws: DecisionTimesError.self) {
      try DecisionTimes(allowed: [1], denied: [], undecided: [], binsPerDay: 0)
    }
  }

  @Test("a hundred thousand installs at a few times keep few entries")
  func collectorIsBounded() throws {
    var collector = DecisionTimesCollector()
    var random = SplitMix(seed: 7)
    for _ in 0..<100_000 {
      try collector.add(
        time: Double(random.next() % 30), status: random.happens(0.3) ? .allowed : .undecided)
    }
    let times = collector.decisionTimes()
    #expect(times.moments.count == 30)
    #expect(times.installs == 100_000)
  }

  @Test("the interval is symmetric in the complementary log-log and stays inside 0 and 1")
  func interval() throws {
    let group = try TransplantPatients.group { $0.disease == "ALL" }
    let estimate = try #require(group.incidence(of: .allowed, by: 20))
    let interval = try #require(try estimate.interval(.ninetyFive))
    // 1 − (1 − F)^exp(±z·se/((1 − F)|ln(1 − F)|)), numpy.
    #expect(abs(interval.lower - 0.27175798802990614) < 1e-13)
    #expect(abs(interval.upper - 0.4931794383600041) < 1e-13)
    let early = try #require(group.incidence(of: .allowed, by: 1.1))
    let wide = try #require(try early.interval(ConfidenceLevel(0.9999)))
    #expect(wide.lower > 0 && wide.upper < 1)
  }

  @Test("where nobody or everybody decided so there is a share but no interval")
  func noSpread() throws {
    let nobody = try DecisionTimes([.init(time: 5, allowed: 0, denied: 3, undecided: 7)])
    let none = try #require(nobody.incidence(of: .allowed, by: 5))
    #expect(none.probability == 0 && none.standardError == 0)
    #expect(try none.interval(.ninetyFive) == nil)
    let everybody = try DecisionTimes([.init(time: 5, allowed: 10, denied: 0, undecided: 0)])
    let all = try #require(everybody.incidence(of: .allowed, by: 30))
    #expect(all.probability == 1 && all.standardError == 0 && all.undecidedShare == 0)
    #expect(try all.interval(.ninetyFive) == nil)
  }

  @Test("beyond the last install's age there is no estimate, unless everybody has decided")
  func notFollowed() throws {
    let times = try DecisionTimes([
      .init(time: 1, allowed: 3, denied: 0, undecided: 0),
      .init(time: 4, allowed: 0, denied: 0, undecided: 2),
    ])
    let estimates = times.incidence(of: .allowed, at: [0, 3.9, 4, 4.1, -1, .nan])
    #expect(estimates.map { $0 == nil } == [false, false, false, true, true, true])
    #expect(try DecisionTimes([]).incidence(of: .allowed, by: 1) == nil)
    let decided = try DecisionTimes([.init(time: 1, allowed: 3, denied: 1, undecided: 0)])
    #expect(decided.incidence(of: .allowed, by: 90)?.probability == 0.75)
  }

  @Test("times before the install and counts below 0 are refused")
  func refused() {
    for time in [-0.5, .nan, .infinity] {
      #expect(throws: DecisionTimesError.self) {
        try DecisionTimes([.init(time: time, allowed: 1, denied: 0, undecided: 0)])
      }
      #expect(throws: DecisionTimesError.self) {
        var collector = DecisionTimesCollector()
        try collector.add(time: time, status: .allowed)
      }
    }
    #expect(throws: DecisionTimesError.count(-1, time: 2)) {
      try DecisionTimes([.init(time: 2, allowed: 0, denied: -1, undecided: 0)])
    }
    #expect(
      DecisionTimesError.time(-0.5).description == "the days since an install must be 0 or more, not -0.5")
    #expect(
      DecisionTimesError.count(-1, time: 2).description == "a count must be at least 0, not -1 (at day 2.0)")
  }
}
