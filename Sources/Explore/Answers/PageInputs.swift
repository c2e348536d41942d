import ExperimentDesign
import Reviews
import Runs
import TextFormats

/// The inputs of an experiment, as a page moves and searches them.
enum PageInputs {
  static func json(of plan: SimulationPlan) -> JSONValue {
    .list(
      ExperimentInput.all(of: plan.experiment, seed: plan.seed).map { input in
        let words = ParameterWords(path: input.path)
        return .object([
          ("path", .text(input.path)), ("setting", .text(input.setting)), ("text", .text(input.text)),
          ("meaning", .optional(words?.meaning)), ("share", .flag(words?.isShare ?? false)),
          ("middle", .optional(input.middle)), ("low", .optional(input.range?.lowerBound)),
          ("high", .optional(input.range?.upperBound)), ("grade", .text(input.evidence.grade.rawValue)),
          ("source", .optional(input.evidence.source)),
        ])
      })
  }
}
