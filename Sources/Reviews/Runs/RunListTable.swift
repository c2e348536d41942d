import Rendering

/// A list of runs: one line per run, or two or three where the terminal has no room for one.
struct RunListTable {
  var entries: [RunList.Entry]

  /// How long texts of people's own may get before they are cut.
  private static let nameWidth = 24
  private static let experimentWidth = 28
  private static let noteWidth = 60
  private static let objectiveWidth = 36

  var table: FoldingTable { FoldingTable(whole: whole, folded: facts, details: entries.map(details)) }

  /// One line per run.
  private var whole: TextTable {
    var columns = [
      column("name", entries.map { cut($0.name ?? "", Self.nameWidth) }),
      column("experiment", entries.map { cut($0.experiment, Self.experimentWidth) }),
      column("options", entries.map { "\($0.arms)" }, isNumeric: true),
      column("objective", entries.map { cut($0.objective, Self.objectiveWidth) }),
      column("advice", entries.map(winner)),
      column("trials × installs", entries.map(size), isNumeric: true),
      column("begun (UTC)", entries.map(begun)),
      column("took", entries.map { duration($0.seconds) }, isNumeric: true),
    ]
    if entries.contains(where: { $0.note != nil }) {
      columns.append(column("note", entries.map { cut($0.note ?? "", Self.noteWidth) }))
    }
    return TextTable(first: column("run", entries.map(\.id)), columns: columns)
  }

  /// What stands beside a run's id in any case.
  private var facts: TextTable {
    TextTable(
      first: column("run", entries.map(\.id)),
      columns: [
        column("begun (UTC)", entries.map(begun)),
        column("took", entries.map { duration($0.seconds) }, isNumeric: true),
        column("trials × installs", entries.map(size), isNumeric: true),
        column("name", entries.map { $0.name ?? "" }),
      ])
  }

  private func details(_ entry: RunList.Entry) -> [String] {
    [entry.question.map { "\(entry.experiment): \($0)" } ?? entry.experiment, outcome(entry)]
      + (entry.note.map { ["Note: \($0)"] } ?? [])
  }

  private func outcome(_ entry: RunList.Entry) -> String {
    let arms = entry.arms == 1 ? "1 option" : "\(entry.arms) options"
    guard entry.storedTrials >= entry.trials else { return "\(arms), unfinished" }
    return "\(arms), best by \(TerminalText.safe(entry.objective)): \(winner(entry))"
  }

  private func winner(_ entry: RunList.Entry) -> String {
    // What an earlier version finished is known again once its file is simulated.
    guard !entry.rankings.isEmpty else { return entry.storedTrials < entry.trials ? "" : "not stored" }
    return TerminalText.safe(adviceText(entry.rankings) { cut($0, Self.nameWidth) })
  }

  private func size(_ entry: RunList.Entry) -> String {
    let trials = SupportedDigits.grouped(entry.trials)
    let done =
      entry.storedTrials >= entry.trials
      ? trials : "\(SupportedDigits.grouped(entry.storedTrials)) of \(trials)"
    return "\(done) × \(SupportedDigits.grouped(entry.installs))"
  }

  /// To the minute: `2026-11-21 08:30`.
  private func begun(_ entry: RunList.Entry) -> String {
    String(entry.createdAt.prefix(16)).replacing("T", with: " ")
  }

  private func column(_ heading: String, _ cells: [String], isNumeric: Bool = false) -> TextTable.Column {
    .init(heading: [heading], cells: cells.map(TerminalText.safe), isNumeric: isNumeric)
  }

  /// The beginning, which is what a reader knows a text by.
  private func cut(_ text: String, _ limit: Int) -> String {
    TerminalText.beginning(TerminalText.safe(text), width: limit)
  }
}
