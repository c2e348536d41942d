import GSLNumerics
import Inference
import TestData

extension TestAnalysis {
  /// Judges what must not get worse.
  ///
  /// - Throws: ``AnalysisRefusal`` for a guardrail without its column, and what the numerical routines throw.
  mutating func addGuardrails(_ table: EventTable, day: Int) throws {
    for column in GuardrailColumn.allCases {
      let counts = table.retention.first { $0.day == column.retentionDay }
      switch (counts, column == .value ? table.values : nil) {
      case (let counts?, _): guardrails.append(try retention(counts, column))
      case (nil, let values?): guardrails.append(try value(values, day: day))
      case (nil, nil):
        if options.guardrailMargins[column] != nil { throw AnalysisRefusal.noSuchGuardrail(column) }
      }
    }
    for guardrail in guardrails { addDependence(guardrail) }
    if !guardrails.isEmpty, isLookedAtAgain, arms.count > 1 {
      remarks.append("Guardrails are judged by intervals that hold at every look.")
    }
  }

  /// Whether guardrails must hold at every look.
  public var isLookedAtAgain: Bool { options.isRunning || looks != nil }

  private func margin(of column: GuardrailColumn) -> GuardrailMargin {
    options.guardrailMargins[column] ?? .usual(for: column)
  }

  /// Warns where an empty cell depends on the arm: those that are known are no fair sample then.
  private mutating func addDependence(_ guardrail: Guardrail) {
    guard let p = guardrail.dependence?.p, p.value < Self.findingThreshold else { return }
    let counts = arms.indices.map { "\(guardrail.arms[$0].unknown) of \(quoted($0))" }
    dataProblems.append(
      "\(guardrail.column.rawValue) is empty for \(counts.joined(separator: ", ")), which depends on the arm "
        + "(\(chance(p))). This guardrail is not judged. Write 0 where nothing happened, and leave cells empty only where "
        + "it is not known.")
  }

  private func dependence(known: [Int], unknown: [Int]) throws -> TestResult? {
    arms.count > 1 ? try SplitDrift.test([unknown, known]).value : nil
  }

  /// Why a comparison cannot be judged, whatever its numbers; `nil` where it can.
  func obstacle(_ arm: Int, _ column: GuardrailColumn?, _ dependence: TestResult?) -> String? {
    if let withheld {
      switch withheld {
      case .brokenSplit: return NoValueReason.brokenSplit.description
      case .brokenMeasurement: return NoValueReason.brokenMeasurement.description
      }
    }
    if let p = dependence?.p, p.value < Self.findingThreshold { return "empty cells depend on the arm" }
    if let kind = clustered.first(where: { $0.arm == arm })?.kind {
      return "\(kind.rawValue)s and not installs were assigned"
    }
    if let drift = strata.first(where: \.splitDrifts) {
      let isPooled = drift.kind == .day && column != .value && !isLookedAtAgain
      return isPooled ? nil : "the split differs between \(drift.kind.plural)"
    }
    return nil
  }

  private func retention(_ counts: RetentionCounts, _ column: GuardrailColumn) throws -> Guardrail {
    let dependence = try dependence(known: counts.arms.map(\.installs), unknown: counts.arms.map(\.unknown))
    let observed = try counts.arms.map { try ObservedCount($0.retained, of: $0.installs) }
    let margin = margin(of: column)
    let units = margin.isRelative ? observed[baseline].rate.map { $0 * margin.amount } : margin.amount
    let level = bonferroniLevel
    var comparisons: [Guardrail.Comparison] = []
    for arm in arms.indices where arm != baseline {
      let pair = TwoArms(observed[arm], against: observed[baseline])
      var made = Guardrail.Comparison(arm: arm, difference: pair.difference.value)
      if strata.contains(where: { $0.kind == .day && $0.splitDrifts }) {
        let days = try counts.installDays.map { date in
          TwoArms(
            try ObservedCount(date[arm].retained, of: date[arm].installs),
            against: try ObservedCount(date[baseline].retained, of: date[baseline].installs))
        }
        let pooled = try MantelHaenszelDifference.of(days, at: level).value
        made.difference = pooled?.estimate ?? made.difference
        made.interval = pooled?.interval
        made.method = .mantelHaenszel
      } else if isLookedAtAgain {
        made.interval = try confidenceSequence().interval(arm: pair.arm, baseline: pair.baseline)
        made.method = .confidenceSequence
      } else {
        made.interval = try pair.farringtonManningInterval(at: level).value
        made.method = .farringtonManning
        if let units, units <= 1 { made.p = try pair.nonInferiority(margin: units).value?.p }
      }
      judge(&made, [made.interval], units, obstacle(arm, column, dependence))
      comparisons.append(made)
    }
    return Guardrail(
      column: column, margin: margin, marginInUnits: units, age: counts.day + 1, winsorising: nil,
      arms: zip(counts.arms, observed).map {
        Guardrail.Arm(
          installs: $0.installs, unknown: $0.unknown, young: $0.young, retained: $0.retained, mean: $1.rate,
          plainMean: nil, moments: nil)
      }, comparisons: comparisons, dependence: dependence, level: level)
  }

  private func value(_ values: [[InstallValue]], day: Int) throws -> Guardrail {
    let old = values.map { $0.filter { $0.age >= day } }
    let known = old.map { $0.compactMap(\.value) }
    let unknown = zip(old, known).map { $0.count - $1.count }
    let dependence = try dependence(known: known.map(\.count), unknown: unknown)
    let all = known.flatMap { $0 }
    let winsorising = all.isEmpty ? nil : try Winsorising(all, quantile: options.winsorQuantile)
    let moved = known.map { values in values.map { winsorising?($0) ?? $0 } }
    let moments = moved.map { SampleMoments($0) }
    let plain = known.map { SampleMoments($0) }
    let margin = margin(of: .value)
    let mean = moments[baseline].mean
    let units = margin.isRelative ? (mean > 0 ? margin.amount * mean : nil) : margin.amount
    let level = bonferroniLevel
    var comparisons: [Guardrail.Comparison] = []
    for arm in arms.indices where arm != baseline {
      var made = Guardrail.Comparison(arm: arm)
      let welch = MeanDifference.of(moments[arm], against: moments[baseline]).value
      made.difference = welch?.estimate
      made.plain = try MeanDifference.of(plain[arm], against: plain[baseline]).value?.interval(at: level)
      if isLookedAtAgain {
        made.interval = try confidenceSequence().interval(arm: moments[arm], baseline: moments[baseline])
        made.method = .confidenceSequence
        judge(&made, [made.interval], units, obstacle(arm, .value, dependence))
      } else {
        made.interval = try welch?.interval(at: level)
        made.method = .welch
        made.p = try units.flatMap { units in try welch?.exceedance(of: -units).p }
        made.bootstrap = try BootstrapDifference.of(moved[arm], against: moved[baseline]).value?.interval(
          at: level)
        judge(&made, [made.interval, made.bootstrap], units, obstacle(arm, .value, dependence))
      }
      comparisons.append(made)
    }
    return Guardrail(
      column: .value, margin: margin, marginInUnits: units, age: day, winsorising: winsorising,
      arms: arms.indices.map { arm in
        Guardrail.Arm(
          installs: known[arm].count, unknown: unknown[arm], young: values[arm].count - old[arm].count,
          retained: nil, mean: known[arm].isEmpty ? nil : moments[arm].mean,
          plainMean: known[arm].isEmpty ? nil : plain[arm].mean, moments: moments[arm])
      }, comparisons: comparisons, dependence: dependence, level: level)
  }

  /// Says what the intervals show, or why nothing is.
  private func judge(
    _ comparison: inout Guardrail.Comparison, _ intervals: [ConfidenceInterval?], _ margin: Double?,
    _ obstacle: String?
  ) {
    let found = intervals.compactMap { $0 }
    if found.isEmpty { comparison.method = nil }
    if let obstacle {
      comparison.reason = obstacle
    } else if let margin, found.count == intervals.count {
      comparison.finding = GuardrailFinding(found, margin: margin)
    } else if margin == nil {
      comparison.reason = "the margin is a share of the baseline's mean, which is not above 0"
    } else {
      comparison.reason =
        isLookedAtAgain
        ? "there are too few installs yet for an interval that holds at every look"
        : "there are too few installs, or no spread among them"
    }
  }
}
