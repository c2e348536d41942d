import Foundation
import Testing

/// Compares a text with the golden file of that name, such as `plan.txt`.
///
/// With `RECORD=1` in the environment the file is written instead, and the test fails all the same, so that a recording
/// cannot pass for a comparison.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let text = fixed(text)
  let file = goldens.appendingPathComponent(name)
  if ProcessInfo.processInfo.environment["RECORD"] != nil {
    try Data(text.utf8).write(to: file)
    Issue.record("recorded \(name); read the difference, then run again", sourceLocation: sourceLocation)
    return
  }
  guard let data = FileManager.default.contents(atPath: file.path) else {
    Issue.record("\(name) is not on record; run RECORD=1 make test once", sourceLocation: sourceLocation)
    return
  }
  let recorded = String(decoding: data, as: UTF8.self)
  guard recorded != text else { return }
  let old = recorded.split(separator: "\n", omittingEmptySubsequences: false)
  let new = text.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(old, new).prefix { $0 == $1 }.count
  Issue.record(
    """
    \(name) differs from line \(line + 1):
    - \(line < old.count ? String(old[line]) : "(end)")
    + \(line < new.count ? String(new[line]) : "(end)")
    """, sourceLocation: sourceLocation)
}

/// Where the golden files are.
let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")

/// Their names, in order.
let goldenFiles = ((try? FileManager.default.contentsOfDirectory(atPath: goldens.path)) ?? []).sorted()

func goldenText(_ name: String) -> String {
  (try? String(contentsOf: goldens.appendingPathComponent(name), encoding: .utf8)) ?? ""
}

/// The text with fixed words in place of what depends on the machine, the time or the version.
func fixed(_ text: String) -> String {
  var text = text.replacing("\r\n", with: "\n")
    .replacing(Lab.experiments.deletingLastPathComponent().path, with: "(repository)")
    .replacing(/[\/\w-]*att-lab-tests-[0-9A-F-]{36}/, with: "(folder)")
    .replacing(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/, with: "2000-01-01T00:00:00Z")
    .replacing(
      /20\d\d-\d\d-\d\d \d\d:\d\d(:\d\d)?(\s+(under )?\d+ s$)?/.anchorsMatchLineEndings(),
      with: "2000-01-01 00:00"
    )
    .replacing(/· 20\d\d-\d\d-\d\d\b/, with: "· 2000-01-01")
    .replacing(/"(seconds|took_seconds)": [0-9.e-]+/) { "\"\($0.output.1)\": 1" }
    .replacing(/(about|under) \d+ (s|min)\b/, with: "about 1 s")
    .replacing(/(\d+ m?s|about 1 s) of simulation/, with: "about 1 s of simulation")
    .replacing(/att-lab \d+\.\d+\.\d+[-+.\w]*/, with: "att-lab 0.0.0")
    .replacing(/"version": "0\.[^"]*"/, with: "\"version\": \"0.0.0\"")
    // The last bits of a logarithm differ between C libraries.
    .replacing(/-?\d+\.\d{8,}(e-?\d+)?/) { match in
      Double(match.output.0).map { String(format: "%.9g", $0) } ?? String(match.output.0)
    }
  // Ids follow from the version of the program: each becomes a number, in the order in which they stand.
  var ids: [Substring] = []
  for match in text.matches(of: /\b(?=[0-9]*[a-f])[0-9a-f]{10,64}\b/) where !ids.contains(match.output) {
    ids.append(match.output)
  }
  for (number, id) in ids.enumerated() {
    let digits = String(number + 1)
    text = text.replacing(
      String(id), with: "id" + String(repeating: "0", count: id.count - 2 - digits.count) + digits)
  }
  return text
}
