import GSLNumerics
public import Inference
public import TestData
public import TextFormats

/// A test that was looked at several times against its plan: at each look the installs matured by then.
public struct InterimLooks: Encodable, Sendable {
  /// One comparison at its looks.
  public struct Reading: Encodable, Sendable {
    /// The position of the arm.
    @OptionNames public private(set) var arm: Int
    /// The boundaries and what was found; `nil` where no look had anybody.
    public let sequential: GroupSequentialReading?

    private enum CodingKeys: String, CodingKey {
      case arm = "option"
      case sequential
    }

    /// The position of the look that decides: the first that crosses its boundary, or else the last
    /// that has one; a look after the plan is complete has nothing left to spend.
    public var decidingIndex: Int? {
      guard let sequential else { return nil }
      return sequential.firstCrossing ?? sequential.looks.lastIndex { $0.interval != nil }
    }

    /// The look that decides.
    public var deciding: GroupSequentialReading.Look? {
      decidingIndex.flatMap { sequential?.looks[$0] }
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
    let crossings = readings.compactMap { $0.sequential?.firstCrossing }
    return crossings.count == readings.count ? crossings.max() : nil
  }
}

extension AnalysedTest {
  /// Reads the test at its looks, on installs matured by then.
  mutating func addLooks(_ horizon: EventTable.Horizon, asOf: AsOf) throws {
    guard !options.earlierLooks.isEmpty,
      let panel = panels.first(where: { $0.denominator == .installs }),
      !panel.statistics.comparisons.isEmpty
    else { return }
    guard let planned = options.plannedInstalls else { throw AnalysisRefusal.looksNeedPlan }
    var moments: [AsOf] = []
    var counts: [[ObservedCount]] = []
    for look in options.earlierLooks + [asOf] {
      let seconds = asOf.moment.seconds - look.moment.seconds
      guard seconds >= 0, seconds % 86_400 == 0 else {
        throw AnalysisRefusal.lookBetweenDays(look: look, asOf: asOf)
      }
      let atLook = try matured(horizon, before: Int(seconds / 86_400))
      let before = counts.last?.map(\.n) ?? arms.map { _ in 0 }
      let grows = zip(atLook, before).allSatisfy { $0.n > $1 }
      if grows {
        moments.append(look)
        counts.append(atLook)
      } else {
        cautions.append(
          .lookLeftOut(look, day: horizon.day, young: arms.indices.filter { atLook[$0].n == 0 }))
      }
    }
    let test = LookedAtTest(
      planned: planned, shares: options.allocation ?? arms.map { _ in 1 }, level: options.statistics.level)
    var readings: [InterimLooks.Reading] = []
    for comparison in panel.statistics.comparisons {
      let plan = try test.plan(arm: comparison.arm, baseline: baseline)
      readings.append(
        InterimLooks.Reading(
          arm: comparison.arm,
          sequential: counts.isEmpty
            ? nil
            : try GroupSequentialReading(
              plan, counts: counts.map { TwoArms($0[comparison.arm], against: $0[baseline]) })))
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
  private func matured(_ horizon: EventTable.Horizon, before days: Int) throws -> [ObservedCount] {
    try arms.indices.map { arm in
      let enrolled = horizon.enrolment.filter { $0.age >= horizon.day + days }.compactMap { $0.arms[arm] }
      return try ObservedCount(
        enrolled.reduce(0) { $0 + $1.allowed }, of: enrolled.reduce(0) { $0 + ($1.installs ?? 0) })
    }
  }
}
