public import Rendering
public import TextFormats

/// A plan as it is printed, listed, exported and reported: now, and from a store later.
public enum StudyReview {
  /// A plan from rates.
  case plan(PlannedTest)
  /// A plan by an experiment's own model.
  case modelledPlan(ModelledTest)

  /// What stands above a page of it.
  public struct PageHeading {
    /// The stored id, and the name where it has one.
    public var id: String
    /// The day on which it was stored: `2026-11-21`.
    public var day: String
    /// What makes the page, in words.
    public var maker: String
    /// The command that made it, as it is typed.
    public var command: String

    /// The parts, unchanged.
    public init(id: String, day: String, maker: String, command: String) {
      self.command = command
      self.id = id
      self.day = day
      self.maker = maker
    }
  }

  /// For a terminal.
  public func text(_ style: ReviewStyle) -> String { document.text(style) }

  /// For an issue, a pull request or a chat.
  public var markdown: String { document.markdown }

  /// The schema of its JSON, with its version.
  public var schema: String {
    switch self {
    case .plan, .modelledPlan: "att-lab/plan/1"
    }
  }

  private var document: ReviewDocument {
    switch self {
    case .plan(let test): PlanText(test).document
    case .modelledPlan(let test): ModelledTestText(test).document
    }
  }

  /// As JSON.
  public var json: JSONValue {
    switch self {
    case .plan(let test): PlanJSON.document(test)
    case .modelledPlan(let test): ModelledTestJSON.document(test)
    }
  }

  /// Its table.
  public var csv: CSVDocument {
    switch self {
    case .plan(let test): PlanJSON.csv(test)
    case .modelledPlan(let test): ModelledTestJSON.csv(test)
    }
  }

  /// What must be known before the numbers are used, beside a table that cannot say it.
  public var warnings: [String] {
    switch self {
    case .plan(let test): test.warnings
    case .modelledPlan: []
    }
  }

  /// What came out, in a few words: `13,020 installs, power 80%`.
  public var result: String {
    switch self {
    case .plan(let test): test.result
    case .modelledPlan(let test): test.result
    }
  }

  /// What it keeps in a store: its JSON without the sentences, which are made when it is read.
  public var facts: JSONValue {
    guard case .object(let members) = json else { return json }
    return .object(members.filter { $0.key != "warnings" })
  }

  /// As one HTML file with figures.
  ///
  /// - Throws: what the template library says of a template.
  public func html(_ heading: PageHeading) throws -> String {
    let page =
      switch self {
      case .plan(let test): PlanPage(test)
      case .modelledPlan(let test): PlanPage(test)
      }
    return try StudyPage(
      title: page.title, kicker: "\(page.kind) · \(heading.id) · \(heading.day)", document: document,
      drawings: page.drawings, command: heading.command, maker: heading.maker
    ).html()
  }
}
