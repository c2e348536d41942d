import Inference
import TestAnalysis
import TestData

/// How often the whole rule, from the table to the verdict, finds a difference that is not there.
///
/// Every test is simulated from its own stream, so the same number of simulations gives the same rates anywhere.
public enum SimulatedVerdicts {
  /// - Parameter simulations: tests of each kind.
  /// - Throws: what the analysis throws.
  public static func rates(simulations: Int) throws -> [SimulatedRate] {
    [
      try rate("A/A, 2 arms of 2,000 at 20%", 1, simulations) { try alike(arms: 2, &$0) },
      try rate("A/A, 4 arms of 2,000 at 20%: any verdict wrong", 2, simulations) { try alike(arms: 4, &$0) },
      try rate("A/A, 3 arms of 300, 1,000 and 3,000 at 5%: any verdict wrong", 3, simulations) {
        try unequal(&$0)
      },
      try rate("Ramp from 10% to 50% while the base rate falls from 35 to 20%", 4, simulations) {
        try ramp(&$0)
      },
      try rate("Releases dealt by lot, 6 against 6, own rates of 14 to 26%", 5, simulations) {
        try clusters(6, 6, &$0)
      },
      try rate("Releases dealt by lot, 4 against 8, own rates of 14 to 26%", 6, simulations) {
        try clusters(4, 8, &$0)
      },
      try rate(
        "Releases with own rates of 10 to 40%, one of two carries both arms: overlap of 20%", 7, simulations
      ) {
        try sharedRelease(&$0)
      },
      try rate(
        "The same, and a ramp within the release that carries both while its rate falls by 15 points", 8,
        simulations
      ) { try sharedRelease(rampedBy: 0.15, &$0) },
      try rate("`--by incidence`, 600 installs an arm over 14 days, read at day 7", 9, simulations) {
        try SimulatedIncidence.isCalledDifferent(&$0)
      },
    ]
  }

  private static func rate(
    _ subject: String, _ purpose: UInt64, _ simulations: Int, wrong: (inout FixedDraws) throws -> Bool
  ) throws -> SimulatedRate {
    try SimulatedRate(subject, .atMost(0.05), purpose: purpose, simulations: simulations, happens: wrong)
  }

  /// Whether any comparison is called better or worse.
  private static func finds(_ table: CountsTable, isSplitMeant: Bool = true) throws -> Bool {
    var options = AnalysisOptions()
    options.statistics.tests = []
    // Sizes are the simulation's own choice; whether they are a sound split has its own rate.
    options.allocation = table.arms.map { Double($0.counts.installs ?? 1) }
    if !isSplitMeant { options.allocation = nil }
    let panel = try AnalysedTest(table, options: options).mainPanel
    return panel?.judgements.contains { $0.verdict.value == .better || $0.verdict.value == .worse } ?? false
  }

  private static func table(_ sizes: [Int], _ allowed: [Int]) -> CountsTable {
    CountsTable(
      arms: zip(sizes, allowed).enumerated().map { index, counts in
        ArmCounts(name: "arm \(index)", counts: OutcomeCounts(installs: counts.0, allowed: counts.1))
      })
  }

  private static func alike(arms: Int, _ draws: inout FixedDraws) throws -> Bool {
    let sizes = Array(repeating: 2_000, count: arms)
    return try finds(table(sizes, sizes.map { draws.count(of: $0, 0.2) }))
  }

  private static func unequal(_ draws: inout FixedDraws) throws -> Bool {
    let sizes = [300, 1_000, 3_000]
    return try finds(table(sizes, sizes.map { draws.count(of: $0, 0.05) }))
  }

  /// Four weeks of 200 installs a day; the new arm gets one in ten in the first week, and half after it.
  private static func ramp(_ draws: inout FixedDraws) throws -> Bool {
    var sums = [OutcomeCounts(installs: 0, allowed: 0), OutcomeCounts(installs: 0, allowed: 0)]
    var days: [ClusterCounts] = []
    for day in 0..<28 {
      let share = day < 7 ? 0.1 : 0.5
      let new = draws.count(of: 200, share)
      let counts = [200 - new, new].map { people in
        OutcomeCounts(installs: people, allowed: draws.count(of: people, day < 7 ? 0.35 : 0.2))
      }
      for arm in 0..<2 { sums[arm].add(counts[arm]) }
      days.append(ClusterCounts(name: "2026-03-\(day < 9 ? "0" : "")\(day + 1)", arms: counts))
    }
    var made = CountsTable(
      arms: zip(["old", "new"], sums).map { ArmCounts(name: $0, counts: $1) })
    made.days = days
    return try finds(made, isSplitMeant: false)
  }

  /// The old arm in release 1.0 alone; then both in 1.1, half and half or ramped up.
  ///
  /// A fifth to a third of the old arm is in 1.1.
  ///
  /// - Parameter fall: by how much the rate of 1.1 falls from its first week to the next; 0 without a ramp.
  private static func sharedRelease(rampedBy fall: Double = 0, _ draws: inout FixedDraws) throws -> Bool {
    let rates = (first: 0.1 + 0.3 * draws.uniform(), second: 0.1 + 0.3 * draws.uniform())
    let alone = OutcomeCounts(installs: 2_000, allowed: draws.count(of: 2_000, rates.first))
    var days: [ClusterCounts] = [ClusterCounts(name: "1", arms: [alone, nil])]
    for day in 0..<10 {
      let share = fall > 0 && day < 5 ? 0.1 : fall > 0 ? 0.9 : 0.5
      let new = draws.count(of: 100, share)
      let rate = rates.second + (day < 5 ? fall : 0)
      let counts = [100 - new, new].map { people in
        OutcomeCounts(installs: people, allowed: draws.count(of: people, rate))
      }
      days.append(ClusterCounts(name: "\(day + 2)", arms: counts))
    }
    var shared = [OutcomeCounts(installs: 0, allowed: 0), OutcomeCounts(installs: 0, allowed: 0)]
    for day in days.dropFirst() {
      for (arm, counts) in day.arms.enumerated() { if let counts { shared[arm].add(counts) } }
    }
    var old = alone
    old.add(shared[0])
    var made = CountsTable(
      arms: [ArmCounts(name: "old", counts: old), ArmCounts(name: "new", counts: shared[1])])
    made.releases = [
      ClusterCounts(name: "1.0", arms: [alone, nil], days: [days[0].arms]),
      ClusterCounts(name: "1.1", arms: shared.map { $0 }, days: days.dropFirst().map(\.arms)),
    ]
    if fall > 0 { made.days = days }
    return try finds(made, isSplitMeant: false)
  }

  /// Releases of 300 to 1,200 installs, each of one arm.
  private static func clusters(_ first: Int, _ second: Int, _ draws: inout FixedDraws) throws -> Bool {
    var sums = [OutcomeCounts(installs: 0, allowed: 0), OutcomeCounts(installs: 0, allowed: 0)]
    var releases: [ClusterCounts] = []
    for release in 0..<(first + second) {
      let arm = release < first ? 0 : 1
      let people = 300 + Int(900 * draws.uniform())
      let rate = 0.14 + 0.12 * draws.uniform()
      let counts = OutcomeCounts(installs: people, allowed: draws.count(of: people, rate))
      sums[arm].add(counts)
      releases.append(
        ClusterCounts(name: "1.\(release)", arms: arm == 0 ? [counts, nil] : [nil, counts]))
    }
    var made = CountsTable(
      arms: zip(["old", "new"], sums).map { ArmCounts(name: $0, counts: $1) })
    made.releases = releases
    return try finds(made)
  }
}
