import ExperimentDesign
import ExperimentFiles
import Inference
import Reviews
import Runs
import Studies
import TextFormats

/// What a page shows of an answer: the pieces of its report, and what its inputs do.
enum PageLook {
  /// - Throws: what the template library says of a template.
  static func json(of look: LiveRun.Look, _ plan: SimulationPlan, _ file: ExperimentFile) throws -> JSONValue
  {
    let run = ReportRun(
      summary: look.summary, curves: look.curves, funnel: look.funnel, segments: [],
      experiment: plan.experiment, noRivals: nil,
      provenance: ReportRun.Provenance(
        fileText: file.text, populationText: file.population?.text, overrides: [], begun: "", duration: "",
        note: nil, commands: [], warnings: plan.warnings))
    return .object([
      ("kind", .text("look")), ("run", .text(look.summary.outline.run)),
      ("trials", .count(look.summary.trials)),
      ("of", .count(plan.experiment.trials)), ("whole", .flag(look.isWhole)),
      ("pieces", .object(try ReportPieces(run).pieces().map { ($0.name, .text($0.html)) })),
      ("influences", influences(of: look.summary)),
    ])
  }

  /// The inputs that the answer is most sensitive to, the strongest first.
  private static func influences(of summary: RunSummary) -> JSONValue {
    guard let scenario = summary.scenarios.first else { return .list([]) }
    guard let ranking = scenario.sensitivity else {
      return .list(
        scenario.assumptions.map {
          .object([("path", .text($0.parameter)), ("share", .null), ("turns", .null)])
        })
    }
    return .list(
      ranking.rows.flatMap { row in
        row.parameters.map { path in
          .object([
            ("path", .text(path)), ("share", row.parameters.count == 1 ? .number(row.share.value) : .null),
            ("turns", .optional(row.flip?.value)),
          ])
        }
      })
  }
}
