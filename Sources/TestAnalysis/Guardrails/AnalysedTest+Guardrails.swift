import GSLNumerics
import Inference
import TestData

/// Hands on what each row of a table says of guardrails.
private typealias GuardedRows = ((GuardedRow) throws -> Void) throws -> Void

/// What a guardrail is judged on: of each arm its installs, and those of parts of the test.
private struct GuardedNumbers {
  let column: GuardrailColumn
  /// The age in days from which installs are read; `nil` where the data do not say.
  let age: Int?
  private(set) var winsorising: Winsorising?
  private(set) var arms: [Sample]
  /// Installs of each arm that are old enough and not known, and those that are too young.
  private(set) var unknown: [Int]
  private(set) var young: [Int]
  private let rows: GuardedRows

  /// - Parameters:
  ///   - day: the day by which event rows are read; `nil` for a table of counts.
  ///   - arms: how many there are.
  init(_ column: GuardrailColumn, day: Int?, arms: Int, _ rows: @escaping GuardedRows) throws {
    self.column = column
    self.rows = rows
    age = column.retentionDay.map { $0 + 1 } ?? day
    self.arms = Array(repeating: .none(of: column), count: arms)
    unknown = Array(repeating: 0, count: arms)
    young = unknown
    if column == .value, day != nil {
      var all: [Double] = []
      try rows { row in if !isYoung(row), let value = row.value { all.append(value.mean) } }
      if !all.isEmpty { winsorising = try Winsorising(all) }
    }
    try rows { row in
      if isYoung(row) {
        young[row.arm] += 1
      } else if let sample = try sample(row) {
        try self.arms[row.arm].add(sample)
      } else if row.age != nil {
        unknown[row.arm] += 1
      }
    }
  }

  private func isYoung(_ row: GuardedRow) -> Bool { row.age.map { $0 < age ?? 0 } ?? false }

  /// What a row says of the column; `nil` where that is not known.
  private func sample(_ row: GuardedRow) throws -> Sample? {
    if let day = column.retentionDay {
      return try GuardedRow.retentionDays.firstIndex(of: day).flatMap { row[retained: $0] }
        .map { .count(try ObservedCount($0.retained, of: $0.installs)) }
    }
    return row.value.map {
      .values(
        SampleMoments(count: $0.installs, mean: winsorising?($0.mean) ?? $0.mean, deviation: $0.deviation))
    }
  }

  /// What two arms have in each part of the test, in the order of the parts.
  func within(_ parts: ComparedParts, baseline: Int) throws -> [(arm: Sample, baseline: Sample)] {
    var found: [ClusterDayKey: (arm: Sample, baseline: Sample)] = [:]
    try rows { row in
      guard row.arm == parts.arm || row.arm == baseline, !isYoung(row), let sample = try sample(row),
        let key = parts.key(row)
      else { return }
      if row.arm == parts.arm {
        try found[key, default: (.none(of: column), .none(of: column))].arm.add(sample)
      } else {
        try found[key, default: (.none(of: column), .none(of: column))].baseline.add(sample)
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension AnalysedTest {
  /// Judges what must not get worse.
  ///
  /// - Throws: ``AnalysisRefusal`` for a guardrail without its column, and what the numerical routines throw.
  mutating func addGuardrails(_ table: EventTable, day: Int) throws {
    try addGuardrails(table.guardrails, day: day) { try table.guarded($0) }
  }

  /// Judges what must not get worse by numbers of installs, and by mean and standard deviation of the value.
  mutating func addGuardrails(_ table: CountsTable) throws {
    try addGuardrails(table.guardrails, day: nil) { try table.guarded.forEach($0) }
  }

  private mutating func addGuardrails(
    _ columns: Set<String>, day: Int?, _ rows: @escaping GuardedRows
  ) throws {
    for column in GuardrailColumn.allCases {
      if columns.contains(column.rawValue) {
        try addGuardrail(GuardedNumbers(column, day: day, arms: arms.count, rows))
      } else if options.guardrailMargins[column] != nil {
        throw AnalysisRefusal.noSuchGuardrail(column)
      }
    }
  }

  /// Whether guardrails must hold at every look.
  public var isLookedAtAgain: Bool { options.isRunning || looks != nil }

  /// Judges a guardrail, and warns where an empty cell depends on the arm: those that are known are no fair sample then.
  private mutating func addGuardrail(_ numbers: GuardedNumbers) throws {
    let margin = options.guardrailMargins[numbers.column] ?? .usual(for: numbers.column)
    let base = numbers.arms[baseline].mean
    let units = margin.isRelative ? base.flatMap { $0 > 0 ? $0 * margin.amount : nil } : margin.amount
    let isShare = numbers.column != .value
    // Means share the level by Bonferroni's inequality.
    let together =
      try isShare
      ? SimultaneousComparisons(
        options.statistics.level, people: numbers.arms.map(\.size), baseline: baseline)
      : SimultaneousComparisons(bonferroni: options.statistics.level, over: arms.count - 1)
    let dependence =
      arms.count > 1 ? try SplitDrift.test([numbers.unknown, numbers.arms.map(\.size)]) : nil
    var comparisons: [Guardrail.Comparison] = []
    for arm in arms.indices where arm != baseline {
      var made = Guardrail.Comparison(arm: arm)
      let contrast: (any ArmContrast)?
      if let parts = parts(of: arm), parts.within != .segments, !isLookedAtAgain {
        made.combined = .combined(try numbers.within(parts, baseline: baseline))
        made.within = parts.within
        contrast = made.combined
      } else {
        contrast = numbers.arms[arm].against(numbers.arms[baseline])
      }
      made.difference = contrast?.difference
      if isLookedAtAgain {
        made.interval = try confidenceSequence().interval(numbers.arms[arm], numbers.arms[baseline])
        made.method = .confidenceSequence
      } else if let contrast {
        made.interval = try contrast.interval(at: together.level)
        made.method = isShare ? made.within == nil ? .miettinenNurminen : .mantelHaenszel : .welch
        if let units, let test = try contrast.exceedance(of: -units) {
          made.p = test.p
          made.adjusted =
            isShare
            ? try together.oneSided(test.statistic) : test.p.multiplied(by: Double(arms.count - 1))
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
        }, comparisons: comparisons, dependence: dependence, level: together.level))
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
    if let kind = clustered.first(where: { $0.arm == arm })?.kind,
      column != nil || differenceOverClusters(arm) == nil
    {
      return .assigned(kind)
    }
    guard let parts = parts(of: arm) else { return nil }
    if isLookedAtAgain || (column != nil && parts.within == .segments) { return .splitDiffers(parts.within) }
    return parts.shared?.clusters.isEmpty ?? false ? .noVerdict(.littleShared) : nil
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
  func interval(_ arm: Sample, _ baseline: Sample) -> Interval? {
    switch (arm, baseline) {
    case (.count(let arm), .count(let baseline)): interval(arm: arm, baseline: baseline)
    case (.values(let arm), .values(let baseline)): interval(arm: arm, baseline: baseline)
    case (.count, _), (.values, _): nil
    }
  }
}
