import ExperimentDesign
public import Rendering
public import Studies

/// The answer as a person reads it on a terminal: short, and with everything behind it where that is asked for.
public struct AnswerText {
  /// The run and what it found.
  public var summary: RunSummary
  /// The store the run is in, as it was named.
  public var store: String
  /// What is doubtful in the file, one line each.
  public var warnings: [String]
  /// Width and colour.
  public var style: ReviewStyle
  /// The experiment's file, as it was named; `nil` where it is not at hand.
  public var file: String?
  /// How the run is made again with more trials; `nil` where nobody knows.
  public var again: RepeatedRun?
  /// Whether all numbers and their errors follow.
  public var isVerbose: Bool

  /// Creates an answer.
  public init(
    summary: RunSummary, store: String, warnings: [String], style: ReviewStyle, file: String? = nil,
    again: RepeatedRun? = nil, isVerbose: Bool = false
  ) {
    self.summary = summary
    self.store = store
    self.warnings = warnings
    self.style = style
    self.file = file
    self.again = again
    self.isVerbose = isVerbose
  }

  private var answer: Answer { Answer(summary, file: file, storeOption: storeOption, again: again) }

  /// The whole answer, with a line break at its end.
  public var text: String {
    let answer = answer
    let details = isVerbose ? AnswerDetails(summary: summary, storeOption: storeOption).sections : []
    return ReviewDocument(
      [[.heading(answer.question)], progress] + answer.parts.flatMap { sections($0) } + details
        + [warnings.map { .paragraph($0, .warning, indent: "  ") }, steps(answer), closing(answer)]
    ).text(style)
  }

  /// The answer for an issue, a pull request or a chat.
  public var markdown: String { AnswerMarkdown(answer: answer, warnings: warnings).text }

  private func sections(_ part: Answer.Part) -> [[ReviewDocument.Block]] {
    let title: [ReviewDocument.Block] = part.title.map { [.title("Scenario \(TerminalText.safe($0))")] } ?? []
    let width = part.headline.map(\.label.count).max() ?? 0
    let headline: [ReviewDocument.Block] = part.headline.map { label, text in
      let padding = String(repeating: " ", count: width - label.count + 2)
      let emphasis: ReviewDocument.Emphasis =
        ["Blocker", "Guardrail"].contains(label) || label == "Watch out"
        ? .warning : label == "Recommendation" ? .strong : .plain
      return .labelled("  \(label)\(padding)", text, emphasis)
    }
    return [
      title + headline, part.table.map { table($0) } ?? [],
      part.contrasts.map { .labelled("  ", $0, .plain) },
      part.goals.isEmpty
        ? [] : [.title("Goals: does the best option depend on what you want?"), .table(goals(part.goals))],
      part.month.isEmpty
        ? [] : [.title("What that is in a month")] + part.month.map { .labelled("  ", $0, .plain) },
      part.changes.isEmpty
        ? []
        : [.title("What would change the answer")]
          + part.changes.map { .labelled("  ", $0, .plain) },
    ]
  }

  private func table(_ table: AnswerTable) -> [ReviewDocument.Block] {
    let first = TextTable.Column(heading: [], cells: table.rows.map { "  " + $0.name }, isNumeric: false)
    let numbers = table.headings.indices.map { column in
      TextTable.Column(heading: table.headings[column], cells: table.rows.map { $0.cells[column] })
    }
    let differences = TextTable.Column(
      heading: table.plotTitle.isEmpty ? [] : ["", ""], cells: table.rows.map(\.difference))
    let plain = TextTable(first: first, columns: numbers + [differences])
    // What the other columns leave, with two columns between and none wider than is of use.
    let room = (style.width ?? 100) - plain.width(style) - 2
    let plot = table.plot(width: min(30, max(room, IntervalPlot.narrowest)))
    let drawn = TextTable.Column(
      heading: [TerminalText.shortened(table.plotTitle, width: plot.width), plot.heading],
      cells: plot.lines(isASCII: style.isASCII), isNumeric: false)
    let titled = TextTable(
      first: first,
      columns: numbers + [
        TextTable.Column(heading: table.plotTitle.isEmpty ? [] : [table.plotTitle], cells: differences.cells)
      ])
    let hasRoom = room >= IntervalPlot.narrowest
    let shown =
      table.plotTitle.isEmpty
      ? plain : hasRoom ? TextTable(first: first, columns: numbers + [drawn, differences]) : titled
    return [.table(shown)] + (table.note.isEmpty ? [] : [.labelled("  ", table.note, .faint)])
  }

  private func goals(_ rows: [Answer.GoalRow]) -> TextTable {
    TextTable(
      first: .init(heading: [], cells: rows.map { "  " + $0.goal }, isNumeric: false),
      columns: [
        .init(heading: [], cells: rows.map(\.best), isNumeric: false, isProse: true),
        .init(heading: [], cells: rows.map(\.note), isNumeric: false, isProse: true),
      ])
  }

  private func steps(_ answer: Answer) -> [ReviewDocument.Block] {
    guard !answer.steps.isEmpty else { return [] }
    let width = answer.steps.map(\.title.count).max() ?? 0
    return [.title("Next steps")]
      + answer.steps.enumerated().flatMap { number, step -> [ReviewDocument.Block] in
        let padding = String(repeating: " ", count: width - step.title.count + 2)
        let label = "  \(number + 1). \(step.title)\(padding)"
        // Whole, to be copied; further left where it has no room.
        let room = (style.width ?? 100) - TerminalText.width(step.command)
        let indent = String(repeating: " ", count: max(2, min(label.count, room)))
        return [.labelled(label, step.text, .plain), .line(indent + step.command, .faint)]
      }
  }

  /// What stands above the verdict of a run that is not through, or may run no more trials and has not reached its
  /// goal.
  private var progress: [ReviewDocument.Block] {
    let outline = summary.outline
    if summary.trials < outline.trials {
      let done = SupportedDigits.grouped(summary.trials)
      let planned = SupportedDigits.grouped(outline.trials)
      return [
        .paragraph(
          "\(done) of \(planned) trials done. To continue, simulate the same file again.", .warning,
          indent: "")
      ]
    }
    guard let stopping = summary.stopping, !stopping.isMet else { return [] }
    return [.paragraph(stoppingSentence(stopping, trials: summary.trials), .warning, indent: "")]
  }

  private func closing(_ answer: Answer) -> [ReviewDocument.Block] {
    let run = summary.outline.run + storeOption
    let enough = summary.stopping.flatMap {
      $0.isMet ? stoppingSentence($0, trials: summary.trials) : nil
    }
    return (enough.map { [.text($0)] } ?? []) + [
      .text("\(answer.stored.dropLast()), in \(store)."),
      .note("More: att-lab show \(run) --verbose | att-lab report \(run) | att-lab explain WORD"),
    ]
  }

  /// What a command needs beside the run to find it.
  private var storeOption: String { store == "att-lab.sqlite" ? "" : " --db \(store)" }
}
