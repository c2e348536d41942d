import GSLNumerics
import Inference
import TestData

/// What a guardrail is judged on: of each arm its installs, and those of parts of the test.
private struct GuardedNumbers {
  var column: GuardrailColumn
  /// The age in days from which installs are read; `nil` where the data do not say.
  var age: Int?
  var winsorising: Winsorising?
  var arms: [Sample]
  /// Installs of each arm that are old enough and not known, and those that are too young.
  var unknown: [Int]
  var young: [Int]
  /// What an arm and the baseline have in each of some parts.
  var parts: (_ arm: Int, _ parts: GuardedParts) throws -> [(arm: Sample, baseline: Sample)]
}

extension AnalysedTest {
  /// Judges what must not get worse.
  ///
  /// - Throws: ``AnalysisRefusal`` for a guardrail without its column, and what the numerical routines throw.
  mutating func addGuardrails(_ table: EventTable, day: Int) throws {
    for column in GuardrailColumn.allCases {
      if let counts = table.retention.first(where: { $0.day == column.retentionDay }) {
        try addGuardrail(retention(counts, column))
      } else if column == .value, let values = table.values {
        try addGuardrail(value(values, day: day))
      } else {
        try requireNotAsked(column)
      }
    }
  }

  /// Judges what must not get worse by numbers of installs, and by mean and standard deviation of the value.
  ///
  /// - Throws: ``AnalysisRefusal`` for a guardrail without its column, and what the numerical routines throw.
  mutating func addGuardrails(_ table: CountsTable) throws {
    for column in GuardrailColumn.allCases {
      if !table.guardrails.contains(column.rawValue) {
        try requireNotAsked(column)
      } else if let day = column.retentionDay {
        try addGuardrail(retention(RetentionCounts(day: day, table), column))
      } else {
        try addGuardrail(value(table.guarded))
        remarks.append(.valueByMoments)
      }
    }
  }

  private func requireNotAsked(_ column: GuardrailColumn) throws {
    if options.guardrailMargins[column] != nil { throw AnalysisRefusal.noSuchGuardrail(column) }
  }

  /// Whether guardrails must hold at every look.
  public var isLookedAtAgain: Bool { options.isRunning || looks != nil }

  // MARK: - What they are judged on

  private func retention(_ counts: RetentionCounts, _ column: GuardrailColumn) throws -> GuardedNumbers {
    func sample(_ arm: RetentionCounts.Arm) throws -> Sample {
      .count(try ObservedCount(arm.retained, of: arm.installs))
    }
    return GuardedNumbers(
      column: column, age: counts.day + 1, arms: try counts.arms.map(sample),
      unknown: counts.arms.map(\.unknown), young: counts.arms.map(\.young)
    ) { [baseline] arm, parts in
      try parts.counts(counts).map { (try sample($0[arm]), try sample($0[baseline])) }
    }
  }

  /// What installs were worth, by event rows.
  private func value(_ values: [[InstallValue]], day: Int) throws -> GuardedNumbers {
    let old = values.map { $0.filter { $0.age >= day } }
    let known = old.map { $0.compactMap(\.value) }
    let all = known.flatMap { $0 }
    let winsorising = all.isEmpty ? nil : try Winsorising(all)
    return GuardedNumbers(
      column: .value, age: day, winsorising: winsorising,
      arms: known.map { values in .values(SampleMoments(values.map { winsorising?($0) ?? $0 })) },
      unknown: zip(old, known).map { $0.count - $1.count },
      young: zip(values, old).map { $0.count - $1.count }
    ) { [baseline] arm, parts in
      parts.values(old[arm], old[baseline]) { install in install.value.map { winsorising?($0) ?? $0 } }
        .map { (.values($0.arm), .values($0.baseline)) }
    }
  }

  /// What installs were worth, by the means and standard deviations of a table of counts.
  private func value(_ rows: [GuardedRow]) -> GuardedNumbers {
    var moments = arms.map { _ in SampleMoments() }
    for row in rows {
      if let value = row.value { moments[row.arm].add(SampleMoments(value)) }
    }
    let none = arms.map { _ in 0 }
    return GuardedNumbers(
      column: .value, age: nil, arms: moments.map { .values($0) }, unknown: none, young: none
    ) { [baseline] arm, parts in
      parts.values(rows, arm: arm, baseline: baseline).map { (.values($0.arm), .values($0.baseline)) }
    }
  }

  // MARK: - How they are judged

  /// Judges a guardrail, and warns where an empty cell depends on the arm: those that are known are no fair sample then.
  private mutating func addGuardrail(_ numbers: GuardedNumbers) throws {
    let margin = options.guardrailMargins[numbers.column] ?? .usual(for: numbers.column)
    let base = numbers.arms[baseline].mean
    let units = margin.isRelative ? base.flatMap { $0 > 0 ? $0 * margin.amount : nil } : margin.amount
    let shared = try SharedLevel(options.statistics.level, numbers.arms, baseline: baseline)
    let dependence =
      arms.count > 1 ? try SplitDrift.test([numbers.unknown, numbers.arms.map(\.size)]) : nil
    var comparisons: [Guardrail.Comparison] = []
    for arm in arms.indices where arm != baseline {
      var made = Guardrail.Comparison(arm: arm)
      let contrast: Contrast?
      if let (within, parts) = parts(arm) {
        contrast = try Contrast(within: numbers.parts(arm, parts))
        made.within = within
        made.contrast = contrast
      } else {
        contrast = Contrast(numbers.arms[arm], against: numbers.arms[baseline])
      }
      made.difference = contrast?.estimate
      if isLookedAtAgain {
        made.interval = try confidenceSequence().interval(numbers.arms[arm], numbers.arms[baseline])
        made.method = .confidenceSequence
      } else if let contrast {
        made.interval = try contrast.interval(at: shared.level)
        made.method = Guardrail.Method(contrast)
        if let units, let test = try contrast.exceedance(of: -units) {
          (made.p, made.adjusted) = (test.p, try shared.adjusted(test))
        }
      }
      judge(&made, units, obstacle(arm, numbers, dependence))
      comparisons.append(made)
    }
    guardrails.append(
      Guardrail(
        column: numbers.column, margin: margin, marginInUnits: units, age: numbers.age,
        winsorising: numbers.winsorising,
        arms: arms.indices.map { arm in
          Guardrail.Arm(
            sample: numbers.arms[arm], unknown: numbers.unknown[arm], young: numbers.young[arm])
        }, comparisons: comparisons, dependence: dependence, level: shared.level))
    if let p = dependence?.p, p.value < Self.findingThreshold {
      dataProblems.append(.emptyCells(numbers.column, numbers.unknown, p))
    }
  }

  private func obstacle(
    _ arm: Int, _ numbers: GuardedNumbers, _ dependence: SignificanceTest?
  ) -> NotJudged? {
    if let found = obstacle(arm, numbers.column, dependence) { return found }
    let isEmpty = numbers.arms[arm].size == 0 || numbers.arms[baseline].size == 0
    return numbers.column == .value && isEmpty ? .noValues : nil
  }

  /// Why a comparison cannot be judged, whatever its numbers; `nil` where it can.
  func obstacle(_ arm: Int, _ column: GuardrailColumn?, _ dependence: SignificanceTest?) -> NotJudged? {
    if let withheld { return .noVerdict(withheld) }
    if let p = dependence?.p, p.value < Self.findingThreshold { return .emptyCellsDependOnArm }
    if let kind = clustered.first(where: { $0.arm == arm })?.kind { return .assigned(kind) }
    if let within = comparedWithin(arm) {
      if isLookedAtAgain || (column != nil && within == .segments) { return .splitDiffers(within) }
      if sharedClusters.contains(where: { $0.arm == arm && $0.clusters.isEmpty }) {
        return .noVerdict(.littleShared)
      }
    }
    return nil
  }

  /// The parts that an arm is compared within; `nil` where all installs are read together.
  private func parts(_ arm: Int) -> (within: ComparedWithin, parts: GuardedParts)? {
    guard let within = comparedWithin(arm), within != .segments, !isLookedAtAgain else { return nil }
    return (within, GuardedParts(within, shared: sharedClusters.first { $0.arm == arm }))
  }

  /// Says what the interval shows, or why nothing is.
  private func judge(_ comparison: inout Guardrail.Comparison, _ margin: Double?, _ obstacle: NotJudged?) {
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

extension ConfidenceSequence {
  /// The interval for the difference of two samples that may be read at every look.
  func interval(_ arm: Sample, _ baseline: Sample) -> ConfidenceInterval? {
    switch (arm, baseline) {
    case (.count(let arm), .count(let baseline)): interval(arm: arm, baseline: baseline)
    case (.values(let arm), .values(let baseline)): interval(arm: arm, baseline: baseline)
    case (.count, _), (.values, _): nil
    }
  }
}

extension RetentionCounts {
  /// What a table of counts says of the retention of a day.
  fileprivate init(day: Int, _ table: CountsTable) {
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
