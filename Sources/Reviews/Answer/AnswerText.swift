import ExperimentDesign
public import Rendering
public import Studies

/// The answer as a person reads it on a terminal: short, and with everything behind it where that is asked for.
public struct AnswerText {
  /// The run and what it found.
  public var summary: RunSummary
  /// The store the run is in, as it was named; `nil` where it is kept nowhere.
  public var store: String?
  /// What is doubtful in the file, one line each.
  public var warnings: [String]
  /// Width and colour.
  public var style: ReviewStyle
  /// The experiment's file, as it was named; `nil` where it is not known.
  public var file: String?
  /// How the run is made again with more trials; `nil` where nobody knows.
  public var again: RepeatedRun?
  /// Whether all numbers and their errors follow.
  public var isVerbose: Bool

  /// Creates an answer.
  public init(
    summary: RunSummary, store: String?, warnings: [String], style: ReviewStyle, file: String? = nil,
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

  /// The store of commands that name none.
  public static let usualStore = "att-lab.sqlite"

  private var answer: Answer { Answer(summary, file: file, store: store, again: again) }

  /// The whole answer, with a line break at its end.
  public var text: String { document.text(style) }

  /// The whole answer.
  var document: ReviewDocument { document(hasBars: true) }

  /// The whole answer.
  ///
  /// - Parameter hasBars: whether the options are drawn as bars beside their table.
  func document(hasBars: Bool) -> ReviewDocument {
    let answer = answer
    let details = isVerbose ? AnswerDetails(summary: summary, storeOption: storeOption).sections : []
    return ReviewDocument(
      [[.heading(answer.question)], progress, answer.conditionLines]
        + answer.parts.flatMap { $0.sections(hasBars: hasBars, isVerbose: isVerbose) }
        + details
        + [warnings.map { .paragraph($0, .warning, indent: "  ") }, answer.nextSteps, closing(answer)]
    )
  }

  /// The answer for an issue, a pull request or a chat.
  public var markdown: String {
    let answer = answer
    return ReviewDocument(
      [[.heading(answer.question)], answer.conditionLines] + answer.parts.flatMap { $0.sections() }
        + [
          warnings.isEmpty ? [] : [.list(warnings, marker: "- ")], answer.nextSteps, [.text(answer.stored)],
        ]
    ).markdown
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
    return [.paragraph(stoppingSentence(stopping, of: summary), .warning, indent: "")]
  }

  private func closing(_ answer: Answer) -> [ReviewDocument.Block] {
    let enough = summary.stopping.flatMap {
      $0.isMet ? stoppingSentence($0, of: summary) : nil
    }
    let shown: [ReviewDocument.Block] = enough.map { [.text($0)] } ?? []
    guard let store else { return shown + [.text(answer.stored)] }
    let run = summary.outline.run + storeOption
    return shown + [
      .text("\(answer.stored.dropLast()), in \(store)."),
      .note("More: att-lab show \(run) --verbose | att-lab report \(run) | att-lab explain WORD"),
    ] + segment(run)
  }

  /// How the options are compared by one kind of people; empty where all are of one kind.
  private func segment(_ run: String) -> [ReviewDocument.Block] {
    guard let segment = SegmentHint(summary: summary) else { return [] }
    return [
      .note("\(segment.words): att-lab export \(run) --table segments")
    ]
  }

  /// What a command needs beside the run to find it.
  private var storeOption: String { store.map { Answer.storeOption($0) } ?? "" }
}
