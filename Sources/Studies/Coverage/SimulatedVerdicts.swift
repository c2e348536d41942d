import Inference
import TestData

/// How often the whole rule, from the table to the verdict, finds a difference that is not there.
///
/// Every test is simulated from its own stream, so the same number of simulations gives the same rates anywhere.
public enum SimulatedVerdicts {
  /// - Parameter simulations: tests of each kind.
  /// - Throws: what the analysis throws.
  public static func rates(simulations: Int) throws -> [SimulatedRate] {
    [
      try rate("A/A, 2 arms of 2,000 at 20 %", 1, simulations) { try alike(arms: 2, &$0) },
      try rate("A/A, 4 arms of 2,000 at 20 %: any verdict wrong", 2, simulations) { try alike(arms: 4, &$0) },
      try rate("A/A, 3 arms of 300, 1,000 and 3,000 at 5 %: any verdict wrong", 3, simulations) {
        try unequal(&$0)
      },
      try rate("Ramp from 10 % to 50 % while the base rate falls from 35 to 20 %", 4, simulations) {
        try ramp(&$0)
      },
      try rate("Releases dealt by lot, 6 against 6, own rates of 14 to 26 %", 5, simulations) {
        try clusters(6, 6, &$0)
      },
      try rate("Releases dealt by lot, 4 against 8, own rates of 14 to 26 %", 6, simulations) {
        try clusters(4, 8, &$0)
      },
    ]
  }

  private static func rate(
    _ subject: String, _ purpose: UInt64, _ simulations: Int, wrong: (inout FixedDraws) throws -> Bool
  ) throws -> SimulatedRate {
    try SimulatedRate(subject, .atMost(0.05), purpose: purpose, simulations: simulations, happens: wrong)
  }

  /// Whether any comparison is called better or worse.
  private static func finds(_ table: CountsTable) throws -> Bool {
    var options = AnalysisOptions()
    options.statistics.tests = []
    // Sizes are the simulation's own choice; whether they are a sound split has its own rate.
    options.allocation = table.arms.map { Double($0.counts.installs ?? 1) }
    if !table.days.isEmpty { options.allocation = nil }
    let panel = try TestAnalysis(table, options: options).mainPanel
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
    return try finds(made)
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
