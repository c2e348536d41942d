import ArgumentParser
import Studies
import TestAnalysis

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

  func validate() throws {
    let columns = guardrail.map(\.column)
    if let twice = columns.first(where: { column in columns.filter { $0 == column }.count > 1 }) {
      throw ValidationError("'--guardrail' names '\(twice.rawValue)' twice.")
    }
  }

  /// Adds what was chosen.
  func add(to options: inout AnalysisOptions) {
    options.nonInferiorityMargin = nonInferior
    for guardrail in guardrail { options.guardrailMargins[guardrail.column] = guardrail.margin }
  }
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
