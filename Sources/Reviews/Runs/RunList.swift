public import ExperimentDesign
public import Rendering
public import Studies

/// What a store has, newest first: its runs, and its plans, searches, calibrations and tests.
public struct RunList: Encodable {
  /// One run: what was run, when, and what to do.
  public struct Run: Encodable, Sendable {
    var run: String
    var name: String?
    var note: String?
    var experiment: String
    /// As it was named; `nil` where it came from none.
    var file: String?
    var question: String?
    /// What was set in place of what the file says: `path=value`, apart by `; `.
    var whatIf: String?
    var arms: Int
    var objective: String
    /// What the answer says to do, each scenario's once; `nil` while the run is unfinished.
    var advice: String?
    var seed: UInt64
    var trials: Int
    var storedTrials: Int
    var installs: Int
    var engine: String
    /// ISO 8601, UTC.
    var createdAt: String
    /// Time spent simulating.
    var seconds: Double

    /// - Parameters:
    ///   - run: its id.
    ///   - file: as it was named; `nil` where it came from none.
    ///   - settings: what was set from outside, as `path=value`.
    ///   - advice: in words; `nil` while there is none.
    ///   - createdAt: ISO 8601, UTC.
    ///   - seconds: spent simulating.
    public init(
      _ run: String, name: String?, note: String?, file: String?, description: RunDescription,
      settings: [String], advice: String?, storedTrials: Int, createdAt: String, seconds: Double
    ) {
      self.run = run
      self.name = name
      self.note = note
      self.file = file
      experiment = description.experiment
      question = description.question
      let whatIf = RunOutline.whatIf(of: settings)
      self.whatIf = whatIf.isEmpty ? nil : whatIf.joined(separator: "; ")
      arms = description.arms.count
      objective = description.objective.name
      self.advice = advice
      seed = description.seed
      trials = description.trials
      self.storedTrials = storedTrials
      installs = description.installs
      engine = description.engine
      self.createdAt = createdAt
      self.seconds = seconds
    }
  }

  /// One plan, search or calibration.
  public struct Study: Encodable, Sendable {
    var study: String
    var name: String?
    var note: String?
    /// `plan`, `search` or `calibration`.
    var kind: String
    /// What came out, in a few words; `nil` where this version cannot read it.
    var result: String?
    var experiment: String?
    /// The run that it is of.
    var run: String?
    /// The words of the command that made it, without the program's.
    var arguments: String
    /// ISO 8601, UTC.
    var createdAt: String

    /// The parts, the arguments in one line.
    public init(
      _ study: String, name: String?, note: String?, kind: String, result: String?, experiment: String?,
      run: String?, arguments: [String], createdAt: String
    ) {
      self.study = study
      self.name = name
      self.note = note
      self.kind = kind
      self.result = result
      self.experiment = experiment
      self.run = run
      self.arguments = arguments.map(TerminalText.shellWord).joined(separator: " ")
      self.createdAt = createdAt
    }
  }

  let schema = "att-lab/runs/1"
  /// The store, as it was named.
  var store: String
  /// Newest first.
  public var runs: [Run]
  /// Newest first.
  public var studies: [Study]

  /// The parts, unchanged.
  public init(runs: [Run], studies: [Study] = [], store: String) {
    self.store = store
    self.runs = runs
    self.studies = studies
  }

  /// As a person reads it, a line for each.
  public func document() -> ReviewDocument {
    let missing =
      "No runs yet in '\(store)'. 'att-lab simulate FILE' makes one; 'att-lab init' writes a file to start from."
    return ReviewDocument([
      [runs.isEmpty ? .text("\(missing)") : .table(runTable)],
      studies.isEmpty ? [] : [.table(studyTable)],
    ])
  }

  private var runTable: TextTable {
    TextTable(
      first: column(runs, "run", \.run),
      columns: names(runs, \.name) + [
        runs.names("file, what-if", isProse: true) {
          [$0.origin, $0.whatIf, $0.note.map { "note: \($0)" }].compactMap { $0 }.joined(separator: "; ")
        },
        column(runs, "begun (UTC)") { minute($0.createdAt) },
        runs.names("advice", isProse: true, \.outcome),
      ])
  }

  private var studyTable: TextTable {
    TextTable(
      first: column(studies, "id", \.study),
      columns: names(studies, \.name) + [
        studies.names("result", isProse: true) { study in
          "\(study.kind): \(study.result ?? "cannot be read; show it to see why")"
            + (study.note.map { "; note: \($0)" } ?? "")
        },
        column(studies, "made of", \.subject), column(studies, "made (UTC)") { minute($0.createdAt) },
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
  private func minute(_ time: String) -> String { String(time.prefix(16)).replacing("T", with: " ") }
}

extension RunList.Run {
  /// The file, with the experiment's name where that is another; the experiment where it came from no file.
  fileprivate var origin: String {
    guard let file else { return experiment }
    return file == "\(experiment).yaml" || file.hasSuffix("/\(experiment).yaml")
      ? file : "\(file) (\(experiment))"
  }

  /// The advice, or why there is none yet.
  fileprivate var outcome: String {
    storedTrials < trials
      ? "unfinished: \(SupportedDigits.grouped(storedTrials)) of \(SupportedDigits.grouped(trials)) trials"
      : advice ?? "not stored; simulate the file again"
  }
}

extension RunList.Study {
  /// The run, else the experiment, else that a plan is of rates.
  fileprivate var subject: String {
    run.map { "run \($0)" } ?? experiment ?? (kind == "plan" ? "rates" : "")
  }
}

extension RunList {
  /// What a run's scenarios advise in a few words, each once; `nil` for none.
  public static func words(_ advice: [Advice]) -> String? {
    var texts: [Phrase] = []
    for words in advice.map(\.brief) where !texts.contains(words) { texts.append(words) }
    return texts.isEmpty ? nil : texts.joined(separator: "; ").text
  }
}
