import GSLNumerics
import Inference
public import TestData

extension AnalysedTest {
  /// Analyses a table.
  ///
  /// Rates of event rows are read at the day chosen, or at the largest of the table's days that at least half of every
  /// arm's installs have reached, by their ages alone and not by what they answered; the smallest without one.
  /// - Throws: ``UnfitOption`` where the options do not fit the arms, and what the numerical
  ///   routines throw.
  public init(_ table: TestTable, options: AnalysisOptions) throws {
    if table.asOf == nil, options.isRunning || !options.earlierLooks.isEmpty {
      throw UnfitOption(
        "'--peek' and '--looks' need event rows: counts do not say how old installs are, and options that ask late have not "
          + "asked all of theirs yet.")
    }
    let horizon = Self.horizon(of: table, day: options.day)
    try self.init(table, horizon, options)
    if table.asOf == nil {
      day = options.day ?? table.day
      // Who names a day says how old the installs were.
      if options.day == nil { cautions.insert(.agesUnknown, at: 0) }
    } else {
      try addFindings(table)
      try addPeeking()
      try addLooks(table, horizon)
      addMaturity(table, horizon)
    }
    try addClusters(horizon.parts)
    try addStrata(horizon.parts)
    try addComparedParts(horizon.parts)
    try settleSplit()
    try addGuardrails(table)
    try endAtLook()
    dataProblems += table.doubts.map { .doubt($0) }
    remarks += table.remarks.map { .reading($0) }
    try judge()
    addPromptedCautions()
    try addDoubtBounds(horizon)
    try addDays(table, horizon)
    try addNonInferiority()
  }

  private static func horizon(of table: TestTable, day: Int?) -> TestTable.Horizon {
    if let chosen = table.horizons.first(where: { $0.day == day }) { return chosen }
    let mature = table.horizons.last { horizon in
      zip(horizon.arms, table.arms).allSatisfy {
        2 * ($0.counts.installs ?? 0) >= $1.assigned ?? 0
      }
    }
    return mature ?? table.horizons[0]
  }

  /// The rates and comparisons of all installs.
  private init(_ table: TestTable, _ horizon: TestTable.Horizon, _ options: AnalysisOptions) throws {
    let names = table.arms.map(\.name)
    var baseline = 0
    if let name = options.baseline {
      guard let position = names.firstIndex(of: name) else {
        throw UnfitOption(
          "'--baseline \(name)': there is no such option; the data have \(names.joined(separator: ", ")).")
      }
      baseline = position
    }
    if let shares = options.allocation?.count, shares != names.count {
      throw UnfitOption(
        "'--allocation' gives \(shares) \(shares == 1 ? "share" : "shares") for \(names.count) "
          + "\(names.count == 1 ? "option" : "options") (\(names.joined(separator: ", "))); give one for each, in this order."
      )
    }
    let counts = horizon.arms.map { Optional($0.counts) }
    (asOf, rows, day) = (table.asOf, table.rows, horizon.day)
    arms = names
    self.options = options
    panels = try Denominator.allCases.filter { denominator in
      counts.allSatisfy { $0?[denominator] != nil }
    }
    .map {
      AnalysisPanel(
        denominator: $0,
        statistics: try CountsAnalysis(
          counts.observed($0), baseline: baseline, options: options.statistics))
    }
    if options.baseline == nil, names.count > 1 { remarks.append(.firstIsBaseline) }
    let known = table.arms.compactMap(\.assigned)
    assigned = known.count == names.count ? known : nil
    self.baseline = baseline
    try addSampleRatio()
    addEmptyArms()
  }

  /// Says who has nobody to compare.
  private mutating func addEmptyArms() {
    for panel in panels {
      for (arm, count) in panel.counts.enumerated() where count.n == 0 {
        // Of event rows it is said once that no install is of the day's age.
        if asOf == nil || perInstall?.counts[arm].n != 0 {
          cautions.append(.emptyArm(arm, panel.denominator))
        }
      }
    }
    if arms.count == 1 { cautions.append(.singleArm) }
  }

  /// What to know before comparing arms per prompted or per answered.
  private mutating func addPromptedCautions() {
    let conditional = panels.filter { $0.denominator != .installs }
    guard arms.count > 1, !conditional.isEmpty else { return }
    cautions.append(.promptedDiffer)
    guard let perInstall, !perInstall.restsOnParts else { return }
    // Arms without a rate, in which nobody was prompted, have no place in either.
    let flipped = conditional.filter { panel in
      panel.ranking.count > 1 && panel.ranking != perInstall.ranking.filter(panel.ranking.contains)
    }
    for (index, panel) in flipped.enumerated() {
      // Per answered mostly ranks as per prompted does, and is then said once.
      if flipped[..<index].contains(where: { $0.ranking == panel.ranking }) { continue }
      let alike = flipped.filter { $0.ranking == panel.ranking }.map(\.denominator)
      cautions.append(.rankingFlips(alike, ranking: panel.ranking, perInstall: perInstall.ranking))
    }
  }

  /// Says how many installs are old enough, who has none, and who could not be asked.
  private mutating func addMaturity(_ table: TestTable, _ horizon: TestTable.Horizon) {
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
        day: horizon.day, arms: zip(old, table.arms).map { (old: $0, all: $1.assigned ?? 0) },
        isDayChosenHere: options.day == nil && table.horizons.count > 1), at: 0)
    let empty = arms.indices.filter { old[$0] == 0 }
    let late = empty.filter { table.arms[$0].assigned == 0 }
    let young = empty.filter { table.arms[$0].assigned != 0 }
    if !young.isEmpty { cautions.insert(.tooYoung(young, days: horizon.day), at: 0) }
    if !late.isEmpty { cautions.insert(.notInstalled(late), at: 0) }
  }
}
