import ExperimentDesign
import Inference
import TestAnalysis
import TestData
import Testing

@testable import Studies

@Suite("Tests drawn and analysed")
struct RehearsedTestsTests {
  @Test(
    "counts have the mean and the variance of a binomial",
    arguments: [(30, 0.2), (4_000, 0.31), (900, 0.002)])
  func binomial(people: Int, share: Double) {
    var draws = FixedDraws(purpose: 900, simulation: people)
    let counts = (0..<4_000).map { _ in Double(draws.binomial(of: people, share)) }
    let mean = counts.reduce(0, +) / Double(counts.count)
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(counts.count - 1)
    let due = Double(people) * share * (1 - share)
    #expect(abs(mean - Double(people) * share) < 4 * (due / 4_000).squareRoot())
    #expect(abs(variance / due - 1) < 0.1)
    #expect(counts.allSatisfy { (0...Double(people)).contains($0) })
  }

  @Test("nobody and everybody are certain")
  func certain() {
    var draws = FixedDraws(purpose: 900)
    #expect(
      draws.binomial(of: 50, 0) == 0 && draws.binomial(of: 50, 1) == 50 && draws.binomial(of: 0, 0.5) == 0)
  }

  private func tests(
    _ count: Int, planned: Int, _ design: TestDesign, _ shares: [Double], margin: Double = 0.005
  ) throws -> RehearsedTests {
    try Rehearsal(shares.map { [$0] }, design: design, margin: margin, tests: count).tests(installs: planned)
  }

  private func planned(_ design: TestDesign, _ shares: [Double], power: Double = 0.8) throws -> Int {
    design.wholeInstalls(try design.installs(shares: shares, power: power)).reduce(0, +)
  }

  @Test(
    "tests stop at each look as often as the recursion says",
    arguments: [
      PlannedLooks.fixed(3), .anyTime(days: 10),
    ])
  func looks(looks: PlannedLooks) throws {
    let design = try TestDesign(looks: looks)
    let installs = try planned(design, [0.2, 0.22])
    let found = try tests(1_000, planned: installs, design, [0.2, 0.22])
    let plan = try formulaPlan(0.2, lift: 0.02) { ($0.installs, $0.looks) = (installs, looks) }
    #expect(plan.looks.count == looks.count)
    let (stopping, due) = (try found.stopping(1, named: "b"), plan.stopping[0])
    for (stop, expected) in zip(stopping.stops, due.stops) {
      #expect(abs(stop.value - expected.value) < 4 * max(stop.mcse, 0.002))
    }
    let used = stopping.installsUsed
    #expect(abs(used.value - due.installsUsed.value) < 4 * used.mcse)
    let better = try found.share(.better, 0)
    #expect(abs(better.value - 0.8) < 4 * better.mcse)
    #expect(try found.share(.worse, 0).value < 0.01)
  }

  @Test("each of several comparisons has bounds of its own at its level")
  func looksAtSeveral() throws {
    let design = try TestDesign(allocation: [1, 1, 1], looks: .fixed(3))
    let installs = try planned(design, [0.2, 0.22, 0.22])
    let found = try tests(1_000, planned: installs, design, [0.2, 0.22, 0.2], margin: 0)
    let (higher, equal) = (try found.share(.better, 0), try found.shown(1))
    #expect(abs(higher.value - 0.8) < 4 * higher.mcse && equal.value < 0.025 + 4 * equal.mcse)
  }

  @Test("identical options are found to differ no more often than the level says, however they are looked at")
  func identical() throws {
    let designs = [
      try TestDesign(looks: .fixed(3)), try TestDesign(looks: .anyTime(days: 10)), try TestDesign(),
      try TestDesign(allocation: [1, 1, 1, 1]),
      try TestDesign(clusters: PlannedClusters(size: 500, icc: 0.004)),
    ]
    for design in designs {
      let found = try tests(1_000, planned: 6_000, design, design.allocation.map { _ in 0.2 })
        .share { $0.contains(where: \.isShown) }
      #expect(found.value < 0.05 + 4 * found.mcse)
    }
  }

  @Test("tests read once have the power of the formula, whatever the split and the number of options")
  func power() throws {
    for allocation in [[1.0, 1], [3, 1], [1, 1, 1]] {
      let design = try TestDesign(allocation: allocation)
      let shares = [0.2] + allocation.dropFirst().map { _ in 0.22 }
      let installs = try planned(design, shares)
      let found = try tests(2_000, planned: installs, design, shares)
      let each = try found.shown(0)
      #expect(abs(each.value - 0.8) < 4 * each.mcse)
      #expect(try found.share(.worse, 0).value < 0.003)
      let all = try found.shownOfAll()
      let due = try design.powerOfAll(installs: Double(installs), shares: shares) ?? 0.8
      #expect(abs(all.value - due) < 4 * all.mcse)
    }
  }

  @Test("a drawn test is read by the function that reads a real one")
  func sameAsAnalysed() throws {
    let design = try TestDesign(allocation: [1, 1, 1])
    let reader = try TestReader(design, installs: 6_000, margin: 0.005)
    for test in 0..<20 {
      var words = FixedDraws(purpose: 906, simulation: test)
      let found = try reader.read(reader.draw([0.2, 0.22, 0.2], &words))
      var again = FixedDraws(purpose: 906, simulation: test)
      let counts = [0.2, 0.22, 0.2].map { share in
        OutcomeCounts(installs: 2_000, allowed: again.binomial(of: 2_000, share))
      }
      let analysed = try AnalysedTest(
        TestTable(zip(["a", "b", "c"], counts).map { ($0, $1) }), options: AnalysisOptions())
      #expect(analysed.mainPanel?.judgements.map(\.verdict) == found.map(\.verdict))
    }
  }

  @Test("few releases take more installs than their design effect says, and whole ones")
  func clusters() throws {
    let design = try TestDesign(clusters: PlannedClusters(size: 5_000, icc: 0.001))
    // 22,571 of each by the formula, 4.5 releases; of five 72% show it, by simulation with a t-test over them.
    let five = try design.power(installs: 50_000, shares: [0.3, 0.33]).each[0]
    #expect(abs(five - 0.75) < 0.05)
    let needed = try design.needed(shares: [0.3, 0.33], power: 0.8)
    #expect(needed == 60_000 && design.split(50_001) == [25_000, 25_000])
    let plan = try formulaPlan(0.3, lift: 0.03) { $0.clusters = design.clusters }
    #expect(plan.options.map(\.installs) == [30_000, 30_000] && plan.answer.power >= 0.8)
    #expect(throws: UnfitOption.self) {
      try formulaPlan(0.3, lift: 0.03) { ($0.clusters, $0.installs) = (design.clusters, 12_000) }
    }
  }
}
