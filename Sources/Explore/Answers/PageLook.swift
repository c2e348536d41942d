import ExperimentDesign
import ExperimentFiles
import Reviews
import Runs
import Studies
import TextFormats

/// What a page shows of an answer: the pieces of its report, and what its inputs do.
enum PageLook {
  static func json(
    of look: LiveRun.Look, _ plan: SimulationPlan, _ file: ExperimentFile, in exploration: Exploration
  ) -> JSONValue {
    let run = ReportRun(
      summary: look.summary, curves: look.curves, funnel: look.funnel,
      provenance: ReportRun.Provenance(
        unsaved: file.text, populationText: file.population?.text,
        path: exploration.path, store: exploration.store))
    return .object([
      ("kind", .text("look")), ("run", .text(look.summary.outline.run)),
      ("trials", .count(look.summary.trials)),
      ("of", .count(plan.experiment.trials)), ("whole", .flag(look.isWhole)),
      ("pieces", .object(ReportPieces(run).pieces.map { ($0.name, .text($0.html)) })),
      ("influences", .list(InputInfluence.all(of: look.summary).map(json(of:)))),
    ])
  }

  private static func json(of influence: InputInfluence) -> JSONValue {
    .object([
      ("path", .text(influence.path)), ("share", .optional(influence.share)),
      ("others", .count(influence.others)), ("turns", .optional(influence.breakEven)),
      ("words", .optional(influence.sentence)), ("of", .text(influence.subject)),
    ])
  }
}
