import ExperimentDesign
import Inference
import Rendering
import Studies

/// The tables of a calibration: what was learnt, and what the file answers before and now.
struct CalibrationTables {
  let report: CalibrationReport

  /// Inputs before and now.
  ///
  /// - Parameter hasMeaning: whether the table says what each is.
  func inputs(_ inputs: [CalibrationReport.Parameter], hasMeaning: Bool) -> TextTable {
    let meaning = inputs.names("what it is", isProse: true) {
      ParameterWords(path: $0.parameter)?.meaning ?? ""
    }
    return TextTable(
      first: inputs.names("input", isNumeric: true, \.parameter),
      columns: [
        inputs.column(["before"], \.before), inputs.column(["now"], \.now),
        inputs.column(["known"]) { Quantity.fixed($0.tells, .share, 0) },
      ] + (hasMeaning ? [meaning] : []), indent: "  ")
  }

  /// What the file answers with and without the data, an option a row.
  var options: TextTable {
    let name = report.objective.title
    let options = report.options
    return TextTable(
      first: options.names("option", isNumeric: true, \.arm),
      columns: [
        levels(options.map(\.before)).column([name, "before"]) { $0 },
        levels(options.map(\.after)).column([name, "now"]) { $0 },
        options.column(["chance best", "before"]) { Quantity.chance($0.chanceBestBefore) },
        options.column(["chance best", "now"]) { Quantity.chance($0.chanceBestAfter) },
      ], indent: "  ")
  }

  private func levels(_ levels: [Estimate?]) -> [Phrase] {
    let unit = report.objective.unit
    let shown = Quantity.column(
      levels.map { level in
        level.map { Quantity($0.overTrials.mean, unit, error: $0.overTrials.mcse) }
      })
    return zip(shown, levels).map { text, level in
      guard let range = level?.uncertaintyInterval90 else { return text }
      let plain = unit == .share ? 1 : 2
      let error = (range.upper - range.lower) * unit.scale / 20
      let decimals = min(plain, SupportedDigits.decimals(error: error, plain: plain))
      let ends = [range.lower, range.upper].map { SupportedDigits.text($0 * unit.scale, decimals: decimals) }
      return "\(text) (\(number: ends[0]) to \(number: ends[1]))"
    }
  }
}

extension CalibrationReport.Parameter {
  /// What the file assumed, with its central 90%: `33% (17 to 54)`.
  var before: Phrase { text(assumed, assumedLow, assumedHigh) }
  /// What is believed now, with its central 90%.
  var now: Phrase { text(value, valueLow, valueHigh) }

  private func text(_ value: Double, _ low: Double, _ high: Double) -> Phrase {
    let isShare = scale == .logit
    let unit = isShare ? 100.0 : 1
    let decimals = min(4, SupportedDigits.decimals(error: unit * (high - low) / 20, plain: 2))
    let texts = [value, low, high].map { SupportedDigits.text($0 * unit, decimals: decimals) }
    return "\(number: texts[0] + (isShare ? "%" : "")) (\(number: texts[1]) to \(number: texts[2]))"
  }
}
