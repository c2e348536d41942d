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
    do {
      let document = JSONMember(try JSONValue(reading: record.inputs.document))
      switch record.inputs.schema {
      case TestPlan.layout:
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return .plan(try decoder.decode(TestPlan.self, from: Data(record.inputs.document.utf8)))
      case "att-lab/optimization/1":
        return try search(SearchReport(reading: document))
      case "att-lab/calibration/1":
        var report = try CalibrationReport(reading: document)
        report.store = store.path
        return .calibration(report)
      case _:
        throw JSONProblem(
          place: "schema", reason: "expected one that this version reads, found \(record.inputs.schema)")
      }
    } catch let problem as JSONProblem {
      throw damaged("\(problem)")
    } catch let problem as DecodingError {
      throw damaged("\(problem)")
    }
  }

  private func damaged(_ reason: String) -> ResultStoreError {
    .damaged(path: store.path, reason: "the \(record.inputs.kind.rawValue) \(record.id), \(reason)")
  }

  /// A search with the answer of the run that its numbers come from.
  private func search(_ report: SearchReport) throws -> StudyReview {
    guard let id = record.inputs.run else { return .search(report, nil) }
    let run = try store.run(id)
    let summary = try StoredRun(run, in: store, includesForbidden: report.includesForbidden)
      .summary(explainsLead: true)
    return .search(
      report,
      SearchAnswer(summary: summary, store: store.path))
  }
}
