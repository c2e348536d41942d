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
        levels(options.map { ($0.first, $0.firstMcse, $0.firstLow, $0.firstHigh) })
          .column([name, "before"]) { $0 },
        levels(options.map { ($0.second, $0.secondMcse, $0.secondLow, $0.secondHigh) })
          .column([name, "now"]) { $0 },
        options.column(["chance best", "before"]) { Quantity.chance($0.chanceBestFirst) },
        options.column(["chance best", "now"]) { Quantity.chance($0.chanceBestSecond) },
      ], indent: "  ")
  }

  private func levels(_ levels: [(mean: Double?, mcse: Double?, low: Double?, high: Double?)]) -> [Phrase] {
    let unit = report.objective.unit
    let shown = Quantity.column(
      levels.map { level in level.mean.map { Quantity($0, unit, error: level.mcse) } })
    return zip(shown, levels).map { text, level in
      guard let low = level.low, let high = level.high else { return text }
      let plain = unit == .share ? 1 : 2
      let error = (high - low) * unit.scale / 20
      let decimals = min(plain, SupportedDigits.decimals(error: error, plain: plain))
      let ends = [low, high].map { SupportedDigits.text($0 * unit.scale, decimals: decimals) }
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
