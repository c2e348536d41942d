import GSLNumerics
import Inference
import TestData

extension AnalysedTest {
  /// Judges what must not get worse.
  ///
  /// - Throws: ``AnalysisRefusal`` for a guardrail without its column, and what the numerical routines throw.
  mutating func addGuardrails(_ table: EventTable, day: Int) throws {
    for column in GuardrailColumn.allCases {
      let counts = table.retention.first { $0.day == column.retentionDay }
      switch (counts, column == .value ? table.values : nil) {
      case (let counts?, _): guardrails.append(try retention(counts, column))
      case (nil, let values?): guardrails.append(try value(values, day: day))
      case (nil, nil): try requireNotAsked(column)
      }
    }
    for guardrail in guardrails { addDependence(guardrail) }
  }

  /// Judges what must not get worse by numbers of installs, and by mean and standard deviation of the value.
  ///
  /// - Throws: ``AnalysisRefusal`` for a guardrail without its column, and what the numerical routines throw.
  mutating func addGuardrails(_ table: CountsTable) throws {
    for column in GuardrailColumn.allCases {
      if !table.guardrails.contains(column.rawValue) {
        try requireNotAsked(column)
      } else if let day = column.retentionDay {
        guardrails.append(try retention(RetentionCounts(day: day, table), column))
      } else {
        guardrails.append(try value(table.guarded))
        remarks.append(.valueByMoments)
      }
    }
    for guardrail in guardrails { addDependence(guardrail) }
  }

  private func requireNotAsked(_ column: GuardrailColumn) throws {
    if options.guardrailMargins[column] != nil { throw AnalysisRefusal.noSuchGuardrail(column) }
  }

  /// Whether guardrails must hold at every look.
  public var isLookedAtAgain: Bool { options.isRunning || looks != nil }

  func margin(of column: GuardrailColumn) -> GuardrailMargin {
    options.guardrailMargins[column] ?? .usual(for: column)
  }

  /// Warns where an empty cell depends on the arm: those that are known are no fair sample then.
  private mutating func addDependence(_ guardrail: Guardrail) {
    guard let p = guardrail.dependence?.p, p.value < Self.findingThreshold else { return }
    dataProblems.append(.emptyCells(guardrail.column, guardrail.arms.map(\.unknown), p))
  }

  func dependence(known: [Int], unknown: [Int]) throws -> SignificanceTest? {
    arms.count > 1 ? try SplitDrift.test([unknown, known]) : nil
  }

  /// Why a comparison cannot be judged, whatever its numbers; `nil` where it can.
  func obstacle(_ arm: Int, _ column: GuardrailColumn?, _ dependence: SignificanceTest?) -> NotJudged? {
    if let withheld { return .noVerdict(withheld) }
    if let p = dependence?.p, p.value < Self.findingThreshold { return .emptyCellsDependOnArm }
    if let kind = clustered.first(where: { $0.arm == arm })?.kind {
      return .assigned(kind)
    }
    if let within = comparedWithin(arm) {
      if isLookedAtAgain || (column != nil && within == .segments) {
        return .splitDiffers(within)
      }
      if sharedClusters.contains(where: { $0.arm == arm && $0.clusters.isEmpty }) {
        return .noVerdict(.littleShared)
      }
    }
    return nil
  }

  /// The parts that an arm is compared within; `nil` where all installs are read together.
  func parts(_ arm: Int) -> (within: ComparedWithin, parts: GuardedParts)? {
    guard let within = comparedWithin(arm), within != .segments, !isLookedAtAgain else { return nil }
    return (within, GuardedParts(within, shared: sharedClusters.first { $0.arm == arm }))
  }

  private func retention(_ counts: RetentionCounts, _ column: GuardrailColumn) throws -> Guardrail {
    let dependence = try dependence(known: counts.arms.map(\.installs), unknown: counts.arms.map(\.unknown))
    let observed = try counts.arms.map { try ObservedCount($0.retained, of: $0.installs) }
    let margin = margin(of: column)
    let units = margin.isRelative ? observed[baseline].rate.map { $0 * margin.amount } : margin.amount
    let together = try SimultaneousComparisons(
      options.statistics.level, people: observed.map(\.n), baseline: baseline)
    let level = together.level
    var comparisons: [Guardrail.Comparison] = []
    for arm in arms.indices where arm != baseline {
      let pair = TwoArms(observed[arm], against: observed[baseline])
      var made = Guardrail.Comparison(arm: arm, difference: pair.difference)
      if let (within, parts) = parts(arm) {
        let pairs = try parts.counts(counts).map { part in
          TwoArms(
            try ObservedCount(part[arm].retained, of: part[arm].installs),
            against: try ObservedCount(part[baseline].retained, of: part[baseline].installs))
        }
        let pooled = try MantelHaenszelDifference.of(pairs, at: level)
        made.interval = pooled?.interval
        made.method = .mantelHaenszel
        try made.rest(on: pooled.map { .rates($0) }, within: within, margin: units)
        if let pooled, let units {
          made.adjusted = try together.oneSided((pooled.estimate + units) / pooled.standardError)
        }
      } else if isLookedAtAgain {
        made.interval = try confidenceSequence().interval(arm: pair.arm, baseline: pair.baseline)
        made.method = .confidenceSequence
      } else {
        made.interval = try pair.interval(at: level)
        made.method = .miettinenNurminen
        if let units, units <= 1, let test = try pair.nonInferiority(margin: units) {
          made.p = test.p
          made.adjusted = try test.statistic.map(together.oneSided)
        }
      }
      judge(&made, units, obstacle(arm, column, dependence))
      comparisons.append(made)
    }
    return Guardrail(
      column: column, margin: margin, marginInUnits: units, age: counts.day + 1, winsorising: nil,
      arms: zip(counts.arms, observed).map {
        Guardrail.Arm(
          installs: $0.installs, unknown: $0.unknown, young: $0.young, retained: $0.retained, mean: $1.rate,
          moments: nil)
      }, comparisons: comparisons, dependence: dependence, level: level)
  }

  /// Says what the interval shows, or why nothing is.
  func judge(_ comparison: inout Guardrail.Comparison, _ margin: Double?, _ obstacle: NotJudged?) {
    if comparison.interval == nil { comparison.method = nil }
    if let obstacle {
      comparison.reason = obstacle
    } else if let margin, let interval = comparison.interval {
      comparison.finding = GuardrailFinding(interval, margin: margin)
    } else if margin == nil {
      comparison.reason = .marginOfNothing
    } else {
      comparison.reason = isLookedAtAgain ? .tooFewForEveryLook : .tooFew
    }
  }
}
