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

  @Option(help: "How p-values of several comparisons are adjusted: holm, hochberg, bh or none.")
  var correction: CorrectionArgument = .init(correction: .holm)

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The Beta prior of every option, or of one: name=a,b; repeatable. (default: 0.5,0.5)", valueName: "a,b")
  )
  var prior: [String] = []

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

  @Flag(help: "All options ask at the same moment, so that those prompted are the same kind of people.")
  var sameTrigger = false

  /// Refuses what no data could fix.
  func requireFit() throws {
    _ = try level()
    _ = try allocation.map(SplitText.init)
    for text in prior { _ = try beta(of: text) }
  }

  /// The options, for these arms.
  func options(of arms: [String]) throws -> AnalysisOptions {
    var options = AnalysisOptions()
    options.baseline = baseline
    options.sameTrigger = sameTrigger
    options.allocation = try allocation.map { try SplitText($0).shares(of: arms) }
    options.statistics.level = try level()
    options.statistics.correction = correction.correction
    options.statistics.margin = margin
    for text in prior {
      let (name, beta) = try beta(of: text)
      guard let name else {
        options.statistics.prior = beta
        continue
      }
      guard let position = arms.firstIndex(of: name) else {
        throw ValidationError(
          "'--prior \(text)': there is no option '\(name)'; the data have \(arms.joined(separator: ", ")).")
      }
      options.statistics.priors[position] = beta
    }
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

  private func beta(of text: String) throws -> (name: String?, prior: BetaPrior) {
    var numbers = Substring(text)
    var name: String?
    if let equals = text.lastIndex(of: "=") {
      name = String(text[..<equals])
      numbers = text[text.index(after: equals)...]
    }
    let parts = numbers.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let a = Double(parts[0]), let b = Double(parts[1]),
      let prior = try? BetaPrior(a: a, b: b)
    else {
      throw ValidationError(
        "'--prior \(text)': expected a,b, each from 0.1 to 1e9, as in 0.5,0.5 or launch=2,8.")
    }
    return (name, prior)
  }
}

/// A correction by its name, as an argument.
struct CorrectionArgument: ExpressibleByArgument {
  var correction: MultiplicityCorrection

  init(correction: MultiplicityCorrection) { self.correction = correction }

  init?(argument: String) {
    guard let correction = MultiplicityCorrection(rawValue: argument) else { return nil }
    self.correction = correction
  }

  static var allValueStrings: [String] { MultiplicityCorrection.allCases.map(\.rawValue) }

  var defaultValueDescription: String { correction.rawValue }
}
