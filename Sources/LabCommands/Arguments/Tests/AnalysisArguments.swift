import ArgumentParser
import Inference
import Studies
import TestAnalysis
import TestData

/// The options of an analysis that are about its statistics.
struct AnalysisArguments: ParsableArguments {
  @Option(
    .name, value: "name", help: "The option to compare with. (default: the first; of event rows by name)")
  var baseline: String?

  @Option(.confidence, help: "The confidence of intervals, as 95% or 0.95. (default: 95%)")
  var confidence = ConfidenceLevel.ninetyFive

  @Option(
    .split, value: "shares",
    help:
      "How installs were meant to be split, as launch=2,later=1; without names in the order of the data. (default: evenly)"
  )
  var allocation: SplitText?

  @Option(
    .margin(orZero: true), value: "difference",
    help: "The smallest difference that matters, as 0.5pp or 0.005. (default: 0.5pp)")
  var margin = 0.005
}

/// The options of an analysis that say what must not get worse.
struct GuardrailArguments: ParsableArguments {
  @Option(
    .guardrail, value: "column=margin",
    help:
      "How much worse a column may be: retained_d1, retained_d7 or value, with a margin as 0.5pp, 5% of the baseline or a number; repeatable. (default: every such column, 0.5pp of retention, 5% of value)"
  )
  var guardrail: [GuardrailArgument] = []

  @Option(
    .margin(orZero: true), value: "margin",
    help: "Also ask whether options are not worse than the baseline by this much or more, as 0.5pp or 0.005.")
  var nonInferior: Double?
}

/// A column of data that must not get worse, as somebody types it: `retained_d7=0.5pp`.
struct GuardrailArgument {
  var column: GuardrailColumn
  var margin: GuardrailMargin

  /// Reads it; `nil` for no column or no margin.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let column = GuardrailColumn(rawValue: parts[0]) else { return nil }
    self.column = column
    margin = .usual(for: column)
    guard parts.count > 1 else { return }
    let (size, isShare, isRelative) = (parts[1], column != .value, parts[1].hasSuffix("%"))
    let amount = isRelative ? Double(size.dropLast()).map { $0 / 100 } : readDifference(size)
    guard let amount, amount >= 0, amount < (isShare || isRelative ? 1 : .infinity),
      isShare || !size.hasSuffix("pp")
    else { return nil }
    margin = isRelative ? GuardrailMargin(amount, isRelative: true) : GuardrailMargin(amount)
  }
}

extension ValueReader<GuardrailArgument> {
  static var guardrail: Self {
    let columns = GuardrailColumn.allCases.map(\.rawValue).joined(separator: ", ")
    return Self(
      expecting: "\(columns), with or without a margin, as retained_d7=0.5pp, retained_d7=5% or value=0.02"
    ) { GuardrailArgument($0) }
  }
}

/// The options of an analysis that are about event rows.
struct EventArguments: ParsableArguments {
  @Option(
    .asOf, value: "date",
    help: "The moment up to which event rows are complete; a date alone is the end of that day in UTC.")
  var asOf: AsOf?

  @Option(
    .within(1...3650),
    help:
      "Compare by this day after the install, among installs at least that old; needed by --peek, --looks and --planned. (default: the largest of 1, 3, 7, 14 and 30 that half of every option has reached)"
  )
  var day: Int?

  @Flag(help: "The test is still running and will be looked at again: judge by what holds at every look.")
  var peek = false

  @Option(
    .looks, value: "dates",
    help:
      "Dates of the looks before --as-of, separated by commas. The boundaries correct for these looks. Needs --planned."
  )
  var looks: [AsOf]?

  @Option(
    .within(1...1_000_000_000), value: "installs",
    help:
      "Installs of all options that the test is planned for, fixed before the first look; for intervals that hold at every look. (default: 20000)"
  )
  var planned: Int?

  /// The days that rates are counted at: those of the ladder, and the one that was chosen.
  var days: [Int] { Set(DayComparison.days + [day].compactMap { $0 }).sorted() }

  func validate() throws {
    if let asOf, let last = looks?.last, last >= asOf {
      throw ValidationError("'--looks': looks come before --as-of; \(last) is not before \(asOf).")
    }
  }
}
