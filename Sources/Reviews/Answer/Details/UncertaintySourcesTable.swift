import ExperimentDesign
import Inference
import Rendering
import Studies

/// Where the uncertainty of the lead comes from, and what would narrow each part.
struct UncertaintySourcesTable {
  var outline: RunOutline
  var scenario: ScenarioSummary

  /// Nothing where nothing is uncertain.
  var blocks: [ReviewDocument.Block] {
    guard let sources = scenario.uncertaintySources, let verdict = scenario.verdict, verdict.runnerUp != nil
    else { return [] }
    // Trials that all agree leave nothing uncertain.
    guard sources.simulation > 0 || sources.test ?? 0 > 0 else { return [] }
    let unit = outline.objective.unit.difference
    func size(_ value: Double) -> Phrase { Quantity.size(value, unit) }
    var rows: [(name: Phrase, size: Phrase, remedy: Phrase)] = []
    if let parameters = sources.parameters {
      let worth = scenario.decision?.valueOfPerfectInformation.map { worth -> Phrase in
        "; perfect information is worth \(Quantity(worth, unit).loss([]))"
      }
      rows.append(
        ("uncertain inputs", Quantity(parameters, unit).full(.bare), "only data narrows it\(worth)"))
    }
    if let test = sources.test {
      let won = scenario.decision?[verdict.best]?.testsWon.map { won -> Phrase in
        "; \(Name(outline.arms[verdict.best].name)) would win \(Quantity(won, .share).full()) of such tests"
      }
      let twice = size(test / 2.0.squareRoot())
      rows.append(("A/B test of \(outline.testSize)", size(test), "twice the installs: \(twice)\(won)"))
    }
    let installs = sources.withTwiceTheInstalls.map { "; twice the installs: \(size($0))" as Phrase }
    let trials = size(sources.withFourTimesTheTrials)
    rows.append(
      ("Monte Carlo error", size(sources.simulation), "four times the trials: \(trials)\(installs)"))
    let table = TextTable(
      first: rows.column([], label: "part", isNumeric: false, \.name),
      columns: [
        rows.column([], label: "size", \.size),
        rows.column([], label: "what narrows it", isProse: true, \.remedy),
      ], indent: "  ")
    return [
      .table(
        "Sources of uncertainty in that lead (standard deviations\(unit == .points ? ", pp" : "")):", table)
    ]
  }
}

extension RunOutline {
  /// The size of the A/B test that prediction intervals are for, in words.
  var testSize: Phrase { "\(context?.testInstalls ?? description.installs, "install") per option" }
}
