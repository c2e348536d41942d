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
        .init(column: "winner") { $0.rankings.isEmpty ? .null : .text(winnerNames($0.rankings)) },
        .init(key: "winners") { names(in: $0) { $0.isSettled ? $0.best : nil } },
        .init(key: "best_guesses") { names(in: $0) { $0.isGuess ? $0.best : nil } },
        .init(key: "ties") {
          .list(distinct($0.rankings.map(\.tie)).map { .texts($0) })
        },
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

  /// Arms of a run's rankings, each once.
  private func names(in entry: Entry, _ name: (Entry.Ranking) -> String?) -> JSONValue {
    .texts(distinct(entry.rankings.map(name)))
  }

  private func distinct<Value: Equatable>(_ values: [Value?]) -> [Value] {
    var found: [Value] = []
    for value in values.compactMap({ $0 }) where !found.contains(value) { found.append(value) }
    return found
  }
}

extension RunList.Entry {
  /// What the answer says of the best arm of a scenario.
  public struct Ranking: Equatable, Sendable {
    var kind: Recommendation.Kind?
    var best: String?
    var tied: [String]

    /// Creates a ranking; without a kind nothing is said of any arm.
    public init(kind: Recommendation.Kind?, best: String?, tied: [String] = []) {
      self.kind = kind
      self.best = best
      self.tied = tied
    }

    /// Whether the answer calls the arm the best.
    var isSettled: Bool { kind == .choose || kind == .onlyOption }

    /// Whether the answer calls it the best guess, or has too few trials to say more.
    var isGuess: Bool { kind == .bestGuess || kind == .leaning || kind == .tooFewTrials }

    /// The arms that the answer calls tied; `nil` where it can.
    var tie: [String]? {
      guard kind == .tie || kind == .identical, let best else { return nil }
      return [best] + tied
    }
  }
}

/// What the answers of a run say of the best arm, in one line: each once, one scenario after the other.
///
/// A name that holds a separator, or reads as a tie or a guess, stands in quotes.
func winnerNames(_ rankings: [RunList.Entry.Ranking], cut: (String) -> String = { $0 }) -> String {
  func shown(_ name: String) -> String {
    let isPlain =
      !name.contains(";") && !name.contains(", ") && !name.hasPrefix("tie: ") && !name.hasSuffix(")")
      && name != noVerdict
    return isPlain ? cut(name) : "'" + cut(name) + "'"
  }
  var texts: [String] = []
  for ranking in rankings {
    let text =
      switch (ranking.kind, ranking.best) {
      case (nil, _), (.blocked, _), (_, nil): noVerdict
      case (.choose, let best?), (.onlyOption, let best?): shown(best)
      case (.bestGuess, let best?), (.leaning, let best?): shown(best) + " (best guess)"
      case (.tooFewTrials, let best?): shown(best) + " (too few trials)"
      case (.tie, let best?), (.identical, let best?):
        "tie: " + ([best] + ranking.tied).map(shown).joined(separator: ", ")
      }
    if !texts.contains(text) { texts.append(text) }
  }
  return texts.joined(separator: "; ")
}

/// Where no arm that may win has a value of the objective.
private let noVerdict = "no verdict"
