import ArgumentParser
import Foundation
import Rendering
import ResultStore
import Reviews
import Runs

/// Whether and where a plan, a search, a calibration or a test is kept.
struct KeepingOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions

  @Flag(help: "Do not keep the result in the store.")
  var noStore = false

  /// Where what the result rests on is kept: the store, or with `--no-store` one that ends with the command.
  func openForWork() throws(ResultStoreError) -> ResultStore {
    try noStore ? ResultStore.temporary() : store.open(.writing)
  }

  /// Work that can be stopped, and whose trials are kept here.
  ///
  /// - Parameter command: goes on with it.
  /// - Throws: ``Ended`` where it was stopped; what the work throws.
  func resumable<Done>(by command: String, _ work: () async throws -> Done) async throws -> Done {
    do {
      return try await work()
    } catch let stop as RunStopped {
      throw noStore ? Ended.unchanged : Ended.interrupted(stop, goOn: command)
    }
  }

  /// The store's path, as results name it; `nil` where nothing is kept.
  var path: String? { noStore ? nil : store.resolved }

  /// Keeps a result that has been printed, unless it is not to be.
  func keep(
    _ review: some KeptFinding, _ kind: StudyInputs.Kind, experiment: String?, run: RunRecord.ID? = nil,
    isQuiet: Bool = false
  ) throws {
    if !noStore { try store.keep(review, kind, experiment: experiment, run: run, isQuiet: isQuiet) }
  }
}

extension StoreOptions {
  /// Keeps a result that has been printed, and says where.
  ///
  /// - Parameters:
  ///   - experiment: its name; `nil` for none.
  ///   - run: the stored run that the result is by; `nil` for none.
  ///   - name: what it is to be called; `nil` keeps the name that it has.
  /// - Throws: ``Ended`` for a result that was printed and could not be kept.
  func keep(
    _ review: some KeptFinding, _ kind: StudyInputs.Kind, experiment: String? = nil, run: RunRecord.ID? = nil,
    named name: String? = nil, isQuiet: Bool = false
  ) throws {
    let facts = try review.facts()
    // The same result has one row, wherever a file of it was written.
    var content = facts
    if case .object(let members) = facts { content = .object(members.filter { $0.0 != "out" }) }
    let inputs = StudyInputs(
      kind: kind, experiment: experiment, run: run,
      arguments: Array(CommandLine.arguments.dropFirst()), engine: SimulationPlan.engineVersion,
      contentKey: ContentKey.of(
        study: kind, engine: SimulationPlan.engineVersion, asked: content.compactText),
      document: facts.compactText)
    do throws(ResultStoreError) {
      let record = try open(.writing).keep(inputs, named: name)
      guard !isQuiet else { return }
      let show = "att-lab show \(record.id)\(RunCommands.storeOption(resolved))"
      StandardStreams.message("Saved as \(record.id). '\(show)' prints it again.")
    } catch {
      let hint = name == nil ? "With --no-store none is." : "Without --name none is."
      throw Ended(error.exitStatus, error.lines + ["The result above is not saved. \(hint)"])
    }
  }
}

/// How many threads a command runs on.
struct ThreadOptions: ParsableArguments {
  @Option(.within(1...1024), help: "Threads to run on. (default: one per core)")
  var threads: Int?

  /// What was given, or one per core.
  var count: Int { threads ?? WorkContext.cores }
}
