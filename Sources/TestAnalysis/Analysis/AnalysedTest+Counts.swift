import GSLNumerics
import Inference
public import TestData

extension AnalysedTest {
  /// Analyses a table of counts.
  ///
  /// - Throws: ``AnalysisRefusal`` where the options do not fit the arms, and what the numerical
  ///   routines throw.
  public init(_ table: CountsTable, options: AnalysisOptions) throws {
    if options.isRunning || !options.earlierLooks.isEmpty { throw AnalysisRefusal.looksNeedAges }
    try self.init(
      material: .counts, arms: table.arms, assigned: table.arms.map(\.counts.installs), options: options)
    try addClusters(table.parts)
    countedBy = options.day ?? table.day
    // Who names a day says how old the installs were.
    if options.day == nil { cautions.insert(.agesUnknown, at: 0) }
    try settle(table.parts)
    try addGuardrails(table)
    try judge(doubts: table.doubts, remarks: table.remarks)
    try addNonInferiority()
  }

  /// Settles what arms are compared within, and whether they can be.
  mutating func settle(_ parts: PartCounts) throws {
    try addStrata(parts)
    try addComparedParts(parts)
    try settleSplit()
  }

  /// Judges every comparison, once all is known that keeps it from being judged.
  mutating func judge(doubts: [DataProblem], remarks read: [String]) throws {
    addDoubts(doubts)
    remarks += read.map { .reading($0) }
    try judge()
    addPromptedCautions()
  }

  /// The part that counts and event rows share.
  init(
    material: Material, arms: [ArmCounts], assigned: [Int?], options: AnalysisOptions
  ) throws {
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
    var panels: [AnalysisPanel] = []
    for denominator in Denominator.allCases {
      let known = arms.compactMap { $0.counts[denominator] }
      guard known.count == arms.count else { continue }
      var counts: [ObservedCount] = []
      for (arm, people) in zip(arms, known) {
        guard people <= ObservedCount.largest else {
          throw AnalysisRefusal.tooManyPeople(arm: arm.name, people: people)
        }
        counts.append(try ObservedCount(arm.counts.allowed, of: people))
      }
      panels.append(
        AnalysisPanel(
          denominator: denominator,
          statistics: try CountsAnalysis(counts, baseline: baseline, options: options.statistics)))
    }
    if options.baseline == nil, arms.count > 1 { remarks.append(.firstIsBaseline) }
    self.material = material
    self.arms = names
    self.options = options
    self.panels = panels
    let known = assigned.compactMap { $0 }
    self.assigned = known.count == arms.count ? known : nil
    self.baseline = baseline
    try addSampleRatio()
    addEmptyArms()
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
}
