import Rendering

/// A list of plans, searches and calibrations: one line each, or two where the terminal has no room for one.
struct StudyListTable {
  var studies: [RunList.Study]

  /// How long texts of people's own may get before they are cut.
  private static let nameWidth = 24
  private static let resultWidth = 60

  var table: FoldingTable {
    FoldingTable(whole: whole, folded: facts, details: studies.map { [result($0)] + note($0) })
  }

  private var whole: TextTable {
    var columns = [
      column("name", studies.map { name($0) }), column("result", studies.map(result)),
      column("made of", studies.map(subject)), column("made (UTC)", studies.map(made)),
    ]
    if studies.contains(where: { $0.note != nil }) {
      columns.append(
        column("note", studies.map { TerminalText.beginning(TerminalText.safe($0.note ?? ""), width: 60) }))
    }
    return TextTable(first: column("id", studies.map(\.id)), columns: columns)
  }

  private var facts: TextTable {
    TextTable(
      first: column("id", studies.map(\.id)),
      columns: [
        column("made of", studies.map(subject)), column("made (UTC)", studies.map(made)),
        column("name", studies.map { $0.name ?? "" }),
      ])
  }

  /// What kind it is and what came out: `plan: 13,020 installs, power 80%`.
  private func result(_ study: RunList.Study) -> String {
    let text = TerminalText.safe("\(study.kind): \(study.result ?? "cannot be read; show it to see why")")
    return TerminalText.beginning(text, width: Self.resultWidth)
  }

  private func note(_ study: RunList.Study) -> [String] { study.note.map { ["Note: \($0)"] } ?? [] }

  private func name(_ study: RunList.Study) -> String {
    TerminalText.beginning(TerminalText.safe(study.name ?? ""), width: Self.nameWidth)
  }

  /// The run, else the experiment, else that a plan is of rates.
  private func subject(_ study: RunList.Study) -> String {
    let of = study.run.map { "run \($0)" } ?? study.experiment ?? (study.kind == "plan" ? "rates" : "")
    return TerminalText.beginning(TerminalText.safe(of), width: Self.nameWidth)
  }

  /// To the minute: `2026-11-21 08:30`.
  private func made(_ study: RunList.Study) -> String {
    String(study.createdAt.prefix(16)).replacing("T", with: " ")
  }

  private func column(_ heading: String, _ cells: [String]) -> TextTable.Column {
    .init(heading: [heading], cells: cells.map(TerminalText.safe), isNumeric: false)
  }
}
