import ExperimentDesign
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import TextFormats

/// The answer of a run, ready to be shown.
struct ShownRun: Presentable {
  /// What it says on the first screen.
  var answer: RunPage
  /// The run with everything behind that; `nil` where nobody asks for it.
  var report: ReportRun?
  var warnings: [String] = []

  var name: String { answer.answer.summary.outline.question ?? answer.answer.summary.outline.experiment }

  func document(_ detail: Detail) -> ReviewDocument {
    switch detail {
    case .brief: answer.brief
    case .full: report?.document ?? answer.brief
    }
  }

  func json() throws -> JSONValue { try answer.json() }

  func csv() throws -> CSVDocument { answer.csv() }

  func page(_ detail: Detail, maker: String) -> String {
    report.map { RunReport(run: $0, maker: maker).html } ?? ""
  }
}

extension OutputFormat {
  /// Whether everything behind an answer is read for it.
  func needsReport(_ detail: Detail) -> Bool {
    switch self {
    case .html: true
    case .text, .markdown: detail == .full
    case .csv, .json: false
    }
  }
}

extension ShownRun {
  /// What a stored run says.
  ///
  /// - Parameters:
  ///   - format: how it will be written: a page needs more of the run than a short answer.
  ///   - includesForbidden: whether options that a blocker stands on are ranked.
  init(
    _ record: RunRecord, in store: ResultStore, includesForbidden: Bool, as format: OutputFormat,
    _ detail: Detail
  ) async throws {
    if format.needsReport(detail) {
      let run = try await ReportRun.read(
        record, in: store, includesForbidden: includesForbidden, runsAlternatives: true)
      report = run
      answer = run.page
      return
    }
    let run = StoredRun(record, in: store, includesForbidden: includesForbidden)
    let isProse = format == .text || format == .markdown
    answer = RunPage(
      RunAnswer(try isProse ? run.shortSummary() : run.summary(explainsLead: true)),
      commands: RunCommands(
        file: shellWord(record.fileInCommands), store: store.path,
        again: record.again(in: store.path, includesForbidden: includesForbidden)))
  }

  /// The page of a stored run.
  static func page(
    of record: RunRecord, in store: ResultStore, includesForbidden: Bool
  ) async throws -> String {
    try await ShownRun(record, in: store, includesForbidden: includesForbidden, as: .html, .full)
      .page(.full, maker: Versions.description)
  }
}
