import Foundation
import Inference
import SeededNumbers
import Testing

@Suite("Gray's test")
struct GrayTestTests {
  static func byDisease(time: (Double) -> Double = { $0 }) throws -> [DecisionTimes] {
    try ["ALL", "AML"].map { name in
      try TransplantPatients.group(where: { $0.disease == name }, time: time)
    }
  }

  static func byPhase(time: (Double) -> Double = { $0 }) throws -> [DecisionTimes] {
    try ["CR1", "CR2", "CR3", "Relapse"].map { name in
      try TransplantPatients.group(where: { $0.phase == name }, time: time)
    }
  }

  @Test("two groups have the published statistic of R's cmprsk")
  func published() throws {
    // cuminc(ftime, Status, D), cmprsk 2.2: seven and eight digits.
    let allowed = try #require(try GrayTest(Self.byDisease(), of: .allowed))
    #expect(abs(allowed.statistic - 2.8623325) < 5.1e-8)
    #expect(abs(allowed.p.value - 0.09067592) < 5.1e-9)
    let denied = try #require(try GrayTest(Self.byDisease(), of: .denied))
    #expect(abs(denied.statistic - 0.4481279) < 5.1e-8)
    #expect(abs(denied.p.value - 0.50322531) < 5.1e-9)
  }

  @Test("four groups, and times rounded up to months with many ties, agree with a two-pass program")
  func twoPass() throws {
    // The covariance summed over stored paths after the whole integral is known, in numpy; that program
    // has cmprsk's published values for the two groups above.
    let cases: [(groups: [DecisionTimes], decision: PermissionDecision, statistic: Double)] = [
      (try Self.byPhase(), .allowed, 14.358549713929408),
      (try Self.byPhase(), .denied, 0.5894389259814063),
      (try Self.byDisease { $0.rounded(.up) }, .allowed, 2.937623194142124),
      (try Self.byDisease { $0.rounded(.up) }, .denied, 0.4971433332537795),
      (try Self.byPhase { $0.rounded(.up) }, .allowed, 14.622277262272053),
      (try Self.byPhase { $0.rounded(.up) }, .denied, 0.5805013063782827),
    ]
    for (groups, decision, statistic) in cases {
      let test = try #require(try GrayTest(groups, of: decision))
      #expect(abs(test.statistic / statistic - 1) < 1e-11)
      #expect(test.degreesOfFreedom == groups.count - 1)
      #expect(abs(test.scores.reduce(0, +)) < 1e-12)
    }
  }

  @Test("the order of the options does not matter, and options without installs are left out")
  func armOrder() throws {
    let groups = try Self.byPhase()
    let straight = try #require(try GrayTest(groups, of: .allowed))
    let turned = try #require(try GrayTest(groups.reversed(), of: .allowed))
    #expect(abs(straight.statistic - turned.statistic) < 1e-11)
    let padded = try #require(
      try GrayTest([try DecisionTimes([])] + groups, of: .allowed))
    #expect(padded.statistic == straight.statistic)
    #expect(padded.scores == [0] + straight.scores)
    #expect(padded.degreesOfFreedom == 3)
  }

  @Test("a unit of time is a matter of taste")
  func timeUnit() throws {
    let months = try #require(try GrayTest(Self.byDisease(), of: .allowed))
    let days = try #require(try GrayTest(Self.byDisease { $0 * 30 }, of: .allowed))
    #expect(months == days)
  }

  @Test("a single option, or a decision that nobody took, has no test")
  func noTest() throws {
    let groups = try Self.byDisease()
    #expect(try GrayTest([groups[0]], of: .allowed) == nil)
    #expect(try GrayTest([], of: .allowed) == nil)
    let nobody = try DecisionTimes([.init(time: 9, allowed: 0, denied: 0, undecided: 50)])
    #expect(try GrayTest([nobody, nobody], of: .allowed) == nil)
    let denying = try DecisionTimes([.init(time: 9, allowed: 0, denied: 50, undecided: 0)])
    #expect(try GrayTest([denying, denying], of: .allowed) == nil)
    // Everything happens after the other arm has been lost from sight.
    let early = try DecisionTimes([.init(time: 1, allowed: 0, denied: 0, undecided: 20)])
    let late = try DecisionTimes([.init(time: 5, allowed: 9, denied: 1, undecided: 20)])
    #expect(try GrayTest([early, late], of: .allowed) == nil)
  }

  @Test("arms in which everybody decides at once are distinguished without NaN")
  func extremes() throws {
    let yes = try DecisionTimes([.init(time: 1, allowed: 40, denied: 0, undecided: 0)])
    let no = try DecisionTimes([.init(time: 1, allowed: 0, denied: 40, undecided: 0)])
    let test = try GrayTest([yes, no], of: .allowed)
    #expect(test.map { $0.statistic.isFinite && $0.p.value < 0.001 } ?? true)
  }

  @Test("shuffled labels are found different as often as the level says")
  func permutationSize() throws {
    #if DEBUG
      let shuffles = 60
    #else
      let shuffles = 4_000
    #endif
    let people = TransplantPatients.rows.flatMap { row in row.months.map { ($0, row.status) } }
    var labels = people.indices.map { $0 < 73 ? 0 : 1 }
    var random = SplitMix(seed: 1_988)
    var found = (allowed: 0, denied: 0)
    for _ in 0..<shuffles {
      for index in labels.indices.reversed() where index > 0 {
        labels.swapAt(index, Int(random.uniform() * Double(index + 1)))
      }
      var collectors = [DecisionTimesCollector(), DecisionTimesCollector()]
      for (label, person) in zip(labels, people) {
        try collectors[label].add(time: person.0, status: person.1)
      }
      let groups = collectors.map { $0.decisionTimes() }
      if let test = try GrayTest(groups, of: .allowed), test.p.value < 0.05 { found.allowed += 1 }
      if let test = try GrayTest(groups, of: .denied), test.p.value < 0.05 { found.denied += 1 }
    }
    // Four Monte Carlo errors, and half a point for the χ² law in groups of 73 and 104.
    let allowance = 4 * (0.05 * 0.95 / Double(shuffles)).squareRoot() + 0.005
    #expect(abs(Double(found.allowed) / Double(shuffles) - 0.05) < allowance)
    #expect(abs(Double(found.denied) / Double(shuffles) - 0.05) < allowance)
  }
}
