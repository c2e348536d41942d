import GSLNumerics
import Inference
import TestData

/// What a guardrail is judged on: of each arm its installs, and those of parts of the test.
private struct GuardedNumbers {
  let column: GuardrailColumn
  /// The age in days from which installs are read; `nil` where the data do not say.
  let age: Int?
  private(set) var winsorising: Winsorising?
  private(set) var arms: [Guardrail.Arm]
  private let rows: GuardedRows

  /// - Parameters:
  ///   - day: the day by which event rows are read; `nil` for a table of counts.
  ///   - arms: how many there are.
  init(_ column: GuardrailColumn, day: Int?, arms: Int, _ rows: @escaping GuardedRows) throws {
    self.column = column
    self.rows = rows
    age = column.retentionDay.map { $0 + 1 } ?? day
    self.arms = Array(repeating: Guardrail.Arm(sample: .none(of: column)), count: arms)
    if column == .value, day != nil {
      var all: [Double] = []
      try rows(column) { row in
        if !isYoung(row), case .values(_, let mean, _)? = row.measured { all.append(mean) }
      }
      if !all.isEmpty { winsorising = try Winsorising(all) }
    }
    try rows(column) { row in
      if isYoung(row) {
        self.arms[row.arm].young += 1
      } else if let sample = try sample(row) {
        try self.arms[row.arm].sample.add(sample)
      } else {
        self.arms[row.arm].unknown += 1
      }
    }
  }

  private func isYoung(_ row: GuardedRow) -> Bool { row.place.age.map { $0 < age ?? 0 } ?? false }

  /// What a row says of the column; `nil` where that is not known.
  private func sample(_ row: GuardedRow) throws -> Sample? {
    switch row.measured {
    case .retained(let retained, let installs)?: .count(try ObservedCount(retained, of: installs))
    case .values(let installs, let mean, let deviation)?:
      .values(SampleMoments(count: installs, mean: winsorising?(mean) ?? mean, deviation: deviation))
    case nil: nil
    }
  }

  /// What two arms have in each part of the test, in the order of the parts.
  func within(_ parts: ComparedParts, baseline: Int) throws -> [(arm: Sample, baseline: Sample)] {
    var found: [Int: (arm: Sample, baseline: Sample)] = [:]
    let none = (arm: Sample.none(of: column), baseline: Sample.none(of: column))
    try rows(column) { row in
      guard row.arm == parts.option || row.arm == baseline, !isYoung(row), let sample = try sample(row),
        let key = parts.key(row.place)
      else { return }
      if row.arm == parts.option {
        try found[key, default: none].arm.add(sample)
      } else {
        try found[key, default: none].baseline.add(sample)
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension AnalysedTest {
  /// Judges what must not get worse.
  ///
  /// - Throws: ``UnfitOption`` for a guardrail without its column, and what the numerical routines throw.
  mutating func addGuardrails(_ table: TestTable) throws {
    for column in GuardrailColumn.allCases {
      if table.guardrails.contains(column) {
        try addGuardrail(
          GuardedNumbers(column, day: asOf == nil ? nil : day, arms: arms.count, table.guarded))
      } else if options.guardrailMargins[column] != nil {
        throw UnfitOption(
          column == .value
            ? "'--guardrail value': the data have no column 'value'. Event rows have it, and a table of counts has "
              + "'value_mean' and 'value_sd': a mean alone has no interval."
            : "'--guardrail \(column.rawValue)': the data have no column '\(column.rawValue)'. Event rows have it as 0 or 1, "
              + "a table of counts as the number of installs.")
      }
    }
  }

  /// Judges a guardrail, and warns where an empty cell depends on the arm: those that are known are no fair sample then.
  private mutating func addGuardrail(_ numbers: GuardedNumbers) throws {
    let column = numbers.column
    let margin = options.guardrailMargins[column] ?? .usual(for: column)
    let base = numbers.arms[baseline].mean
    let units = margin.isRelative ? base.flatMap { $0 > 0 ? $0 * margin.amount : nil } : margin.amount
    let unknown = numbers.arms.map(\.unknown)
    // Means share the level by Bonferroni's inequality.
    let together =
      try column == .value
      ? SimultaneousComparisons(bonferroni: options.statistics.level, over: arms.count - 1)
      : SimultaneousComparisons(
        options.statistics.level, people: numbers.arms.map(\.installs), baseline: baseline)
    var guardrail = Guardrail(
      column: column, margin: margin, marginInUnits: units, age: numbers.age,
      winsorising: numbers.winsorising, arms: numbers.arms,
      dependence: arms.count > 1 ? try SplitDrift.test([unknown, numbers.arms.map(\.installs)]) : nil,
      level: together.level)
    guardrail.comparisons = try arms.indices.filter { $0 != baseline }.map { arm in
      var made = Guardrail.Comparison(option: arm)
      let contrast: (any ArmContrast)?
      if let parts = parts(of: arm), parts.within.column != .segment, !isLookedAtAgain {
        made.combined = .combined(try numbers.within(parts, baseline: baseline))
        made.within = parts.within
        contrast = made.combined
      } else {
        contrast = numbers.arms[arm].sample.against(numbers.arms[baseline].sample)
      }
      made.difference = contrast?.difference
      if isLookedAtAgain {
        made.method = .confidenceSequence
        made.interval = try confidenceSequence()
          .interval(numbers.arms[arm].sample, numbers.arms[baseline].sample)
      } else if let contrast {
        made.method = column == .value ? .welch : made.within == nil ? .miettinenNurminen : .mantelHaenszel
        made.interval = try contrast.interval(at: together.level)
        if let units, let test = try contrast.exceedance(of: -units) {
          made.p = test.p
          made.adjusted =
            column == .value
            ? test.p.multiplied(by: Double(arms.count - 1)) : try together.oneSided(test.statistic)
        }
      }
      if made.interval == nil { made.method = nil }
      made.reason = reasonNotJudged(made, guardrail)
      return made
    }
    guardrails.append(guardrail)
    if let p = guardrail.dependence?.p, p.value < Self.findingThreshold {
      dataProblems.append(.emptyCells(column, unknown, p))
    }
  }

  private func reasonNotJudged(_ comparison: Guardrail.Comparison, _ guardrail: Guardrail) -> NotJudged? {
    if let found = obstacle(comparison.option, guardrail) { return found }
    if guardrail.marginInUnits == nil, guardrail.arms[baseline].installs > 0 { return .marginOfNothing }
    return comparison.interval != nil ? nil : isLookedAtAgain ? .tooFewForEveryLook : .tooFew
  }

  /// Why a comparison cannot be judged, whatever its numbers; `nil` where it can.
  ///
  /// - Parameter guardrail: what is compared; `nil` for those who allowed.
  func obstacle(_ arm: Int, _ guardrail: Guardrail?) -> NotJudged? {
    if let withheld { return .noVerdict(withheld) }
    if let p = guardrail?.dependence?.p, p.value < Self.findingThreshold { return .emptyCellsDependOnArm }
    if let kind = clustered.first(where: { $0.option == arm })?.kind,
      guardrail != nil || differenceOverClusters(arm) == nil
    {
      return .assigned(kind)
    }
    guard let parts = parts(of: arm) else { return nil }
    if isLookedAtAgain || (guardrail != nil && parts.within.column == .segment) {
      return .splitDiffers(parts.within)
    }
    return parts.shared?.clusters.isEmpty ?? false ? .noVerdict(.littleShared) : nil
  }
}
