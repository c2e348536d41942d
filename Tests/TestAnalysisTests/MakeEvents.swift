import TestAnalysis
import TestData
import TextFormats

/// Event rows of some installs that are alike, installed and asked at one moment.
struct Rows {
  var arm: String
  var count: Int
  var installed = "2026-01-01T00:00:00Z"
  var asked: String?
  var answer = ""
  var release = "1.0"

  /// The rows, `first` being the number of the first install.
  func text(_ first: Int) -> String {
    (first..<first + count).map {
      let decided = answer.isEmpty ? "" : asked ?? ""
      return "i\($0),\(arm),\(installed),\(asked ?? ""),\(decided),\(answer),\(release)\n"
    }.joined()
  }
}

/// Rows of an arm whose installs were asked at one moment; some allowed, and all the others denied.
func answered(
  _ arm: String, allowed: Int, of count: Int, installed: String = "2026-01-01T00:00:00Z", asked: String,
  release: String = "1.0"
) -> [Rows] {
  [("authorized", allowed), ("denied", count - allowed)].map { answer, count in
    Rows(arm: arm, count: count, installed: installed, asked: asked, answer: answer, release: release)
  }
}

/// The analysis of these rows, as of the end of January 2026.
func analysis(
  _ rows: [Rows], days: [Int] = [1, 7], asOf: String = "2026-01-31T00:00:00Z",
  options: (inout AnalysisOptions) -> Void = { _ in }
) throws -> AnalysedTest {
  let header = "install_id,arm,installed_at,prompted_at,decided_at,status,release\n"
  let texts = rows.enumerated().map { $1.text(1_000_000 * $0) }
  return try analysis(events: header + texts.joined(), days: days, asOf: asOf, options: options)
}

/// The analysis of event rows in a text.
func analysis(
  events text: String, days: [Int], asOf: String, options: (inout AnalysisOptions) -> Void = { _ in }
) throws -> AnalysedTest {
  try analysed(
    TestTable(reading: bytes(Array(text.utf8)), file: "t.csv", asOf: AsOf(asOf), days: days), options)
}

/// The analysis of counts in a text.
func analysis(
  counts text: String, options: (inout AnalysisOptions) -> Void = { _ in }
) throws -> AnalysedTest {
  try analysed(TestTable(reading: bytes(Array(text.utf8)), file: "t.csv"), options)
}

private func analysed(_ table: TestTable, _ options: (inout AnalysisOptions) -> Void) throws -> AnalysedTest {
  var chosen = AnalysisOptions()
  options(&chosen)
  return try AnalysedTest(table, options: chosen)
}
