import Foundation
import Testing

/// Compares a text with the one on record.
///
/// With `RECORD_SNAPSHOTS` in the environment the text is put on record instead, and
/// the test fails all the same, so that a recording is never taken for a comparison.
func expectSnapshot(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws
{
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots").appendingPathComponent("\(name).txt")
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
    try Data(text.utf8).write(to: file)
    Issue.record("recorded \(name).txt; read the difference, then run again", sourceLocation: sourceLocation)
    return
  }
  guard let data = FileManager.default.contents(atPath: file.path) else {
    Issue.record("\(name).txt is not on record; set RECORD_SNAPSHOTS once", sourceLocation: sourceLocation)
    return
  }
  let recorded = String(decoding: data, as: UTF8.self)
  guard recorded != text else { return }
  let old = recorded.split(separator: "\n", omittingEmptySubsequences: false)
  let new = text.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(old, new).prefix { $0 == $1 }.count
  Issue.record(
    """
    \(name).txt differs from line \(line + 1):
    - \(line < old.count ? String(old[line]) : "(end)")
    + \(line < new.count ? String(new[line]) : "(end)")
    """, sourceLocation: sourceLocation)
}

/// The text with every long decimal fraction rounded to nine significant digits: the last bits of a
/// logarithm differ between C libraries, and no record should depend on them.
func rounded(_ text: String) -> String {
  text.replacing(/-?\d+\.\d{8,}(e-?\d+)?/) { match in
    Double(match.output.0).map { String(format: "%.9g", $0) } ?? String(match.output.0)
  }
}
