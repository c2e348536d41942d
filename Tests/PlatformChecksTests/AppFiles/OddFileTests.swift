import ExperimentDesign
import Testing

@testable import PlatformChecks

@Suite("Files that are well formed and odd")
struct OddFileTests {
  @Test("UTF-32 is recognised without a byte order mark, too")
  func wide() {
    let little = "<plist".utf8.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0, 0, 0] }
    let big = "<plist".utf8.flatMap { (byte: UInt8) -> [UInt8] in [0, 0, 0, byte] }
    for bytes in [little, big] { #expect(problem(bytes, .infoPlist)?.hasPrefix("f:1:1: ") == true) }
  }

  @Test("L1: a catalogue in which something else stands where a text should says so")
  func catalogue() throws {
    let file = try AppFile.catalogue(#""de": {"stringUnit": {"value": 3}}"#)
    #expect(CheckReport(files: [file]).findings.map(\.rule) == ["L1"])
  }

  @Test("a catalogue that leaves the usage string to Info.plist has no finding")
  func leftOut() throws {
    for text in [
      "{}", #"{"strings": {}}"#, #"{"strings": {"NSUserTrackingUsageDescription": {}}}"#,
      #"{"strings": {"NSUserTrackingUsageDescription": {"extractionState": "stale", "localizations": {}}}}"#,
    ] {
      let file = try AppFile.made(text, "f.xcstrings")
      #expect(CheckReport(files: [file]).findings.isEmpty, "\(text)")
    }
  }

  @Test("a text without end is judged by its beginning, and as many findings as fit into a file are reported")
  func many() throws {
    let long = String(repeating: "a", count: 1_000_000) + " TODO"
    let usage = UsageText(long)
    #expect(usage.text.count > UsageText.longest && usage.placeholder == nil)
    // Were they compared pair by pair, such a file would take minutes.
    let entries = (0..<5_000).map { #""l\#($0)": {"stringUnit": {"value": "TODO \#($0)"}}"# }
    let file = try AppFile.catalogue(entries.joined(separator: ",\n"))
    #expect(CheckReport(files: [file]).findings.count == 5_000)
  }
}
