import ExperimentDesign
import Foundation
package import Rendering
public import ResultStore
public import Studies
import TextFormats

/// What a store has, newest first: its runs, and its plans, searches, calibrations and tests.
public struct RunList {
  /// The store, as it was named.
  let store: String
  /// Each with what its answer says to do, each scenario's once; `nil` while it is unfinished.
  let runs: [(record: RunRecord, advice: String?)]
  /// Each with what came out, in a few words; `nil` where this version cannot read it.
  let studies: [(record: StudyRecord, result: String?)]

  /// - Parameters:
  ///   - runs: newest first, each with what it advises in words; `nil` for nothing.
  ///   - studies: newest first, each with what came out, in a few words; `nil` where it cannot be read.
  ///   - store: as it was named.
  public init(
    runs: [(record: RunRecord, advice: String?)], studies: [(record: StudyRecord, result: String?)] = [],
    store: String
  ) {
    self.store = store
    self.runs = runs
    self.studies = studies
  }

  /// What a run's scenarios advise in a few words, each once; `nil` for none.
  public static func words(_ advice: [Advice]) -> String? {
    var texts: [Phrase] = []
    for words in advice.map(\.brief) where !texts.contains(words) { texts.append(words) }
    return texts.isEmpty ? nil : texts.joined(separator: "; ").text
  }
}

extension RunList: Presentable {
  package var name: String { "What a store has" }

  /// As a person reads it, a line for each.
  package func document(_ detail: Detail) -> ReviewDocument {
    let missing =
      "No runs yet in '\(store)'. 'att-lab simulate FILE' makes one; 'att-lab init' writes a file to start from."
    return ReviewDocument([
      [runs.isEmpty ? .text("\(missing)") : .table(runTable)],
      studies.isEmpty ? [] : [.table(studyTable)],
    ])
  }

  package func json() -> JSONValue {
    [
      "schema": "att-lab/runs/1", "store": .text(store),
      "runs": .list(runs.map { .object(fields($0.record, $0.advice)) }),
      "studies": .list(studies.map { .object(fields($0.record, $0.result)) }),
    ]
  }

  /// The runs alone.
  package func csv() -> CSVDocument { CSVDocument(runs.map { fields($0.record, $0.advice) }) }

  /// What was run, when, and what to do.
  private func fields(_ record: RunRecord, _ advice: String?) -> Fields {
    let inputs = record.inputs
    return [
      ("run", .text(record.id)), ("name", .optional(record.name)), ("note", .optional(record.note)),
      ("experiment", .text(inputs.experiment)), ("file", .optional(inputs.source)),
      ("question", .optional(inputs.question)), ("what_if", .optional(record.whatIf)),
      ("arms", .count(inputs.arms.count)), ("objective", .text(inputs.objective.name)),
      ("advice", .optional(advice)), ("seed", .unsigned(inputs.seed)), ("trials", .count(inputs.trials)),
      ("stored_trials", .count(record.storedTrials)), ("installs", .count(inputs.installs)),
      ("engine", .text(inputs.engine)), ("created_at", .text(record.createdAt.formatted(.iso8601))),
      // Spent simulating.
      ("seconds", .number(record.seconds)),
    ]
  }

  private func fields(_ record: StudyRecord, _ result: String?) -> Fields {
    let inputs = record.inputs
    return [
      ("study", .text(record.id)), ("name", .optional(record.name)), ("note", .optional(record.note)),
      ("kind", .text(inputs.kind.rawValue)), ("result", .optional(result)),
      ("experiment", .optional(inputs.experiment)), ("run", .optional(inputs.run)),
      // The words of the command that made it, without the program's.
      ("arguments", .text(inputs.arguments.map(TerminalText.shellWord).joined(separator: " "))),
      ("created_at", .text(record.createdAt.formatted(.iso8601))),
    ]
  }

  private var runTable: TextTable {
    TextTable(
      first: column(runs, "run") { $0.record.id },
      columns: names(runs) { $0.record.name } + [
        runs.names("file, what-if", isProse: true) { run, _ in
          [run.origin, run.whatIf, run.note.map { "note: \($0)" }].compactMap { $0 }.joined(separator: "; ")
        },
        column(runs, "begun (UTC)") { minute($0.record.createdAt) },
        runs.names("advice", isProse: true) { run, advice in
          run.isComplete
            ? advice ?? "not stored; simulate the file again"
            : "unfinished: \(SupportedDigits.grouped(run.storedTrials)) of \(SupportedDigits.grouped(run.inputs.trials)) trials"
        },
      ])
  }

  private var studyTable: TextTable {
    TextTable(
      first: column(studies, "id") { $0.record.id },
      columns: names(studies) { $0.record.name } + [
        studies.names("result", isProse: true) { study, result in
          "\(study.inputs.kind.rawValue): \(result ?? "cannot be read; show it to see why")"
            + (study.note.map { "; note: \($0)" } ?? "")
        },
        column(studies, "made of") { $0.record.subject },
        column(studies, "made (UTC)") { minute($0.record.createdAt) },
      ])
  }

  /// A column of what is cut where it is long.
  private func column<Row>(_ rows: [Row], _ heading: String, _ cell: (Row) -> String) -> TextTable.Column {
    var column = rows.names(heading, cell)
    column.widest = 24
    return column
  }

  /// The names that somebody gave; nothing where nobody has.
  private func names<Row>(_ rows: [Row], _ name: (Row) -> String?) -> [TextTable.Column] {
    rows.contains { name($0) != nil } ? [column(rows, "name") { name($0) ?? "" }] : []
  }

  /// `2026-11-21 08:30`.
  private func minute(_ time: Date) -> String {
    String(time.formatted(.iso8601).prefix(16)).replacing("T", with: " ")
  }
}

extension RunRecord {
  /// What was set in place of what the file says: `path=value`, apart by `; `; `nil` where nothing was.
  fileprivate var whatIf: String? {
    let settings = inputs.texts.assumedOtherwise
    return settings.isEmpty ? nil : settings.joined(separator: "; ")
  }

  /// The file, with the experiment's name where that is another; the experiment where it came from no file.
  fileprivate var origin: String {
    let experiment = inputs.experiment
    guard let file = inputs.source else { return experiment }
    return file == "\(experiment).yaml" || file.hasSuffix("/\(experiment).yaml")
      ? file : "\(file) (\(experiment))"
  }
}

extension StudyRecord {
  /// The run, else the experiment, else that a plan is of rates.
  fileprivate var subject: String {
    inputs.run.map { "run \($0)" } ?? inputs.experiment ?? (inputs.kind == .plan ? "rates" : "")
  }
}
