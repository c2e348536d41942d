import ArgumentParser
import ExperimentDesign
import Foundation
import Rendering
import ResultStore
import Reviews
import Runs
import TextFormats

/// Whether and where a plan, a search or a calibration is kept.
struct KeepingOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions

  @Flag(help: "Do not keep the result in the store.")
  var noStore = false

  /// Where what the result rests on is kept: the store, or with `--no-store` one that ends with the command.
  func openForWork() throws(ResultStoreError) -> ResultStore {
    try noStore ? ResultStore.temporary() : store.open(.writing)
  }

  /// What is kept with a result.
  struct Question {
    var kind: StudyInputs.Kind
    /// The experiment's name; `nil` for none.
    var experiment: String?
    /// The stored run that it is by; `nil` for none.
    var run: RunRecord.ID?
    /// All that the result depends on but the engine.
    var asked: JSONValue
  }

  /// Keeps a result that has been printed, and says where.
  ///
  /// - Throws: ``Ended`` for a result that was printed and could not be kept.
  func keep(_ review: StudyReview, _ question: Question, isQuiet: Bool = false) throws {
    guard !noStore else { return }
    let document = try review.facts().text(.canonical)
    let inputs = StudyInputs(
      kind: question.kind, schema: review.schema, experiment: question.experiment, run: question.run,
      arguments: Array(CommandLine.arguments.dropFirst()), engine: SimulationPlan.engineVersion,
      contentKey: ContentKey.of(
        study: question.kind, engine: SimulationPlan.engineVersion, asked: question.asked.text(.canonical)),
      document: document)
    do throws(ResultStoreError) {
      let record = try store.open(.writing).keep(inputs)
      guard !isQuiet else { return }
      let show = SuggestedCommand.line(
        ["att-lab", "show", record.id] + SuggestedCommand.database(store.resolved))
      StandardStreams.message("Saved as \(record.id). '\(show)' prints it again.")
    } catch {
      throw Ended(error.exitStatus, error.lines + ["The result above is not saved. With --no-store none is."])
    }
  }
}
