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
struct Show: ParsableCommand {
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

  func run() throws {
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
    let stored = StoredRun(record, in: store, includesForbidden: includeNoncompliant)
    let isShort = !verbose && [.table, .markdown].contains(format)
    let summary = try isShort ? stored.shortSummary() : stored.summary(explainsLead: true)
    let answer = AnswerText(
      summary: summary, store: store.path, warnings: [], style: Terminal.outputStyle,
      file: record.fileInCommands,
      again: record.again(in: store.path, includesForbidden: includeNoncompliant), isVerbose: verbose)
    switch format {
    case .table:
      var parts = [answer.text]
      let reviewer = ReviewDocument([ReviewerLines(summary.outline).blocks])
      if verbose, !reviewer.sections.isEmpty { parts.append(reviewer.text(Terminal.outputStyle)) }
      let lines = (verbose ? details(record) : []) + remarks(record, summary)
      if !lines.isEmpty {
        parts.append(lines.map { $0.withoutControlCharacters(except: ["\n", "\t"]) + "\n" }.joined())
      }
      try StandardStreams.output(parts.joined(separator: "\n"))
    case .markdown: try StandardStreams.output(answer.markdown)
    case .csv: try StandardStreams.output(ReviewCSV.document(summary).text)
    case .json: try StandardStreams.output(RunJSON.document(summary).text)
    }
  }

  /// Shows a plan, a search or a calibration as it was printed.
  private func show(_ study: StoredStudy) throws {
    for (option, isGiven) in [
      ("--file", file), ("--include-noncompliant", includeNoncompliant), ("--verbose", verbose),
    ] where isGiven {
      let run = study.record.inputs.run.map {
        ", or show the run that its numbers come from: att-lab show \($0) \(option)"
      }
      throw ValidationError(
        "'\(option)' is for runs, and \(study.record.id) is a \(study.record.inputs.kind.rawValue). Leave it out"
          + "\(run ?? "")."
      )
    }
    let review = try study.review()
    switch format {
    case .markdown: try StandardStreams.output(review.markdown)
    case .table: try StandardStreams.output(review, .table)
    case .csv: try StandardStreams.output(review, .csv)
    case .json: try StandardStreams.output(review, .json)
    }
    if let note = study.record.note { StandardStreams.message("Note: \(note.withoutControlCharacters())") }
  }

  /// When and how the run was made.
  private func details(_ record: RunRecord) -> [String] {
    var lines = [
      "Begun \(record.createdAt.formatted(timeStyle)), \(duration(record.seconds)) of simulation, "
        + "engine \(record.inputs.engine)."
    ]
    if !record.inputs.overrides.isEmpty {
      lines.append("Set from outside: \(record.inputs.overrides.joined(separator: ", "))")
    }
    return lines
  }

  /// What the answer lacks because the store does, and the run's note.
  private func remarks(_ record: RunRecord, _ summary: RunSummary) -> [String] {
    var lines: [String] = []
    if summary.scenarios.contains(where: { $0.alternatives == nil }) {
      lines.append(
        "Alternative models are not stored with this run\(includeNoncompliant ? " and ranking" : ""); simulate its "
          + "file again, and they are.")
    }
    if record.platform == nil {
      lines.append(
        "Platform checks were not recorded with this run. Simulate its file again to add them.")
    }
    if let note = record.note { lines.append("Note: \(note)") }
    return lines
  }
}
