import ExperimentDesign
public import Rendering
public import Studies
public import TextFormats

/// What came of computing a stored run again.
public struct ReplayReview {
  /// The run.
  public var outline: RunOutline
  /// What was compared.
  public var comparison: ReplayComparison
  /// The engine that computed it again.
  public var engine: String
  /// What changed between the engine that computed the run and this one, a sentence's part each;
  /// `nil` where that engine is not known.
  public var changes: [String]?
  /// What the run found as stored, and as computed again.
  public var summaries: (stored: RunSummary, replayed: RunSummary)

  /// Creates a review.
  public init(
    outline: RunOutline, comparison: ReplayComparison, engine: String, changes: [String]?,
    summaries: (stored: RunSummary, replayed: RunSummary)
  ) {
    self.outline = outline
    self.comparison = comparison
    self.engine = engine
    self.changes = changes
    self.summaries = summaries
  }

  /// As a person reads it.
  public func text(_ style: ReviewStyle) -> String {
    var paragraphs = [opening]
    if let first = comparison.first {
      paragraphs += [
        cause,
        "The first: trial \(first.trial), \(first.name): stored \(shown(first.stored)), now \(shown(first.replayed)).",
      ]
    }
    return ReviewDocument([paragraphs.map { .text($0) }, comparison.isIdentical ? [] : tables]).text(style)
  }

  private var size: String {
    let trials = SupportedDigits.grouped(comparison.trials)
    let whole =
      comparison.trials == outline.trials
      ? trials : "\(trials) of \(SupportedDigits.grouped(outline.trials))"
    return
      "\(whole) \(outline.trials == 1 ? "trial" : "trials") of \(SupportedDigits.grouped(outline.installs)) installs"
  }

  private var opening: String {
    let rows = SupportedDigits.grouped(comparison.rows)
    let again = "Run \(outline.run) computed again from its stored text and seed \(outline.seed), \(size): "
    guard !comparison.isIdentical else {
      let engines =
        outline.engine == engine ? "engine \(engine)" : "engines \(outline.engine) and \(engine)"
      return again + "identical, row for row (\(rows) rows, \(engines))."
    }
    return again + "\(SupportedDigits.grouped(comparison.differingRows)) of \(rows) rows differ."
  }

  private var cause: String {
    if outline.engine == engine {
      return "It was computed by this same engine \(engine), so either the store was changed by "
        + "something else, or this program was not built from the released source."
    }
    let engines = "It was computed by engine \(outline.engine), and this is engine \(engine)"
    guard let changes, !changes.isEmpty else { return "\(engines), which does not know that version." }
    return "\(engines). What changed: \(changes.joined(separator: "; "))."
  }

  private func shown(_ number: String?) -> String {
    number.map { TerminalText.beginning($0, width: 60) } ?? "none"
  }

  /// The objective of each arm, as stored and as it is now.
  private var tables: [ReviewDocument.Block] {
    let words = EstimateText(unit: outline.objective.unit)
    let heading = outline.objective.heading.joined(separator: " ")
    return zip(summaries.stored.scenarios, summaries.replayed.scenarios).flatMap { stored, replayed in
      let table = TextTable(
        first: .init(
          heading: ["option"], cells: outline.arms.map { TerminalText.safe($0.name) }, isNumeric: false),
        columns: [
          .init(heading: [heading, "stored"], cells: stored.arms.map { words.level($0.objective) }),
          .init(heading: ["", "now"], cells: replayed.arms.map { words.level($0.objective) }),
        ])
      let title: [ReviewDocument.Block] =
        outline.scenarios.count > 1 ? [.title("Scenario \(stored.name)")] : []
      return title + [.table(table)]
    }
  }

  /// The outcome, schema `att-lab/replay/1`.
  public var json: JSONValue {
    .object([
      ("schema", .text("att-lab/replay/1")), ("run", .text(outline.run)),
      ("identical", .flag(comparison.isIdentical)), ("stored_engine", .text(outline.engine)),
      ("engine", .text(engine)), ("trials", .count(comparison.trials)),
      ("rows", .count(comparison.rows)),
      ("differing_rows", .count(comparison.differingRows)),
      (
        "first_difference",
        comparison.first.map {
          .object([
            ("trial", .count($0.trial)), ("place", .text($0.name)),
            ("stored", .optional($0.stored)), ("replayed", .optional($0.replayed)),
          ])
        } ?? .null
      ),
      ("changes", changes.map { .texts($0) } ?? .null),
    ])
  }
}
