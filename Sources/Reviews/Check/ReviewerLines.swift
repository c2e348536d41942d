import ExperimentDesign
package import Rendering
public import Studies

/// Whether a reviewer would see the alert, arm by arm, as a person reads it.
public struct ReviewerLines {
  /// A name and what is said of it.
  private var rows: [(name: String, words: String)]

  /// The lines of `sessions`, with scenario and segment where what is seen differs between them.
  init(_ sessions: [(arm: String, scenario: String?, segment: String?, words: String)]) {
    // The one scenario of a file needs no name.
    let hasScenarios = Set(sessions.compactMap(\.scenario)).count > 1
    rows = sessions.map { session in
      let scenario = hasScenarios ? session.scenario.map { "scenario \($0)" } : nil
      let conditions = [scenario, session.segment.map { "segment \($0)" }].compactMap { $0 }
        .joined(separator: ", ")
      return (conditions.isEmpty ? session.arm : "\(session.arm) (\(conditions))", session.words)
    }
  }

  /// Of a stored run; no line where it was never held against the rules.
  public init(_ outline: RunOutline) {
    self.init(
      (outline.platform?.visibilities ?? []).map { visibility in
        let names = visibility.names(in: outline)
        return (outline.arms[visibility.arm].name, names.scenario, names.segment, visibility.words)
      })
  }

  /// A heading and a row for each.
  package var blocks: [ReviewDocument.Block] {
    guard !rows.isEmpty else { return [] }
    let names = rows.map { TerminalText.safe($0.name) }
    let width = min(40, names.map(TerminalText.width).max() ?? 0)
    return [.title("Will App Review see the prompt? (median times)")]
      + zip(rows, names).map { row, name in
        let padding = String(repeating: " ", count: max(0, width - TerminalText.width(name)))
        return .labelled("  \(name)\(padding)  ", "\(row.words)", .plain)
      }
  }
}
