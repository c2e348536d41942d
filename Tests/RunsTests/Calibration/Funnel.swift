import Studies
import TestAnalysis
import TestData
import TextFormats

/// Everybody is asked at launch and answers, so the share who allow is `allow.rate` itself.
let oneShare = """
  experiment: one share
  seed: 3
  trials: 400
  installs: 500
  horizon_days: 7
  population:
    device: {restricted: 0, requests_off: 0}
    sessions: {rate: 1, leave: 0.3}
    allow: {rate: {beta: [20, 40]}, cold_odds_ratio: 1}
    answer: {unanswered: 0}
  usage_strings: {plain: {text: "Shows you ads for topics you read about."}}
  arms:
    launch: {ask: launch, usage_string: plain}
  """

/// Counts as `calibrate` reads them, of options that an experiment calls as the table does; those that do not say so are by
/// this day.
func calibrationData(
  _ text: String, _ arms: [String], day: Int = 7, file: String = "funnel.csv"
) throws -> CalibrationData {
  let table = try countsTable(text, file: file)
  return try CalibrationData(
    FunnelTable(table, day: day, file: file), at: table.arms.compactMap { arms.firstIndex(of: $0.name) },
    of: arms)
}

/// The same counts as a finished test, split as it was meant to be.
func finishedTest(_ text: String) throws -> TestResult {
  let table = try countsTable(text, file: "test.csv")
  var options = AnalysisOptions()
  options.allocation = table.arms.map { Double($0.assigned ?? 1) }
  return try TestResult(AnalysedTest(table, options: options))
}

private func countsTable(_ text: String, file: String) throws -> TestTable {
  try TestTable(reading: bytes(Array(text.utf8)), file: file)
}

/// What is believed of a number: its path, and mean and deviation on a scale.
typealias Belief = (path: String, scale: String, mean: Double, sd: Double)

/// Numbers that a file draws together, each for itself.
func joint(_ beliefs: [Belief]) -> String {
  func list(_ texts: [String]) -> String { "[\(texts.joined(separator: ", "))]" }
  let covariance = beliefs.indices.map { row in
    list(beliefs.indices.map { $0 == row ? "\(beliefs[row].sd * beliefs[row].sd)" : "0" })
  }
  return
    "joint: [{paths: \(list(beliefs.map(\.path))), scale: \(list(beliefs.map(\.scale))), "
    + "mean: \(list(beliefs.map { "\($0.mean)" })), covariance: \(list(covariance))}]"
}
