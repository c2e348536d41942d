import GSLNumerics
import Inference
import TestData

extension AnalysedTest {
  /// Judges what installs were worth, by event rows.
  func value(_ values: [[InstallValue]], day: Int) throws -> Guardrail {
    let old = values.map { $0.filter { $0.age >= day } }
    let known = old.map { $0.compactMap(\.value) }
    let unknown = zip(old, known).map { $0.count - $1.count }
    let dependence = try dependence(known: known.map(\.count), unknown: unknown)
    let all = known.flatMap { $0 }
    let winsorising = all.isEmpty ? nil : try Winsorising(all)
    let moved = known.map { values in values.map { winsorising?($0) ?? $0 } }
    let moments = moved.map { SampleMoments($0) }
    let margin = marginOfValue(baselineMean: moments[baseline].mean)
    let level = bonferroniLevel
    var comparisons: [Guardrail.Comparison] = []
    for arm in arms.indices where arm != baseline {
      var made = Guardrail.Comparison(arm: arm)
      let welch: MeanDifference?
      if let (within, parts) = parts(arm) {
        let samples = parts.values(old[arm], old[baseline]) { install in
          install.value.map { winsorising?($0) ?? $0 }
        }
        welch = MeanDifference.within(samples)
        try made.rest(on: welch.map { .means($0) }, within: within, margin: margin.units)
      } else {
        welch = MeanDifference.of(moments[arm], against: moments[baseline])
      }
      made.difference = welch?.estimate
      if isLookedAtAgain {
        made.interval = try confidenceSequence().interval(arm: moments[arm], baseline: moments[baseline])
        made.method = .confidenceSequence
      } else {
        made.interval = try welch?.interval(at: level)
        made.method = .welch
        made.p = try margin.units.flatMap { units in try welch?.exceedance(of: -units).p }
      }
      made.adjusted = made.p?.multiplied(by: Double(arms.count - 1))
      judge(&made, margin.units, obstacle(arm, moments, dependence))
      comparisons.append(made)
    }
    return Guardrail(
      column: .value, margin: margin.chosen, marginInUnits: margin.units, age: day, winsorising: winsorising,
      arms: arms.indices.map { arm in
        Guardrail.Arm(
          installs: known[arm].count, unknown: unknown[arm], young: values[arm].count - old[arm].count,
          retained: nil, mean: known[arm].isEmpty ? nil : moments[arm].mean,
          moments: moments[arm])
      }, comparisons: comparisons, dependence: dependence, level: level)
  }

  /// Judges what installs were worth, by the means and standard deviations of a table of counts.
  func value(_ rows: [GuardedRow]) throws -> Guardrail {
    var moments = arms.map { _ in SampleMoments() }
    for row in rows {
      if let value = row.value { moments[row.arm].add(SampleMoments(value)) }
    }
    let margin = marginOfValue(baselineMean: moments[baseline].mean)
    let level = bonferroniLevel
    var comparisons: [Guardrail.Comparison] = []
    for arm in arms.indices where arm != baseline {
      var made = Guardrail.Comparison(arm: arm)
      let welch: MeanDifference?
      if let (within, parts) = parts(arm) {
        welch = MeanDifference.within(parts.values(rows, arm: arm, baseline: baseline))
        try made.rest(on: welch.map { .means($0) }, within: within, margin: margin.units)
      } else {
        welch = MeanDifference.of(moments[arm], against: moments[baseline])
      }
      made.difference = welch?.estimate
      made.interval = try welch?.interval(at: level)
      made.method = .welch
      made.p = try margin.units.flatMap { units in try welch?.exceedance(of: -units).p }
      made.adjusted = made.p?.multiplied(by: Double(arms.count - 1))
      judge(&made, margin.units, obstacle(arm, moments, nil))
      comparisons.append(made)
    }
    return Guardrail(
      column: .value, margin: margin.chosen, marginInUnits: margin.units, age: nil, winsorising: nil,
      arms: moments.map { arm in
        Guardrail.Arm(
          installs: arm.count, unknown: 0, young: 0, retained: nil, mean: arm.count > 0 ? arm.mean : nil,
          moments: arm)
      }, comparisons: comparisons, dependence: nil, level: level)
  }

  /// Why the value of an arm cannot be judged, whatever its interval.
  private func obstacle(_ arm: Int, _ moments: [SampleMoments], _ dependence: SignificanceTest?) -> NotJudged?
  {
    if let found = obstacle(arm, .value, dependence) { return found }
    return moments[arm].count == 0 || moments[baseline].count == 0 ? .noValues : nil
  }

  private func marginOfValue(baselineMean mean: Double) -> (chosen: GuardrailMargin, units: Double?) {
    let margin = margin(of: .value)
    return (margin, margin.isRelative ? (mean > 0 ? margin.amount * mean : nil) : margin.amount)
  }
}

extension Guardrail.Comparison {
  /// Takes the difference within parts of the test, put together, for the difference.
  mutating func rest(
    on pooled: Guardrail.PooledDifference?, within: ComparedWithin, margin: Double?
  ) throws {
    self.within = within
    self.pooled = pooled
    difference = pooled?.estimate
    p = try margin.flatMap { margin in try pooled?.exceedance(of: -margin).p }
  }
}

extension RetentionCounts {
  /// What a table of counts says of the retention of a day.
  init(day: Int, _ table: CountsTable) {
    guard let index = Self.days.firstIndex(of: day) else {
      preconditionFailure("no table has a column of retention on day \(day)")
    }
    var sums = Array(repeating: Arm(), count: table.arms.count)
    let none = sums
    var days: [Int: [Arm]] = [:]
    var clusterDays: [[ClusterDayKey: [Arm]]] = ClusterColumn.allCases.map { _ in [:] }
    for row in table.guarded {
      guard let counts = row.retained[index].map(Arm.init) else { continue }
      sums[row.arm].add(counts)
      if let day = row.day { days[day, default: none][row.arm].add(counts) }
      for column in ClusterColumn.allCases {
        guard let cluster = row[column] else { continue }
        let key = ClusterDayKey(cluster: cluster, day: row.day ?? 0)
        clusterDays[column.rawValue][key, default: none][row.arm].add(counts)
      }
    }
    self.init(
      day: day, arms: sums, installDays: days.sorted { $0.key < $1.key }.map(\.value),
      clusterDays: clusterDays.map { days in
        days.sorted { $0.key < $1.key }.map { ClusterDay(key: $0.key, arms: $0.value) }
      })
  }
}
