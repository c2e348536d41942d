import GSLNumerics
import Inference
public import TestData

extension AnalysedTest {
  /// Analyses a table.
  ///
  /// Rates of event rows are read at the day chosen, or at the largest of the table's days that at least half of every
  /// arm's installs have reached, by their ages alone and not by what they answered; the smallest without one.
  /// - Throws: ``AnalysisRefusal`` where the options do not fit the arms, and what the numerical
  ///   routines throw.
  public init(_ table: TestTable, options: AnalysisOptions) throws {
    switch table {
    case .counts(let table):
      if options.isRunning || !options.earlierLooks.isEmpty { throw AnalysisRefusal.looksNeedAges }
      try self.init(.counts, table.arms, assigned: table.arms.map(\.counts.installs), options: options)
      countedBy = options.day ?? table.day
      // Who names a day says how old the installs were.
      if options.day == nil { cautions.insert(.agesUnknown, at: 0) }
      try settleParts(table.parts)
      try addGuardrails(Set(table.guarded.keys), day: nil) { try table.guarded[$0, default: []].forEach($1) }
      try judge(doubts: table.doubts, remarks: table.remarks)
    case .events(let table):
      let horizon = Self.horizon(of: table, day: options.day)
      try self.init(
        .events(asOf: table.asOf, day: horizon.day, rows: table.rows),
        zip(table.arms, horizon.arms).map { ArmCounts(name: $0.name, counts: $1.counts) },
        assigned: table.arms.map(\.assigned), options: options)
      try addFindings(table)
      try addPeeking()
      try addLooks(horizon, asOf: table.asOf)
      addMaturity(table, horizon)
      try settleParts(horizon.parts)
      try addGuardrails(table.guardrails, day: horizon.day) { try table.guarded($0, $1) }
      try endAtLook()
      try judge(doubts: table.doubts, remarks: table.remarks)
      try addDoubtBounds(horizon)
      try addLadder(table, horizon)
    }
    try addNonInferiority()
  }

  private static func horizon(of table: EventTable, day: Int?) -> EventTable.Horizon {
    if let chosen = table.horizons.first(where: { $0.day == day }) { return chosen }
    let mature = table.horizons.last { horizon in
      zip(horizon.arms, table.arms).allSatisfy {
        2 * ($0.counts.installs ?? 0) >= $1.assigned
      }
    }
    return mature ?? table.horizons[0]
  }

  /// The rates and comparisons of all installs.
  private init(_ material: Material, _ arms: [ArmCounts], assigned: [Int?], options: AnalysisOptions) throws {
    let names = arms.map(\.name)
    var baseline = 0
    if let name = options.baseline {
      guard let position = names.firstIndex(of: name) else {
        throw AnalysisRefusal.noSuchBaseline(name: name, arms: names)
      }
      baseline = position
    }
    if let allocation = options.allocation, allocation.count != arms.count {
      throw AnalysisRefusal.allocationOfOtherArms(shares: allocation.count, arms: names)
    }
    let counts = arms.map { Optional($0.counts) }
    self.material = material
    self.arms = names
    self.options = options
    panels = try Denominator.allCases.filter { denominator in
      arms.allSatisfy { $0.counts[denominator] != nil }
    }
    .map {
      AnalysisPanel(
        denominator: $0,
        statistics: try CountsAnalysis(
          counts.observed($0), baseline: baseline, options: options.statistics))
    }
    if options.baseline == nil, arms.count > 1 { remarks.append(.firstIsBaseline) }
    let known = assigned.compactMap { $0 }
    self.assigned = known.count == arms.count ? known : nil
    self.baseline = baseline
    try addSampleRatio()
    addEmptyArms()
  }

  /// Settles what arms are compared within, and whether they can be.
  private mutating func settleParts(_ parts: PartCounts) throws {
    try addClusters(parts)
    try addStrata(parts)
    try addComparedParts(parts)
    try settleSplit()
  }

  /// Judges every comparison, once all is known that keeps it from being judged.
  private mutating func judge(doubts: [DataProblem], remarks read: [String]) throws {
    dataProblems += doubts.map { .doubt($0) }
    remarks += read.map { .reading($0) }
    try judge()
    addPromptedCautions()
  }

  /// Says who has nobody to compare.
  private mutating func addEmptyArms() {
    for panel in panels {
      for (arm, count) in panel.counts.enumerated() where count.n == 0 && !isTold(empty: arm) {
        cautions.append(.emptyArm(arm, panel.denominator))
      }
    }
    if arms.count == 1 { cautions.append(.singleArm) }
  }

  /// Whether an arm of event rows has no install of the day's age, which is said once and not per denominator.
  private func isTold(empty arm: Int) -> Bool {
    guard case .events = material else { return false }
    return panels.contains { $0.denominator == .installs && $0.counts[arm].n == 0 }
  }

  /// Says how many installs are old enough, who has none, and who could not be asked.
  private mutating func addMaturity(_ table: EventTable, _ horizon: EventTable.Horizon) {
    let old = horizon.arms.map { $0.counts.installs ?? 0 }
    let unasked = arms.indices.filter { horizon.arms[$0].refusedByDevice + horizon.arms[$0].restricted > 0 }
    if !unasked.isEmpty {
      remarks.insert(
        .unaskable(
          unasked.map {
            (
              arm: $0, refusedByDevice: horizon.arms[$0].refusedByDevice,
              restricted: horizon.arms[$0].restricted
            )
          }), at: 0)
    }
    remarks.insert(
      .maturity(
        day: horizon.day, arms: zip(old, table.arms).map { (old: $0, all: $1.assigned) },
        isDayChosenHere: options.day == nil && table.horizons.count > 1), at: 0)
    let empty = arms.indices.filter { old[$0] == 0 }
    let late = empty.filter { table.arms[$0].assigned == 0 }
    let young = empty.filter { table.arms[$0].assigned > 0 }
    if !young.isEmpty { cautions.insert(.tooYoung(young, days: horizon.day), at: 0) }
    if !late.isEmpty { cautions.insert(.notInstalled(late), at: 0) }
  }
}
