/// The runs of a store, as a list shows them.
public struct RunList {
  /// One run of the list.
  public struct Entry: Equatable, Sendable {
    var id: String
    var name: String?
    var note: String?
    var experiment: String
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
      id: String, name: String?, note: String?, experiment: String, seed: UInt64, trials: Int,
      storedTrials: Int, installs: Int, engine: String, createdAt: String, seconds: Double
    ) {
      self.id = id
      self.name = name
      self.note = note
      self.experiment = experiment
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

  /// As a person reads it.
  public func text(_ style: ReviewStyle) -> String {
    guard !entries.isEmpty else { return "The store '\(TerminalText.safe(store))' holds no runs yet.\n" }
    func column(_ heading: String, _ cells: [String], isNumeric: Bool = false) -> TextTable.Column {
      .init(heading: [heading], cells: cells.map(TerminalText.safe), isNumeric: isNumeric)
    }
    let table = TextTable(
      first: column("run", entries.map(\.id)),
      columns: [
        column("name", entries.map { $0.name ?? "" }),
        column("experiment", entries.map(\.experiment)),
        column("trials", entries.map(trials), isNumeric: true),
        column("installs", entries.map { SupportedDigits.grouped($0.installs) }, isNumeric: true),
        column("seed", entries.map { "\($0.seed)" }, isNumeric: true),
        column("begun (UTC)", entries.map { shortTime($0.createdAt) }),
        column("note", entries.map { $0.note ?? "" }),
      ])
    return table.lines(style).joined(separator: "\n") + "\n"
  }

  private func trials(_ entry: Entry) -> String {
    entry.storedTrials >= entry.trials
      ? SupportedDigits.grouped(entry.trials)
      : "\(SupportedDigits.grouped(entry.storedTrials)) of \(SupportedDigits.grouped(entry.trials))"
  }

  /// To the minute: `2026-11-21 08:30`.
  private func shortTime(_ time: String) -> String {
    String(time.prefix(16)).replacing("T", with: " ")
  }

  /// One row per run.
  public var csv: CSVDocument {
    CSVDocument(
      header: [
        "run", "name", "note", "experiment", "seed", "trials", "stored_trials", "installs", "engine",
        "created_at", "seconds",
      ],
      rows: entries.map {
        [
          .text($0.id), .optional($0.name), .optional($0.note), .text($0.experiment), .unsigned($0.seed),
          .integer($0.trials), .integer($0.storedTrials), .integer($0.installs), .text($0.engine),
          .text($0.createdAt), .number($0.seconds),
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
              ("experiment", .text($0.experiment)), ("seed", .unsigned($0.seed)),
              ("trials", .integer(Int64($0.trials))), ("stored_trials", .integer(Int64($0.storedTrials))),
              ("installs", .integer(Int64($0.installs))), ("engine", .text($0.engine)),
              ("created_at", .text($0.createdAt)), ("seconds", .number($0.seconds)),
            ])
          })
      ),
    ])
  }
}
