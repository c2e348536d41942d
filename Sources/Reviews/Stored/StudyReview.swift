public import Rendering
public import Studies
public import TextFormats

/// A plan, a search or a calibration as it is printed, listed, exported and reported: now, and from a store later.
public enum StudyReview: Presentable {
  /// A plan of a real test.
  case plan(TestPlan)
  /// A search among strategies, with the answer of the run that its numbers come from; `nil` where none may be chosen.
  case search(SearchReport, SearchAnswer?)
  /// Numbers that data taught.
  case calibration(CalibrationReport)

  /// What a page is called.
  package var name: String {
    switch self {
    case .plan: "The plan of a test"
    case .search: "A search for the best strategy"
    case .calibration: "What data say of an experiment's numbers"
    }
  }

  /// What a person reads; below a search the answer of its last run.
  package func document(_ detail: Detail) -> ReviewDocument {
    guard case .search(let report, let answer?) = self else { return own(detail) }
    return ReviewDocument(own(detail).sections + answer.page(file: report.out).brief.sections)
  }

  /// The schema of its JSON, with its version.
  public var schema: String {
    switch self {
    case .plan(let plan): plan.schema
    case .search: "att-lab/optimization/1"
    case .calibration: "att-lab/calibration/1"
    }
  }

  private func own(_ detail: Detail) -> ReviewDocument {
    switch self {
    case .plan(let plan): plan.document(detail)
    case .search(let report, let answer):
      SearchReview(report, final: answer?.summary.outline).document
    case .calibration(let report): LearnedText(report).document
    }
  }

  /// As JSON.
  package func json() throws -> JSONValue {
    switch self {
    case .plan(let plan): plan.json
    case .search(let report, let answer):
      SearchJSON.document(report, final: try answer.map { try $0.page(file: report.out).json() })
    case .calibration(let report): LearnedJSON.document(report)
    }
  }

  /// Its table.
  package func csv() -> CSVDocument {
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
