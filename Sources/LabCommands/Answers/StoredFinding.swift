import ArgumentParser
import ExperimentDesign
import Rendering
import ResultStore

/// What a store has under a name: a run, a plan, a search or a calibration.
struct StoredFinding {
  let item: StoredItem
  let store: ResultStore
  /// Whether options that a blocker stands on are ranked; of runs alone.
  let includesForbidden: Bool

  init(_ reference: String, in store: ResultStore, includesForbidden: Bool) throws {
    item = try store.item(reference)
    self.store = store
    self.includesForbidden = includesForbidden
    if includesForbidden { _ = try run("--include-noncompliant") }
  }

  /// The run that it is.
  ///
  /// - Parameter option: what was given for a run.
  /// - Throws: `ValidationError` where it is no run.
  func run(_ option: String) throws -> RunRecord {
    switch item {
    case .run(let record): return record
    case .study(let record):
      let run = record.inputs.run.map {
        ", or show the run that its numbers come from: "
          + SuggestedCommand.line(["att-lab", "show", $0, option] + SuggestedCommand.database(store.path))
      }
      throw ValidationError(
        "'\(option)' is for runs, and \(record.id) is a \(record.inputs.kind.rawValue). Leave it out\(run ?? "")."
      )
    }
  }

  /// What it says, ready to be shown.
  func finding(as format: OutputFormat, _ detail: Detail) async throws -> any Presentable {
    switch item {
    case .run(let record):
      try await ShownRun(record, in: store, includesForbidden: includesForbidden, as: format, detail)
    case .study(let record): try StoredStudy(record: record, store: store).review()
    }
  }

  /// The name of a page of it: `news-timing-a77c081234.html`.
  var fileName: String {
    let (name, id): (String?, String) =
      switch item {
      case .run(let record): (record.name ?? record.inputs.experiment, record.id)
      case .study(let record): (record.name ?? record.inputs.kind.rawValue, record.id)
      }
    let safe = String((name ?? "").map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
    return "\(safe.drop { "-.".contains($0) })-\(id).html"
  }
}
