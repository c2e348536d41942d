import ExperimentDesign
import Inference
import Rendering
import Studies

/// What the answer is most sensitive to: shares of variance, where there are trials enough.
struct SensitivityTable {
  var summary: RunSummary
  var scenario: ScenarioSummary

  private var outline: RunOutline { summary.outline }

  /// How many parameters are listed by name.
  private static let most = 5

  /// The table, or how many trials it takes; nothing where no input is uncertain.
  var blocks: [ReviewDocument.Block] {
    guard let verdict = scenario.verdict, outline.parametersVary else { return [] }
    let best = Name(outline.arms[verdict.best].name)
    let what: Phrase =
      verdict.runnerUp.map { "the lead of \(best) over \(Name(outline.arms[$0].name))" }
      ?? "the level of \(best)"
    if let sensitivity = scenario.sensitivity {
      return [.table("Most sensitive inputs (share of variance of \(what)):", shares(sensitivity))]
    }
    let needed = SensitivityRanking.trialsNeeded(parameters: outline.drawn.count)
    return needed > summary.trials
      ? [
        .note("For shares of variance and break-even values, run the same command with --trials \(needed).")
      ] : []
  }

  private func distribution(_ path: String) -> String {
    outline.parameters.first { $0.path == path }?.words ?? ""
  }

  /// A line of the table: inputs with one share, or one of several that are drawn together.
  private struct Line {
    var name: Phrase
    var share = Phrase()
    var value = Phrase()
    var flip = Phrase()
    var assumed = ""
  }

  private func line(_ path: String, _ flip: FlipPoint?, indent: String = "") -> Line {
    Line(
      name: "\(indent)\(path)", flip: flip.map(Self.turning) ?? Phrase(), assumed: distribution(path))
  }

  /// The lines of what has one share: a line of its own for each of several inputs.
  private func lines(_ row: SensitivityRanking.Row) -> [Line] {
    var head =
      row.parameters.count == 1
      ? line(row.parameters[0], row.flip) : Line(name: "\(row.parameters.count) inputs drawn together")
    head.share = Quantity(row.share, .share).full()
    if let value = row.value {
      // Knowing costs nothing; what comes out below 0 does so by chance.
      let shown = Quantity(max(0, value.value), outline.objective.unit.difference, error: value.mcse)
      head.value = shown.full(.bare)
    }
    guard row.parameters.count > 1 else { return [head] }
    return [head]
      + row.parameters.map { path in
        line(path, row.members.first { $0.parameter == path }?.flip, indent: "  ")
      }
  }

  private func shares(_ sensitivity: SensitivityRanking) -> TextTable {
    let others = sensitivity.rows.dropFirst(Self.most)
    func rest(_ name: Phrase, _ value: Double, of rows: some Sequence<SensitivityRanking.Row>) -> Line {
      let square = rows.reduce(0) { $0 + $1.share.mcse * $1.share.mcse }
      return Line(name: name, share: Self.remainder(value, error: square.squareRoot()))
    }
    var lines = sensitivity.rows.prefix(Self.most).flatMap(lines)
    if !others.isEmpty {
      lines.append(rest("\(others.count) more", others.reduce(0) { $0 + $1.share.value }, of: others))
    }
    if let sampling = sensitivity.sampling {
      lines.append(rest("sampling of installs", sampling, of: sensitivity.rows))
    }
    lines.append(
      rest(
        sensitivity.sampling == nil ? "interactions, sampling and the rest" : "interactions and the rest",
        sensitivity.rest, of: sensitivity.rows))
    let columns = [
      lines.column(["share of", "variance"], \.share),
      lines.column(["value of", outline.objective.isShare ? "learning, pp" : "learning"], \.value),
      lines.column(["break-even value", "(Monte Carlo error)"], \.flip),
    ]
    return TextTable(
      first: lines.column([], label: "parameter", isNumeric: false, \.name),
      columns: columns.filter { !$0.cells.allSatisfy(\.isEmpty) }
        + [lines.names("assumed", isProse: true, \.assumed)], indent: "  ")
  }

  /// What completes the sum of shares, `3%`: no error is printed with it, and no more digits than the shares' own
  /// errors support.
  static func remainder(_ share: Double, error: Double) -> Phrase {
    let decimals = share != 0 && abs(share) < 0.01 ? 1 : 0
    return "\(Quantity(share, .points, error: error).brief(.bare, decimals: decimals))%"
  }

  /// `0.52 (0.50 to 0.55)`.
  static func turning(_ flip: FlipPoint) -> Phrase {
    let error = (flip.upper - flip.lower) / 4
    let place = Quantity(
      flip.value, .number, error: error > 0 ? error : abs(flip.value) / 100, range: (flip.lower, flip.upper))
    return "\(place.mean()) (\(place.ends()))"
  }
}
