import GSLNumerics
import Inference
public import TestData

extension AnalysedTest {
  /// Analyses event rows.
  ///
  /// Rates are read at the day chosen, or at the largest of the table's days that at least half of every
  /// arm's installs have reached, by their ages alone and not by what they answered; the smallest without one.
  /// - Throws: ``AnalysisRefusal`` where the options do not fit the arms, and what the numerical
  ///   routines throw.
  public init(_ table: EventTable, options: AnalysisOptions) throws {
    let horizon = Self.horizon(of: table, day: options.day)
    try self.init(
      material: .events(asOf: table.asOf, day: horizon.day, rows: table.rows),
      arms: zip(table.arms, horizon.arms).map { ArmCounts(name: $0.name, counts: $1.counts) },
      assigned: table.arms.map(\.assigned), options: options)
    answersByDay = table.arms.map(\.answersByDay)
    try addFindings(table)
    try addClusters(horizon.parts)
    try addPeeking()
    try addLooks(horizon, asOf: table.asOf)
    addMaturity(table, horizon)
    try settle(horizon.parts)
    try addGuardrails(table, day: horizon.day)
    try endAtLook()
    try judge(doubts: table.doubts, remarks: table.remarks)
    try addDoubtBounds(horizon)
    try addLadder(table, horizon)
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

  /// Says how many installs are old enough, and who could not be asked.
  private mutating func addMaturity(_ table: EventTable, _ horizon: EventTable.Horizon) {
    remarks.insert(
      .maturity(
        day: horizon.day,
        arms: arms.indices.map {
          (old: horizon.arms[$0].counts.installs ?? 0, all: table.arms[$0].assigned)
        }, isDayChosenHere: options.day == nil && table.horizons.count > 1), at: 0)
    let unasked = arms.indices.filter { horizon.arms[$0].refusedByDevice + horizon.arms[$0].restricted > 0 }
    if !unasked.isEmpty {
      remarks.insert(
        .unaskable(
          unasked.map {
            (
              arm: $0, refusedByDevice: horizon.arms[$0].refusedByDevice,
              restricted: horizon.arms[$0].restricted
            )
          }), at: 1)
    }
    addEmptyArms(table, horizon)
  }

  /// Says of each arm without matured installs what the reason is.
  private mutating func addEmptyArms(_ table: EventTable, _ horizon: EventTable.Horizon) {
    let empty = arms.indices.filter { (horizon.arms[$0].counts.installs ?? 0) == 0 }
    let late = empty.filter { table.arms[$0].assigned == 0 }
    let young = empty.filter { table.arms[$0].assigned > 0 }
    if !young.isEmpty { cautions.insert(.emptyForAge(.tooYoung(young, days: horizon.day)), at: 0) }
    if !late.isEmpty { cautions.insert(.emptyForAge(.notInstalled(late)), at: 0) }
  }

  /// The installs of all arms that the sequence is narrowest at.
  private var plannedInstalls: Int { options.plannedInstalls ?? 20_000 }

  /// What gives intervals against the baseline that hold at every look, for all other arms together.
  func confidenceSequence() throws -> ConfidenceSequence {
    try confidenceSequence(level: options.statistics.level, comparisons: arms.count - 1)
  }

  /// What gives intervals that hold at every look, for as many comparisons together.
  func confidenceSequence(level: ConfidenceLevel, comparisons: Int) throws -> ConfidenceSequence {
    try LookedAtTest(
      planned: plannedInstalls, shares: options.allocation ?? arms.map { _ in 1 }, level: level
    ).sequence(comparisons: comparisons)
  }

  /// Says of a test that is looked at at any time who has too few yet, and where its intervals are narrowest.
  private mutating func addPeeking() throws {
    guard options.isRunning, let panel = panels.first(where: { $0.denominator == .installs }),
      !panel.statistics.comparisons.isEmpty
    else { return }
    let sequence = try confidenceSequence()
    let missing = panel.statistics.comparisons.filter {
      sequence.interval(arm: $0.counts.arm, baseline: $0.counts.baseline) == nil
    }
    if !missing.isEmpty { cautions.append(.noIntervalForLooks(missing.map(\.arm))) }
    remarks.append(.narrowest(installs: plannedInstalls, isPlanned: options.plannedInstalls != nil))
  }
}
