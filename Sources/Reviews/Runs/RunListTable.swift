import Rendering

/// The layouts of a list of runs on a terminal.
struct RunListTable {
  var entries: [RunList.Entry]

  /// How long texts of people's own may get before they are cut.
  private static let nameWidth = 24
  private static let questionWidth = 60
  private static let objectiveWidth = 36

  /// One line per run; `nil` where they are wider than the terminal.
  func line(_ style: ReviewStyle) -> [String]? {
    let questions = entries.map { $0.question ?? $0.experiment }
    var columns = [
      column("name", entries.map { cut($0.name ?? "", Self.nameWidth) }),
      column(
        "question",
        questions.map { style.width == nil ? $0 : cut($0, Self.questionWidth) }),
      column("arms", entries.map { "\($0.arms)" }, isNumeric: true),
      column("objective", entries.map { cut($0.objective, Self.objectiveWidth) }),
      column("winner", entries.map(winner)),
      column("trials × installs", entries.map(size), isNumeric: true),
      column("begun (UTC)", entries.map(begun)),
      column("took", entries.map { duration($0.seconds) }, isNumeric: true),
    ]
    if entries.contains(where: { $0.note != nil }) {
      columns.append(column("note", entries.map { cut($0.note ?? "", Self.questionWidth) }))
    }
    let table = TextTable(first: column("run", entries.map(\.id)), columns: columns)
    if let width = style.width, table.width > width { return nil }
    return table.lines(style)
  }

  /// Two or three lines per run, each cut to the terminal's width.
  func pairs(_ style: ReviewStyle) -> [String] {
    let facts = TextTable(
      first: column("run", entries.map(\.id)),
      columns: [
        column("begun (UTC)", entries.map(begun)),
        column("took", entries.map { duration($0.seconds) }, isNumeric: true),
        column("trials × installs", entries.map(size), isNumeric: true),
        column("name", entries.map { $0.name ?? "" }),
      ]
    ).lines(ReviewStyle(width: nil, isColoured: style.isColoured))
    var lines = [style.dim(fitted(facts[0], style))]
    for (entry, line) in zip(entries, facts.dropFirst()) {
      lines.append(fitted(line, style))
      lines.append(fitted("  " + TerminalText.safe(entry.question ?? entry.experiment), style))
      lines.append(fitted("  " + outcome(entry), style))
      if let note = entry.note { lines.append(fitted("  Note: " + TerminalText.safe(note), style)) }
    }
    return lines
  }

  private func outcome(_ entry: RunList.Entry) -> String {
    let arms = entry.arms == 1 ? "1 arm" : "\(entry.arms) arms"
    guard entry.storedTrials >= entry.trials else { return "\(arms), unfinished" }
    return "\(arms), best by \(TerminalText.safe(entry.objective)): \(winner(entry))"
  }

  private func winner(_ entry: RunList.Entry) -> String {
    // What an earlier version finished is known again once its file is simulated.
    guard !entry.rankings.isEmpty else { return entry.storedTrials < entry.trials ? "" : "not stored" }
    return TerminalText.safe(winnerNames(entry.rankings) { cut($0, Self.nameWidth) })
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

  private func fitted(_ line: String, _ style: ReviewStyle) -> String {
    style.width.map { TerminalText.beginning(line, width: $0) } ?? line
  }
}
