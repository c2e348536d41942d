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
    /// The best arms of each scenario, each group once; several in a group are tied.
    ///
    /// Empty while the run is unfinished.
    var winners: [[String]]
    var seed: UInt64
    var trials: Int
    var storedTrials: Int
    var installs: Int
    var engine: String
    /// ISO 8601, UTC.
    var createdAt: String
    var seconds: Double

    /// An entry spelled out; `createdAt` is ISO 8601, `seconds` the time spent simulating.
    public init(
      id: String, name: String?, note: String?, experiment: String, question: String?, arms: Int,
      objective: String, winners: [[String]], seed: UInt64, trials: Int, storedTrials: Int, installs: Int,
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
      self.winners = winners
      self.seed = seed
      self.trials = trials
      self.storedTrials = storedTrials
      self.installs = installs
      self.engine = engine
      self.createdAt = createdAt
      self.seconds = seconds
    }
  }

  /// Newest first.
  public var entries: [Entry]
  /// The store, as it was named.
  public var store: String

  /// A list spelled out.
  public init(entries: [Entry], store: String) {
    self.entries = entries
    self.store = store
  }

  /// As a person reads it: a line per run, or two where the terminal has no room for one.
  public func text(_ style: ReviewStyle) -> String {
    guard !entries.isEmpty else {
      let sentence =
        "No runs yet in '\(TerminalText.safe(store))'. 'att-lab simulate FILE' makes one; "
        + "'att-lab init' writes a file to start from."
      return TerminalText.wrapped(sentence, width: style.textWidth).joined(separator: "\n") + "\n"
    }
    let table = RunListTable(entries: entries)
    return (table.line(style) ?? table.pairs(style)).joined(separator: "\n") + "\n"
  }

  /// One row per run.
  public var csv: CSVDocument {
    CSVDocument(
      header: [
        "run", "name", "note", "experiment", "question", "arms", "winner", "seed", "trials",
        "stored_trials", "installs", "engine", "created_at", "seconds", "objective",
      ],
      rows: entries.map {
        [
          .text($0.id), .optional($0.name), .optional($0.note), .text($0.experiment),
          .optional($0.question), .integer($0.arms),
          $0.winners.isEmpty ? .empty : .text(winnerNames($0.winners)), .unsigned($0.seed),
          .integer($0.trials), .integer($0.storedTrials), .integer($0.installs), .text($0.engine),
          .text($0.createdAt), .number($0.seconds), .text($0.objective),
        ]
      })
  }

  /// The list, schema `att-lab/runs/1`.
  public var json: JSONValue {
    .object([
      ("schema", .text("att-lab/runs/1")),
      ("store", .text(store)),
      (
        "runs",
        .list(
          entries.map {
            .object([
              ("run", .text($0.id)), ("name", .optional($0.name)), ("note", .optional($0.note)),
              ("experiment", .text($0.experiment)), ("question", .optional($0.question)),
              ("arms", .integer(Int64($0.arms))), ("objective", .text($0.objective)),
              ("winners", .list($0.winners.filter { $0.count == 1 }.flatMap { $0 }.map { .text($0) })),
              (
                "ties",
                .list($0.winners.filter { $0.count > 1 }.map { .list($0.map { .text($0) }) })
              ),
              ("seed", .unsigned($0.seed)),
              ("trials", .integer(Int64($0.trials))), ("stored_trials", .integer(Int64($0.storedTrials))),
              ("installs", .integer(Int64($0.installs))), ("engine", .text($0.engine)),
              ("created_at", .text($0.createdAt)), ("seconds", .number($0.seconds)),
            ])
          })
      ),
    ])
  }
}

/// The best arms in one line: a name, or names that are tied; several scenarios one after the other.
///
/// A name that holds the separator, or reads as a tie, stands in quotes.
func winnerNames(_ winners: [[String]], cut: (String) -> String = { $0 }) -> String {
  winners.map { arms in
    let names = arms.map { name in
      let isPlain = !name.contains(";") && !name.contains(", ") && !name.hasPrefix("tie: ")
      return isPlain ? cut(name) : "'" + cut(name) + "'"
    }
    return names.count > 1 ? "tie: " + names.joined(separator: ", ") : names.joined()
  }.joined(separator: "; ")
}
