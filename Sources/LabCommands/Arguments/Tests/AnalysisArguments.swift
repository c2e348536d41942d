import ArgumentParser
import Inference
import Rendering
import TestAnalysis

/// The options of an analysis that are about its statistics.
struct AnalysisArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The option to compare with. (default: the first)", valueName: "name"))
  var baseline: String?

  @Option(
    parsing: .unconditional, help: "The confidence of intervals, as 95% or 0.95. (default: 95%)",
    transform: ShareText.readConfidence)
  var confidence = 0.95

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How installs were meant to be split, as launch=2,later=1; without names in the order of the data. (default: evenly)",
      valueName: "shares")
  )
  var allocation: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The smallest difference that matters, as 0.5pp or 0.005. (default: 0.5pp)", valueName: "difference"),
    transform: ShareText.readNonNegativeMargin)
  var margin = 0.005

  /// Refuses what no data could fix.
  func requireFit() throws {
    _ = try level()
    _ = try allocation.map(SplitText.init)
  }

  /// The options, for these arms.
  func options(of arms: [String]) throws -> AnalysisOptions {
    var options = AnalysisOptions()
    options.baseline = baseline
    options.allocation = try allocation.map { try SplitText($0).shares(of: arms) }
    options.statistics.level = try level()
    options.statistics.margin = margin
    return options
  }

  private func level() throws -> ConfidenceLevel { try Self.level(confidence) }

  /// The level of intervals.
  ///
  /// - Throws: `ValidationError` outside of 0.5 to 0.9999.
  static func level(_ confidence: Double) throws -> ConfidenceLevel {
    do {
      return try ConfidenceLevel(confidence)
    } catch {
      throw ValidationError(
        "'--confidence' must be from 0.5 to 0.9999, not \(SupportedDigits.exact(confidence)).")
    }
  }
}
