import ExperimentDesign
import Inference
import Rendering
import Studies

/// What the answer is most sensitive to: shares of variance where there are trials enough, else an order.
struct SensitivityTable {
  var summary: RunSummary
  var scenario: ScenarioSummary

  private var outline: RunOutline { summary.outline }

  /// How many parameters are listed by name.
  private static let most = 5

  var isEmpty: Bool {
    scenario.verdict == nil || (scenario.sensitivity == nil && scenario.assumptions.isEmpty)
  }

  /// The table, and what would tell more; `nil` where there is nothing to list.
  var content: (table: TextTable, more: String?)? { content(isNarrow: false) }

  /// - Parameter isNarrow: whether a line has a hundred columns, and no room for what is assumed of each input.
  private func content(isNarrow: Bool) -> (table: TextTable, more: String?)? {
    guard let verdict = scenario.verdict, !isEmpty else { return nil }
    let best = outline.arms[verdict.best].name
    let what: Phrase =
      verdict.runnerUp.map { "the lead of \(Name(best)) over \(Name(outline.arms[$0].name))" }
      ?? "the level of \(Name(best))"
    if let sensitivity = scenario.sensitivity {
      return (
        shares(sensitivity, isNarrow: isNarrow).captioned(
          "Most sensitive inputs (share of variance of \(what)):"), nil
      )
    }
    let needed = SensitivityRanking.trialsNeeded(parameters: outline.drawn.count)
    return (
      ranks.captioned("Most sensitive inputs (rank correlation with \(what)):"),
      needed > summary.trials
        ? "For shares of variance and break-even values, run the same command with --trials \(needed)."
        : nil
    )
  }

  var blocks: [ReviewDocument.Block] {
    guard let content = content(isNarrow: true) else { return [] }
    return [.table(content.table)] + (content.more.map { [.note("\($0)")] } ?? [])
  }

  private func distribution(_ path: String) -> String {
    outline.parameters.first { $0.path == path }?.knowledge.words ?? ""
  }

  private var ranks: TextTable {
    let named = scenario.assumptions.prefix(3)
    return TextTable(
      first: .init(heading: [], label: "parameter", cells: named.map { $0.parameter }, isNumeric: false),
      columns: [
        .init(heading: [], label: "rank correlation", cells: named.map(Self.correlation)),
        .init(
          heading: [], label: "assumed", cells: named.map { distribution($0.parameter) },
          isNumeric: false, isProse: true),
      ], indent: "  ")
  }

  /// Columns of the name of an input where a line has a hundred.
  private static let widestName = 42

  /// A line of the table: inputs with one share, or one of several that are drawn together.
  private struct Line {
    var name: String
    var share = ""
    var value = ""
    var flip = ""
    var assumed = ""
  }

  private func line(_ path: String, _ flip: FlipPoint?, indent: String = "") -> Line {
    Line(
      name: indent + TerminalText.safe(path), flip: flip.map(Self.turning) ?? "", assumed: distribution(path))
  }

  /// The lines of what has one share: a line of its own for each of several inputs.
  private func lines(_ row: SensitivityRanking.Row) -> [Line] {
    let share = EstimateText(unit: .share).cell(row.share) + "%"
    // Knowing costs nothing; what comes out below 0 does so by chance.
    let value =
      row.value.map {
        EstimateText(unit: outline.objective.unit).cell(max(0, $0.value), error: $0.mcse, signed: false)
      } ?? ""
    guard row.parameters.count > 1 else {
      var line = line(row.parameters[0], row.flip)
      (line.share, line.value) = (share, value)
      return [line]
    }
    let head = Line(name: "\(row.parameters.count) inputs drawn together", share: share, value: value)
    return [head]
      + row.parameters.map { path in
        line(path, row.members.first { $0.parameter == path }?.flip, indent: "  ")
      }
  }

  private func shares(_ sensitivity: SensitivityRanking, isNarrow: Bool) -> TextTable {
    let named = sensitivity.rows.prefix(Self.most)
    let others = sensitivity.rows.dropFirst(Self.most)
    func rounded(_ value: Double, of rows: some Sequence<SensitivityRanking.Row>) -> String {
      let square = rows.reduce(0) { $0 + $1.share.mcse * $1.share.mcse }
      return Self.remainder(value, error: square.squareRoot())
    }
    var lines = named.flatMap(lines)
    if !others.isEmpty {
      lines.append(
        Line(
          name: "\(others.count) more", share: rounded(others.reduce(0) { $0 + $1.share.value }, of: others)))
    }
    if let sampling = sensitivity.sampling {
      lines.append(Line(name: "sampling of installs", share: rounded(sampling, of: sensitivity.rows)))
    }
    lines.append(
      Line(
        name: sensitivity.sampling == nil
          ? "interactions, sampling and the rest" : "interactions and the rest",
        share: rounded(sensitivity.rest, of: sensitivity.rows)))
    var columns: [TextTable.Column] = [.init(heading: ["share of", "variance"], cells: lines.map(\.share))]
    if lines.contains(where: { !$0.value.isEmpty }) {
      columns.append(
        .init(
          heading: ["value of", outline.objective.isShare ? "learning, pp" : "learning"],
          cells: lines.map(\.value)))
    }
    if lines.contains(where: { !$0.flip.isEmpty }) {
      columns.append(
        .init(heading: ["break-even value", "(Monte Carlo error)"], cells: lines.map(\.flip)))
    }
    if !isNarrow {
      columns.append(
        .init(heading: ["assumed"], cells: lines.map(\.assumed), isNumeric: false, isProse: true))
    }
    let names = lines.map { isNarrow ? TerminalText.shortened($0.name, width: Self.widestName) : $0.name }
    return TextTable(
      first: .init(heading: [], label: "parameter", cells: names, isNumeric: false), columns: columns,
      indent: "  ")
  }

  /// A rank correlation: two decimals, or one where the trials support no more.
  static func correlation(_ assumption: RankedAssumption) -> String {
    let supported = SupportedDigits.decimals(error: assumption.error, plain: assumption.error == nil ? 1 : 2)
    return SupportedDigits.text(
      assumption.correlation, decimals: min(2, max(1, supported)), signed: true)
  }

  /// What completes the sum of shares, `3%`: no error is printed with it, and no more digits than the shares' own
  /// errors support.
  static func remainder(_ share: Double, error: Double) -> String {
    let supported = SupportedDigits.decimals(error: 100 * error, plain: 1)
    return SupportedDigits.text(
      100 * share, decimals: share != 0 && abs(share) < 0.01 ? min(1, supported) : 0)
      + "%"
  }

  /// `0.52 (0.50 to 0.55)`.
  static func turning(_ flip: FlipPoint) -> String {
    let values = [flip.value, flip.lower, flip.upper]
    if SupportedDigits.exponent(for: values) != nil {
      let numbers = values.map { SupportedDigits.number($0, error: (flip.upper - flip.lower) / 4) }
      return "\(numbers[0]) (\(numbers[1]) to \(numbers[2]))"
    }
    let useful = SupportedDigits.useful(for: values, isPercent: false)
    let supported = SupportedDigits.decimals(error: (flip.upper - flip.lower) / 4, plain: max(0, useful - 2))
    let numbers = values.map { SupportedDigits.text($0, decimals: min(useful, supported)) }
    return "\(numbers[0]) (\(numbers[1]) to \(numbers[2]))"
  }
}
