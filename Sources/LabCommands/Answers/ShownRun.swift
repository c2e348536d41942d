import ExperimentDesign
import Foundation
import Rendering
import ResultStore
import Reviews
import Runs
import Studies

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

  func csv() throws -> CSVDocument { answer.answer.reviewTable }

  func page(_ detail: Detail, maker: String) -> String {
    report?.html(maker: maker) ?? ""
  }
}

extension OutputFormat {
  /// Whether everything behind an answer is read for it.
  func needsReport(_ detail: Detail) -> Bool {
    self == .html || detail == .full && (self == .text || self == .markdown)
  }
}

extension ShownRun {
  /// What a stored run says.
  ///
  /// - Parameters:
  ///   - format: how it will be written: a page needs more of the run than a short answer.
  init(
    _ record: RunRecord, in store: ResultStore, as format: OutputFormat, _ detail: Detail
  ) async throws {
    let run = StoredRun(record, in: store)
    if format.needsReport(detail) {
      let report = try await ReportRun(reading: run)
      self.init(answer: report.page, report: report)
    } else {
      self.init(answer: RunPage(RunAnswer(try run.summary()), commands: run.commands))
    }
  }
}

extension ReportRun {
  /// A stored run with everything that a report shows of it; alternative models that the store does not have are
  /// simulated.
  init(reading run: StoredRun) async throws {
    let (summary, course) = try await run.reading(
      context: WorkContext(shouldStop: { Interruption.isRequested }))
    let (record, inputs, store) = (run.record, run.record.inputs, run.store.keptPath)
    let file = "\(inputs.experiment).yaml"
    let settings = inputs.overrides.filter { !$0.hasPrefix("seed=") }.flatMap { ["--set", $0] }
    let showing = store.map { _ in [["att-lab", "show", record.id, "--file", "--out", file]] } ?? []
    let repeating = showing + [["att-lab", "simulate", file] + settings + ["--seed", "\(inputs.seed)"]]
    try self.init(
      RunPage(RunAnswer(summary), commands: run.commands), course,
      of: (
        record, duration: Progress.duration(record.seconds),
        commands: repeating.map { SuggestedCommand.line($0) + RunCommands.storeOption(store) }
      ))
  }
}

extension StoredRun {
  /// The commands that its answer suggests; a run that came from no file calls it by the experiment's name, as the command
  /// that writes it again does.
  fileprivate var commands: RunCommands {
    let inputs = record.inputs
    let isSeedGiven =
      inputs.overrides.contains { $0.hasPrefix("seed=") }
      || inputs.fileText.split(separator: "\n").contains { $0.hasPrefix("seed:") }
    return RunCommands(
      file: inputs.source ?? "\(inputs.experiment).yaml", store: store.keptPath,
      settings: inputs.overrides, seed: isSeedGiven ? nil : inputs.seed)
  }
}
