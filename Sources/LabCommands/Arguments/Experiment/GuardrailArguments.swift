import ArgumentParser
import Rendering
import Studies
import TestAnalysis

/// The options of an analysis that say what must not get worse.
struct GuardrailArguments: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "How much worse a column may be: retained_d1, retained_d7 or value, with a margin as 0.5pp, 5% of the baseline or a number; repeatable. (default: every such column, 0.5pp of retention, 5% of value)",
      valueName: "column=margin"))
  var guardrail: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Also ask whether options are not worse than the baseline by this much or more, as 0.5pp or 0.005.",
      valueName: "margin"))
  var nonInferior: String?

  /// Adds what was chosen.
  ///
  /// - Throws: `ValidationError` for what is no column or no margin.
  func add(to options: inout AnalysisOptions) throws {
    options.nonInferiorityMargin = try nonInferior.map { text in
      guard let margin = Self.margin(text), !margin.isRelative, margin.amount < 1 else {
        throw ValidationError(
          "'--non-inferior \(text)': expected a margin as 0.5pp or 0.005, from 0 to below 1.")
      }
      return margin.amount
    }
    for text in guardrail {
      let (column, margin) = try Self.guardrail(text)
      guard options.guardrailMargins.updateValue(margin, forKey: column) == nil else {
        throw ValidationError("'--guardrail' names '\(column.rawValue)' twice.")
      }
    }
  }

  private static func guardrail(_ text: String) throws -> (GuardrailColumn, GuardrailMargin) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let column = GuardrailColumn(rawValue: parts[0]) else {
      throw ValidationError(
        "'--guardrail \(text)': expected \(GuardrailColumn.allCases.map(\.rawValue).joined(separator: ", ")), with or "
          + "without =MARGIN, found '\(parts[0])'.")
    }
    guard parts.count > 1 else { return (column, .usual(for: column)) }
    let isShare = column != .value
    guard let margin = margin(parts[1]), margin.amount < (isShare || margin.isRelative ? 1 : .infinity),
      isShare || !parts[1].hasSuffix("pp")
    else {
      throw ValidationError(
        "'--guardrail \(text)': expected a margin \(isShare ? "as 0.5pp, 0.005 or 5%" : "as 5% or 0.02"), at least 0, "
          + "found '\(parts[1])'.")
    }
    return (column, margin)
  }

  /// `0.5pp`, `5%` of the baseline, or a number; `nil` for anything else.
  static func margin(_ text: String) -> GuardrailMargin? {
    if text.hasSuffix("%") {
      guard let share = Double(text.dropLast()), share >= 0, share.isFinite else { return nil }
      return GuardrailMargin(share / 100, isRelative: true)
    }
    guard let amount = ShareText.difference(text), amount >= 0 else { return nil }
    return GuardrailMargin(amount)
  }
}
