public import Rendering
public import Studies
public import TextFormats

/// A plan, a search or a calibration as it is printed, listed, exported and reported: now, and from a store later.
public enum StudyReview {
  /// A plan of a real test.
  case plan(TestPlan)
  /// A search among strategies, with the answer of the run that its numbers come from; `nil` where none may be chosen.
  case search(SearchReport, SearchAnswer?)
  /// Numbers that data taught.
  case calibration(CalibrationReport)

  /// For a terminal.
  public func text(_ style: ReviewStyle) -> String {
    let text = document.text(style)
    guard case .search(let report, let answer?) = self else { return text }
    return text + "\n" + answer.page(file: report.out).brief.text(style)
  }

  /// For an issue, a pull request or a chat.
  public var markdown: String {
    guard case .search(let report, let answer?) = self else { return document.markdown }
    return document.markdown + "\n" + answer.page(file: report.out).brief.markdown
  }

  /// The schema of its JSON, with its version.
  public var schema: String {
    switch self {
    case .plan(let plan): plan.schema
    case .search: "att-lab/optimization/1"
    case .calibration: "att-lab/calibration/1"
    }
  }

  private var document: ReviewDocument {
    switch self {
    case .plan(let plan): plan.document(.brief)
    case .search(let report, let answer):
      SearchReview(report, final: answer?.summary.outline).document
    case .calibration(let report): LearnedText(report).document
    }
  }

  /// As JSON.
  public func json() throws -> JSONValue {
    switch self {
    case .plan(let plan): plan.json
    case .search(let report, let answer):
      SearchJSON.document(report, final: try answer.map { try $0.page(file: report.out).json() })
    case .calibration(let report): LearnedJSON.document(report)
    }
  }

  /// Its table.
  public var csv: CSVDocument {
    switch self {
    case .plan(let plan): plan.csv
    case .search(let report, let answer): SearchJSON.csv(report, answer: answer?.summary)
    case .calibration(let report): LearnedJSON.csv(report)
    }
  }

  /// What must be known before the numbers are used, beside a table that cannot say it.
  public var warnings: [String] {
    switch self {
    case .plan, .search: []
    case .calibration(let report): LearnedWords(report: report).warnings
    }
  }

  /// What came out, in a few words: `13,020 installs, power 80%`.
  public var result: String {
    switch self {
    case .plan(let plan): plan.result
    case .search(let report, _): report.headline
    case .calibration(let report): report.headline
    }
  }

  /// What it keeps in a store: its JSON without the sentences, which are made when it is read, and without the answer of
  /// a run, which is there already.
  public func facts() throws -> JSONValue {
    let document = try json()
    guard case .object(let members) = document else { return document }
    return .object(members.filter { !["warnings", "final"].contains($0.key) })
  }
}
