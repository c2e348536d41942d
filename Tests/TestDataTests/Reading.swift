import TestData
import Testing
import TextFormats

/// Reads a text as a file named `t.csv`, in pieces of a given number of bytes.
func read(
  _ text: String, asOf: String? = nil, days: [Int] = [1, 7], pieces: Int = .max, day: Int? = nil
) throws -> TestTable {
  try TestTable(
    reading: bytes(Array(text.utf8), pieces: pieces), file: "t.csv",
    asOf: asOf.flatMap { AsOf($0) }, days: days, day: day)
}

/// The counts in a text.
func counts(_ text: String, day: Int? = nil) throws -> TestTable { try read(text, day: day) }

extension TestTable {
  /// Of each option what was counted by the first day.
  var totals: [OutcomeCounts] { horizons[0].arms.map(\.counts) }
}

/// The events in a text, as of the end of March 2026 unless said otherwise.
func events(
  _ text: String, asOf: String = "2026-03-31T00:00:00Z", days: [Int] = [1, 7]
) throws -> TestTable { try read(text, asOf: asOf, days: days) }

/// The problems of reading a text, one a line; empty without any.
func problems(_ text: String, asOf: String? = nil, pieces: Int = .max) throws -> String {
  do {
    _ = try read(text, asOf: asOf, pieces: pieces)
    return ""
  } catch let problems as FileProblems {
    return problems.description
  }
}

/// Whether a text is refused at one place, `line:column`, with words that the problem has among its own.
func isRefused(
  _ text: String, at place: String, saying words: String, asOf: String? = nil, pieces: Int = .max
) throws -> Bool {
  let found = #expect(throws: FileProblems.self) { try read(text, asOf: asOf, pieces: pieces) }
  return found?.problems.map { "\($0.line):\($0.column)" } == [place]
    && found?.description.contains(words) == true
}

/// The header of event rows.
let eventsHeader = "install_id,arm,installed_at,prompted_at,decided_at,status\n"
