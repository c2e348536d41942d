public import Rendering
public import Studies
package import TextFormats

/// A plan, a search or a calibration as it is printed, listed, exported and reported: now, and from a store later.
public enum StudyReview: Presentable {
  /// A plan of a real test.
  case plan(TestPlan)
  /// A search among strategies.
  case search(SearchReview)
  /// Numbers that data taught.
  case calibration(CalibrationReview)

  /// What a page is called.
  package var name: String {
    switch self {
    case .plan: "The plan of a test"
    case .search: "A search for the best strategy"
    case .calibration: "What data say of an experiment's numbers"
    }
  }

  /// The schema of its JSON, with its version.
  package var schema: String {
    switch self {
    case .plan(let plan): plan.schema
    case .search(let search): search.report.schema
    case .calibration(let calibration): calibration.report.schema
    }
  }

  /// What a person reads.
  package func document(_ detail: Detail) -> ReviewDocument {
    switch self {
    case .plan(let plan): plan.document(detail)
    case .search(let search): search.document(detail)
    case .calibration(let calibration): calibration.document(detail)
    }
  }

  /// As JSON.
  package func json() throws -> JSONValue {
    switch self {
    case .plan(let plan): plan.json
    case .search(let search): try search.json()
    case .calibration(let calibration): try calibration.json()
    }
  }

  /// Its rows.
  package func csv() throws -> CSVDocument {
    switch self {
    case .plan(let plan): plan.csv
    case .search(let search): try search.csv()
    case .calibration(let calibration): try calibration.csv()
    }
  }

  /// What must be known before the numbers are used, beside a table that cannot say it.
  package var warnings: [String] {
    if case .calibration(let calibration) = self { calibration.warnings } else { [] }
  }

  /// What came out, in a few words: `13,020 installs, power 80%`.
  package var result: String {
    switch self {
    case .plan(let plan): plan.result
    case .search(let search): search.headline
    case .calibration(let calibration): calibration.headline
    }
  }

  /// What it keeps in a store: its JSON without the sentences, which are made when it is read, and without the answer of
  /// a run, which is there already.
  package func facts() throws -> JSONValue {
    guard case .object(let members) = try json() else { return .null }
    return .object(members.filter { !["warnings", "final"].contains($0.key) })
  }
}
