import GSLNumerics
public import Inference
public import TestData
public import TextFormats

/// A test that was looked at several times against its plan: at each look the installs matured by then.
public struct InterimLooks: Encodable, Sendable {
  /// One comparison at its looks.
  public struct Reading: Encodable, Sendable {
    /// The position of the arm.
    @OptionNames public private(set) var option: Int
    /// The boundaries and what was found.
    public let sequential: GroupSequentialReading

    /// The position of the look that decides: the first that crosses its boundary, or else the last
    /// that has one; a look after the plan is complete has nothing left to spend.
    public var decidingIndex: Int? {
      sequential.firstCrossing ?? sequential.looks.lastIndex { $0.interval != nil }
    }
  }

  /// When each look was, those without anything new left out; the last is the as-of moment.
  public let moments: [AsOf]
  /// At each of them, what had been counted of every arm.
  public let counts: [[ObservedCount]]
  /// One per comparison, in their order.
  public let readings: [Reading]

  private enum CodingKeys: String, CodingKey { case moments, readings }

  /// The look at which the last comparison was decided; `nil` while one is not.
  public var end: Int? {
    let crossings = readings.compactMap(\.sequential.firstCrossing)
    return crossings.count == readings.count ? crossings.max() : nil
  }
}

extension AnalysedTest {
  /// Whether verdicts and guardrails must hold at every look.
  public var isLookedAtAgain: Bool { options.isRunning || looks != nil }

  /// The plan of a test that is looked at while it runs.
  private func plan(_ level: ConfidenceLevel) -> LookedAtTest {
    LookedAtTest(
      planned: options.plannedInstalls ?? 20_000, shares: options.allocation ?? arms.map { _ in 1 },
      level: level)
  }

  /// What gives intervals that hold at every look: against the baseline, for all other arms together, unless said otherwise.
  func confidenceSequence(
    level: ConfidenceLevel? = nil, comparisons: Int? = nil
  ) throws -> ConfidenceSequence {
    try plan(level ?? options.statistics.level).sequence(comparisons: comparisons)
  }

  /// Says of a test that is looked at at any time who has too few yet, and where its intervals are narrowest.
  mutating func addPeeking() throws {
    guard options.isRunning, let comparisons = perInstall?.statistics.comparisons, !comparisons.isEmpty
    else { return }
    let sequence = try confidenceSequence()
    let missing = comparisons.filter {
      sequence.interval(arm: $0.counts.arm, baseline: $0.counts.baseline) == nil
    }
    if !missing.isEmpty { cautions.append(.noIntervalForLooks(missing.map(\.option))) }
    remarks.append(
      .narrowest(installs: options.plannedInstalls ?? 20_000, isPlanned: options.plannedInstalls != nil))
  }

  /// Reads the test at its looks, on installs matured by then.
  mutating func addLooks(_ table: TestTable, _ horizon: TestTable.Horizon) throws {
    guard let asOf = table.asOf, !options.earlierLooks.isEmpty,
      let comparisons = perInstall?.statistics.comparisons, !comparisons.isEmpty
    else { return }
    if options.plannedInstalls == nil {
      throw UnfitOption(
        "'--looks' needs '--planned', the installs that the test is planned for: boundaries spend by the share of them."
      )
    }
    var moments: [AsOf] = []
    var counts: [[ObservedCount]] = []
    for look in options.earlierLooks + [asOf] {
      let seconds = asOf.seconds - look.seconds
      guard seconds >= 0, seconds % 86_400 == 0 else {
        throw UnfitOption("'--looks': \(look) is not a whole number of days before --as-of, \(asOf).")
      }
      let atLook = try matured(horizon, before: seconds / 86_400)
      let before = counts.last?.map(\.n) ?? arms.map { _ in 0 }
      if zip(atLook, before).allSatisfy({ $0.n > $1 }) {
        moments.append(look)
        counts.append(atLook)
      } else {
        cautions.append(
          .lookLeftOut(look, day: horizon.day, young: arms.indices.filter { atLook[$0].n == 0 }))
      }
    }
    let test = plan(options.statistics.level)
    let readings = try comparisons.map { comparison in
      InterimLooks.Reading(
        option: comparison.option,
        sequential: try GroupSequentialReading(
          test, arm: comparison.option, baseline: baseline,
          counts: counts.map { TwoArms($0[comparison.option], against: $0[baseline]) }))
    }
    looks = InterimLooks(moments: moments, counts: counts, readings: readings)
  }

  /// Goes back to what was counted at the look that ended the test, where one did: what came later is no part of it.
  mutating func endAtLook() throws {
    guard let looks, let end = looks.end,
      let panel = panels.firstIndex(where: { $0.denominator == .installs })
    else { return }
    panels[panel] = AnalysisPanel(
      denominator: .installs,
      statistics: try CountsAnalysis(looks.counts[end], baseline: baseline, options: options.statistics))
  }

  /// What had matured a number of days before the as-of moment, per arm.
  private func matured(_ horizon: TestTable.Horizon, before days: Int) throws -> [ObservedCount] {
    try arms.indices.map { arm in
      let enrolled = horizon.enrolment.filter { $0.age >= horizon.day + days }.compactMap { $0.arms[arm] }
      return try ObservedCount(
        enrolled.reduce(0) { $0 + $1.allowed }, of: enrolled.reduce(0) { $0 + ($1.installs ?? 0) })
    }
  }
}
