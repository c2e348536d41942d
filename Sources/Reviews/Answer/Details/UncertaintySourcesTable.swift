import ExperimentDesign
import Inference
import Rendering
import Studies

/// Where the uncertainty of the lead comes from, and what would narrow each part.
struct UncertaintySourcesTable {
  var outline: RunOutline
  var scenario: ScenarioSummary

  var blocks: [ReviewDocument.Block] {
    table.map { [.table($0)] } ?? []
  }

  /// `nil` where nothing is uncertain.
  private var table: TextTable? {
    guard let sources = scenario.uncertaintySources, let verdict = scenario.verdict, verdict.runnerUp != nil
    else { return nil }
    // Trials that all agree leave nothing uncertain.
    guard sources.simulation > 0 || sources.test ?? 0 > 0 else { return nil }
    let unit = outline.objective.unit
    let words = EstimateText(unit: unit)
    var names: [String] = []
    var sizes: [String] = []
    var remedies: [Phrase] = []
    if let parameters = sources.parameters {
      names.append("uncertain inputs")
      sizes.append(words.cell(parameters))
      let worth = scenario.decision?.valueOfPerfectInformation.map { worth -> Phrase in
        "; perfect information is worth \(words.loss(worth))\(unit.differenceSuffix)"
      }
      remedies.append("only data narrows it\(worth)")
    }
    if let test = sources.test {
      names.append("A/B test of \(outline.testSize)")
      sizes.append(plain(test, unit))
      let won = scenario.decision?[verdict.best]?.testsWon.map { won -> Phrase in
        "; \(Name(outline.arms[verdict.best].name)) would win \(EstimateText(unit: .share).cell(won))% of such tests"
      }
      remedies.append("twice the installs: \(plain(test / 2.0.squareRoot(), unit))\(won)")
    }
    names.append("Monte Carlo error")
    sizes.append(plain(sources.simulation, unit))
    let installs = sources.withTwiceTheInstalls.map { "; twice the installs: \(plain($0, unit))" } ?? ""
    remedies.append("four times the trials: \(plain(sources.withFourTimesTheTrials, unit))\(installs)")
    let table = TextTable(
      first: .init(heading: [], label: "part", cells: names, isNumeric: false),
      columns: [
        .init(heading: [], label: "size", cells: sizes),
        .init(
          heading: [], label: "what narrows it", cells: remedies, isNumeric: false, isProse: true),
      ], indent: "  ")
    let kind = outline.objective.isShare ? "standard deviations, pp" : "standard deviations"
    return table.captioned("Sources of uncertainty in that lead (\(kind)):")
  }

  /// Two significant digits, as an error is given.
  private func plain(_ value: Double, _ unit: Unit) -> String {
    let scaled = value * unit.scale
    if unit != .share, SupportedDigits.exponent(for: [scaled]) != nil {
      return SupportedDigits.number(scaled, error: scaled / 10)
    }
    let decimals = min(
      SupportedDigits.decimals(error: scaled / 10, plain: 0),
      SupportedDigits.useful(for: [scaled], isPercent: unit == .share))
    return SupportedDigits.errorText(scaled, decimals: decimals)
  }
}

extension RunOutline {
  /// The size of the A/B test that prediction intervals are for, in words.
  var testSize: String {
    "\(SupportedDigits.grouped(context?.testInstalls ?? description.installs)) installs per option"
  }
}
