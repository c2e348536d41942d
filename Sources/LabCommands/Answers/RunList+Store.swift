import ExperimentDesign
import Foundation
import Rendering
import ResultStore
import Reviews
import Runs
import Studies

/// UTC to the second.
let timeStyle = Date.ISO8601FormatStyle()

extension RunList {
  /// What a store has, newest first.
  init(of store: ResultStore) throws {
    let runs = try store.runs().map { run in
      let advice = try store.keptAnswer(of: run.id).advice
      return Run(
        run.id, name: run.name, note: run.note, file: run.inputs.source, description: run.inputs.description,
        settings: run.inputs.overrides, advice: RunList.words(advice), storedTrials: run.storedTrials,
        createdAt: run.createdAt.formatted(timeStyle), seconds: run.seconds)
    }
    let studies = try store.studies().map { study in
      Study(
        study.id, name: study.name, note: study.note, kind: study.inputs.kind.rawValue,
        // One that cannot be read says so when it is shown; the others are listed.
        result: try? study.review(in: store).result, experiment: study.inputs.experiment,
        run: study.inputs.run, arguments: study.inputs.arguments,
        createdAt: study.createdAt.formatted(timeStyle))
    }
    self.init(runs: runs, studies: studies, store: store.path)
  }
}
