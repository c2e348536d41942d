public import Rendering
public import Studies
public import TextFormats

/// The runs of a store, as a list shows them.
public struct RunList {
  /// One run of the list.
  public struct Entry: Equatable, Sendable {
    var id: String
    var name: String?
    var note: String?
    var experiment: String
    var question: String?
    var arms: Int
    /// What the arms were ranked by: a metric, or a weighted sum of metrics.
    var objective: String
    /// What the answer says of the best arm of each scenario, in their order.
    ///
    /// Empty while the run is unfinished, and where an earlier version finished it.
    var rankings: [Ranking]
    var seed: UInt64
    var trials: Int
    var storedTrials: Int
    var installs: Int
    var engine: String
    /// ISO 8601, UTC.
    var createdAt: String
    var seconds: Double

    /// Creates an entry; `createdAt` is ISO 8601, `seconds` the time spent simulating.
    public init(
      id: String, name: String?, note: String?, experiment: String, question: String?, arms: Int,
      objective: String, rankings: [Ranking], seed: UInt64, trials: Int, storedTrials: Int, installs: Int,
      engine: String,
      createdAt: String, seconds: Double
    ) {
      self.id = id
      self.name = name
      self.note = note
      self.experiment = experiment
      self.question = question
      self.arms = arms
      self.objective = objective
      self.rankings = rankings
      self.seed = seed
      self.trials = trials
      self.storedTrials = storedTrials
      self.installs = installs
      self.engine = engine
      self.createdAt = createdAt
      self.seconds = seconds
    }
  }

  /// One plan, search or calibration of the list.
  public struct Study: Equatable, Sendable {
    var id: String
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
    var arguments: [String]
    /// ISO 8601, UTC; empty where it is not known.
    var createdAt: String

    /// The parts, unchanged.
    public init(
      id: String, name: String?, note: String?, kind: String, result: String?, experiment: String?,
      run: String?, arguments: [String], createdAt: String
    ) {
      self.id = id
      self.name = name
      self.note = note
      self.kind = kind
      self.result = result
      self.experiment = experiment
      self.run = run
      self.arguments = arguments
      self.createdAt = createdAt
    }
  }

  /// Newest first.
  public var entries: [Entry]
  /// Newest first.
  public var studies: [Study]
  /// The store, as it was named.
  public var store: String

  /// Creates a list.
  public init(entries: [Entry], studies: [Study] = [], store: String) {
    self.entries = entries
    self.studies = studies
    self.store = store
  }

  /// As a person reads it: a line per run, or two where the terminal has no room for one.
  public func text(_ style: ReviewStyle) -> String {
    let runs: ReviewDocument.Block =
      entries.isEmpty
      ? .text(
        "No runs yet in '\(store)'. 'att-lab simulate FILE' makes one; 'att-lab init' writes a file to start from."
      )
      : .foldingTable(RunListTable(entries: entries).table)
    return ReviewDocument([
      [runs], studies.isEmpty ? [] : [.foldingTable(StudyListTable(studies: studies).table)],
    ]).text(style)
  }

  private var records: RecordTable<Entry> {
    RecordTable(
      fields: [
        .init("run") { .text($0.id) }, .init("name") { .optional($0.name) },
        .init("note") { .optional($0.note) },
        .init("experiment") { .text($0.experiment) }, .init("question") { .optional($0.question) },
        .init("arms") { .count($0.arms) }, .init(key: "objective") { .text($0.objective) },
        .init("advice") { $0.rankings.isEmpty ? .null : .text(adviceText($0.rankings)) },
        .init("seed") { .unsigned($0.seed) }, .init("trials") { .count($0.trials) },
        .init("stored_trials") { .count($0.storedTrials) },
        .init("installs") { .count($0.installs) }, .init("engine") { .text($0.engine) },
        .init("created_at") { .text($0.createdAt) }, .init("seconds") { .number($0.seconds) },
        .init(column: "objective") { .text($0.objective) },
      ], rows: entries)
  }

  /// One row per run.
  public var csv: CSVDocument { records.csv }

  /// One row per plan, search or calibration.
  public var studiesCSV: CSVDocument { studyRecords.csv }

  /// Plans, searches and calibrations as a person reads them.
  public func studiesText(_ style: ReviewStyle) -> String {
    let list: ReviewDocument.Block =
      studies.isEmpty
      ? .text("No plans, searches or calibrations yet in '\(store)'.")
      : .foldingTable(StudyListTable(studies: studies).table)
    return ReviewDocument([[list]]).text(style)
  }

  private var studyRecords: RecordTable<Study> {
    RecordTable(
      fields: [
        .init("study") { .text($0.id) }, .init("name") { .optional($0.name) },
        .init("note") { .optional($0.note) }, .init("kind") { .text($0.kind) },
        .init("result") { .optional($0.result) }, .init("experiment") { .optional($0.experiment) },
        .init("run") { .optional($0.run) }, .init(key: "arguments") { .texts($0.arguments) },
        .init(column: "arguments") { .text($0.arguments.joined(separator: " ")) },
        .init("created_at") { .text($0.createdAt) },
      ], rows: studies)
  }

  /// The list, schema `att-lab/runs/1`.
  public var json: JSONValue {
    .object([
      ("schema", .text("att-lab/runs/1")), ("store", .text(store)), ("runs", records.json),
      ("studies", studyRecords.json),
    ])
  }
}

extension RunList.Entry {
  /// What the advice is in a scenario.
  public struct Ranking: Equatable, Sendable {
    /// Its kind: `choose`, `test`, and so on; `nil` where nothing is said.
    var kind: String?
    /// The option that it names.
    var option: String?
    /// The option that it is tested against, or those that the model does not tell apart.
    var others: [String]

    /// Creates a ranking.
    public init(kind: String?, option: String?, others: [String] = []) {
      self.kind = kind
      self.option = option
      self.others = others
    }
  }
}

/// What the advice of a run is, in one line: each once, one scenario after the other.
func adviceText(_ rankings: [RunList.Entry.Ranking], cut: (String) -> String = { $0 }) -> String {
  var texts: [String] = []
  for ranking in rankings {
    let option = ranking.option.map(cut) ?? ""
    let others = ranking.others.map(cut)
    let text =
      switch ranking.kind {
      case "choose": "choose \(option)"
      case "test": "test \(option) vs \(others.first ?? "")"
      case "same_to_the_model": "no difference: \(others.joined(separator: ", "))"
      case "more_trials": "more trials"
      case "blocked": "every option is blocked"
      case _: "–"
      }
    if !texts.contains(text) { texts.append(text) }
  }
  return texts.joined(separator: "; ")
}
