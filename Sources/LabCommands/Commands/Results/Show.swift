import ArgumentParser
import ExperimentDesign
import Foundation
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import TestData
import TextFormats

/// Shows a stored run's answer; `runs show` is the same.
struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a stored answer again: of a run, a plan, a search or a calibration.",
    discussion: """
      Example: att-lab show last --verbose
      Example: att-lab show last --format markdown

      'att-lab runs list' has the ids of runs, plans, searches and calibrations. last is the newest run.
      """)

  @Argument(
    help: ArgumentHelp(
      "The run, plan, search or calibration: an id, the start of one, a name, or last~1.", valueName: "run"))
  var reference = "last"

  @Flag(help: "Print the experiment file that the run was made from.")
  var file = false

  @Flag(help: "Rank options that a blocker stands on too.")
  var includeNoncompliant = false

  @Option(help: "How to write the answer: table, markdown, csv or json.")
  var format: AnswerFormat = .table

  @Flag(help: "After the answer, everything behind it: all errors, ranges, sources of uncertainty, findings.")
  var verbose = false

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let store = try store.open(.reading)
    let record: RunRecord
    switch try store.item(reference) {
    case .run(let found): record = found
    case .study(let found): return try show(StoredStudy(record: found, store: store))
    }
    guard !file else {
      try StandardStreams.output(record.inputs.fileText)
      return
    }
    if verbose {
      let run = try await ReportRun.read(
        record, in: store, includesForbidden: includeNoncompliant, runsAlternatives: true)
      return try output(run.page, whole: run.document)
    }
    let stored = StoredRun(record, in: store, includesForbidden: includeNoncompliant)
    let isShort = [.table, .markdown].contains(format)
    let summary = try isShort ? stored.shortSummary() : stored.summary(explainsLead: true)
    try output(
      RunPage(
        RunAnswer(summary),
        commands: RunCommands(
          file: record.fileInCommands, store: store.path,
          again: record.again(in: store.path, includesForbidden: includeNoncompliant))), whole: nil)
    if let note = record.note { StandardStreams.message("Note: \(note.withoutControlCharacters())") }
  }

  /// - Parameter whole: everything behind the first screen too, where that is asked for.
  private func output(_ page: RunPage, whole: ReviewDocument?) throws {
    switch format {
    case .table: try StandardStreams.output((whole ?? page.brief).text(Terminal.outputStyle))
    case .markdown: try StandardStreams.output((whole ?? page.brief).markdown)
    case .csv: try StandardStreams.output(page.csv().text)
    case .json: try StandardStreams.output(page.json().text)
    }
  }

  /// Shows a plan, a search or a calibration as it was printed.
  private func show(_ study: StoredStudy) throws {
    for (option, isGiven) in [("--file", file), ("--include-noncompliant", includeNoncompliant)] where isGiven
    {
      let run = study.record.inputs.run.map {
        ", or show the run that its numbers come from: att-lab show \($0) \(option)"
      }
      throw ValidationError(
        "'\(option)' is for runs, and \(study.record.id) is a \(study.record.inputs.kind.rawValue). Leave it out"
          + "\(run ?? "")."
      )
    }
    let review = try study.review()
    let detail = verbose ? Detail.full : .brief
    switch format {
    case .markdown: try StandardStreams.output(review.document(detail).markdown)
    case .table: try StandardStreams.output(review, .table, detail)
    case .csv: try StandardStreams.output(review, .csv)
    case .json: try StandardStreams.output(review, .json)
    }
    if let note = study.record.note { StandardStreams.message("Note: \(note.withoutControlCharacters())") }
  }
}
