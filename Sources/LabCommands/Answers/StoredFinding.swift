import ArgumentParser
import ExperimentDesign
import Foundation
import Rendering
import ResultStore
import Reviews
import Runs
import Studies

/// What a store has under a name: a run, a plan, a search, a calibration or a test.
struct StoredFinding {
  let item: StoredItem
  let store: ResultStore

  init(_ reference: String, in store: ResultStore) throws {
    item = try store.item(reference)
    self.store = store
  }

  /// The run that it is.
  ///
  /// - Parameter option: what was given for a run.
  /// - Throws: `ValidationError` where it is no run.
  func run(_ option: String) throws -> RunRecord {
    switch item {
    case .run(let record): return record
    case .study(let record):
      throw ValidationError(
        "'\(option)' is for runs, and \(record.id) is a \(record.inputs.kind.rawValue). Leave it out.")
    }
  }

  /// What it says, ready to be shown.
  func finding(as format: OutputFormat, _ detail: Detail) async throws -> any Presentable {
    switch item {
    case .run(let record):
      try await ShownRun(record, in: store, as: format, detail)
    case .study(let record): try record.review(in: store)
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

extension StudyRecord {
  /// What came out, in a few words; for a list no test is analysed again.
  func result(in store: ResultStore) throws -> String {
    guard inputs.kind == .test else { return try review(in: store).result }
    let kept: KeptTable = try finding(in: store)
    return kept.result
  }

  /// What was printed when it was made.
  ///
  /// - Throws: `ResultStoreError.damaged` with the place of what no such document has.
  func review(in store: ResultStore) throws -> any KeptFinding {
    switch inputs.kind {
    case .plan:
      let plan: TestPlan = try finding(in: store)
      return plan
    case .calibration:
      var review: CalibrationReview = try finding(in: store)
      review.store = store.path
      return review
    case .search:
      let report: SearchReport = try finding(in: store)
      // With the answer of the run that its numbers come from.
      let run = try inputs.run.map { try StoredRun(try store.run($0), in: store).summary() }
      return SearchReview(report, run, store: store.path)
    case .test:
      let kept: KeptTable = try finding(in: store)
      return try Analyze.parse(Array(inputs.arguments.dropFirst())).finding(of: kept.table)
    }
  }

  /// The finding that the store keeps.
  private func finding<Finding: Decodable>(in store: ResultStore) throws -> Finding {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode(Finding.self, from: Data(inputs.document.utf8))
    } catch let error as DecodingError {
      throw ResultStoreError.damaged(
        path: store.path, reason: "the \(inputs.kind.rawValue) \(id), \(error)")
    }
  }
}

extension RunList {
  /// What a store has, newest first.
  init(of store: ResultStore) throws {
    self.init(
      runs: try store.runs().map { ($0, RunList.words(try store.keptAdvice(of: $0.id))) },
      // One that cannot be read says so when it is shown; the others are listed.
      studies: try store.studies().map { ($0, try? $0.result(in: store)) }, store: store.path)
  }
}
