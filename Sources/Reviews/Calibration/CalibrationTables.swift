import ExperimentDesign
import Rendering
import Studies

/// The tables of a calibration: what was learnt, and what the file answers before and now.
struct CalibrationTables {
  let report: CalibrationReport

  /// Inputs before and now.
  ///
  /// - Parameter hasMeaning: whether the table says what each is.
  func inputs(_ inputs: [CalibrationReport.Parameter], hasMeaning: Bool) -> TextTable {
    func column(
      _ heading: [String], _ cell: (CalibrationReport.Parameter) -> String
    ) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: inputs.map(cell))
    }
    let meaning = TextTable.Column(
      heading: ["what it is"], cells: inputs.map { ParameterWords(path: $0.parameter)?.meaning ?? "" },
      isNumeric: false, isProse: true)
    return TextTable(
      first: .init(heading: ["input"], cells: inputs.map { TerminalText.safe($0.parameter) }),
      columns: [
        column(["before"], \.before), column(["now"], \.now),
        column(["known"]) { SupportedDigits.text(100 * $0.tells, decimals: 0) + "%" },
      ] + (hasMeaning ? [meaning] : []), indent: "  ")
  }

  /// What the file answers with and without the data, an option a row.
  var options: TextTable {
    let (before, now) = (report.options.map(\.before), report.options.map(\.after))
    let name = report.objective.singleMetric?.words.heading.joined(separator: " ") ?? "objective"
    func column(_ heading: [String], _ cells: [String]) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: cells)
    }
    func chances(_ levels: [CalibrationReport.Level]) -> [String] {
      levels.map { Quantity.chance($0.chanceBest).text }
    }
    return TextTable(
      first: .init(heading: ["option"], cells: report.options.map { TerminalText.safe($0.arm) }),
      columns: [
        column([name, "before"], levels(before)), column([name, "now"], levels(now)),
        column(["chance best", "before"], chances(before)), column(["chance best", "now"], chances(now)),
      ], indent: "  ")
  }

  private func levels(_ levels: [CalibrationReport.Level]) -> [String] {
    let unit = report.objective.unit
    let shown = Quantity.column(
      levels.map { level in level.mean.map { Quantity($0, unit, error: level.mcse) } })
    return zip(shown.map(\.text), levels).map { text, level in
      guard let low = level.low, let high = level.high else { return text }
      let plain = unit == .share ? 1 : 2
      let error = (high - low) * unit.scale / 20
      let decimals = min(plain, SupportedDigits.decimals(error: error, plain: plain))
      let ends = [low, high].map { SupportedDigits.text($0 * unit.scale, decimals: decimals) }
      return "\(text) (\(ends[0]) to \(ends[1]))"
    }
  }
}

extension CalibrationReport.Parameter {
  /// What the file assumed, with its central 90%: `33% (17 to 54)`.
  var before: String { text(assumed, assumedLow, assumedHigh) }
  /// What is believed now, with its central 90%.
  var now: String { text(value, valueLow, valueHigh) }

  private func text(_ value: Double, _ low: Double, _ high: Double) -> String {
    let isShare = scale == .logit
    let unit = isShare ? 100.0 : 1
    let decimals = min(4, SupportedDigits.decimals(error: unit * (high - low) / 20, plain: 2))
    let texts = [value, low, high].map { SupportedDigits.text($0 * unit, decimals: decimals) }
    return "\(texts[0])\(isShare ? "%" : "") (\(texts[1]) to \(texts[2]))"
  }
}
