import ExperimentDesign
import Foundation
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import TextFormats

/// A plan, a search or a calibration of a store, to be read.
struct StoredStudy {
  let record: StudyRecord
  let store: ResultStore

  /// What was printed when it was made.
  ///
  /// - Throws: `ResultStoreError.damaged` with the place of what no such document has.
  func review() throws -> StudyReview {
    switch record.inputs.kind {
    case .plan: .plan(try finding())
    case .search: .search(try search())
    case .calibration: .calibration(CalibrationReview(try finding(), store: store.path))
    }
  }

  /// The finding that the store keeps.
  private func finding<Finding: Decodable>(_ type: Finding.Type = Finding.self) throws -> Finding {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode(type, from: Data(record.inputs.document.utf8))
    } catch let error as DecodingError {
      throw damaged(error.place)
    }
  }

  private func damaged(_ reason: String) -> ResultStoreError {
    .damaged(path: store.path, reason: "the \(record.inputs.kind.rawValue) \(record.id), \(reason)")
  }

  /// A search with the answer of the run that its numbers come from.
  private func search() throws -> SearchReview {
    let report: SearchReport = try finding()
    guard let id = record.inputs.run else { return SearchReview(report, run: nil) }
    let run = try store.run(id)
    let summary = try StoredRun(run, in: store, includesForbidden: report.includesForbidden)
      .summary(explainsLead: true)
    return SearchReview(
      report,
      run: SearchReview.Run(summary: summary, store: store.path))
  }
}

extension DecodingError {
  /// Where a document is not what was expected, and why.
  fileprivate var place: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
    @unknown default: "\(self)"
    }
  }
}
