import ExperimentDesign
import Foundation
import Testing
import TextFormats

@testable import PlatformChecks

@Suite("Files that are malformed, hostile or odd")
struct HostileFileTests {
  @Test("good files of every form and encoding are read, and say the same")
  func good() throws {
    let catalogue = try AppFile.catalogue(
      #""en": {"stringUnit": {"value": "Ads \u00e9 \ud83d\ude00"}}, "de": {"variations": {"device": {"iphone": {"stringUnit": {"value": "Werbung"}}}}}"#
    )
    #expect(catalogue.texts.map(\.text) == ["Werbung", "Ads é 😀"])
    let project = try AppFile.made(
      "// !$*UTF8*$!\n{ C /* c */ = { k = \"a \\\"b\\\"\"; }; }", "X.xcodeproj/project.pbxproj")
    #expect(project.root["C"]?["k"]?.text == "a \"b\"")
    let text = "\u{FEFF}\"NSUserTrackingUsageDescription\" = \"Zeigt Werbung.\";"
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [Array(text.utf8), little, big] {
      let file = try AppFile(bytes, path: "a.strings", kind: .strings)
      #expect(file.root["NSUserTrackingUsageDescription"]?.text == "Zeigt Werbung.")
    }
  }

  @Test("an entity bomb is refused before it grows, with its line")
  func bomb() {
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <plist><dict><key>k</key><string>&b;</string></dict></plist>
      """
    #expect(problem(bomb)?.hasPrefix("f:2:1: ") == true)
  }

  @Test("sources that nest without end are read to their end", arguments: SourceLanguage.allCases)
  func nesting(language: SourceLanguage) {
    for part in ["if ", "if (a) ", "(", "{", "[", "=> ", "else if (a) {} ", "guard ", "a {} b: ", "switch "] {
      let file = CodeFile(
        SourceText(path: "a", language: language, bytes: Array(String(repeating: part, count: 5_000).utf8)),
        number: 0)
      #expect(file.tokens.count >= 5_000 && file.frames.allSatisfy { $0.parent < $0.number }, "\(part)")
    }
  }

  @Test(
    "a binary list is refused, with what makes one of XML of it: a value may stand in very many places of one"
  )
  func binary() throws {
    let list = ["NSUserTrackingUsageDescription": "TODO"]
    let bytes = Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    #expect(problem(bytes, .infoPlist)?.contains("plutil") == true)
  }

  @Test("other encodings and cut files are problems with a line")
  func wrong() {
    #expect(problem([0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0], .infoPlist) != nil)
    // UTF-32 without a mark.
    for letter: [UInt8] in [[0x3C, 0, 0, 0], [0, 0, 0, 0x3C]] {
      #expect(problem(letter + letter, .infoPlist)?.hasPrefix("f:1:1: ") == true)
    }
    #expect(problem([0x22, 0xE9, 0x22], .strings) != nil)
    #expect(problem("<plist>\n<dict>\n<key>a</key>")?.hasPrefix("f:3:1: ") == true)
    #expect(problem("\"a\" = \"b\"\n\"c\"", .strings)?.hasPrefix("f:2:1: ") == true)
    #expect(problem("{\"strings\": {", .stringCatalog) != nil)
    #expect(problem("<plist><array/></plist>") != nil)
    // A translation of nothing is one.
    #expect(problem("") != nil && problem("", .strings) == nil)
  }

  @Test("comments in Expo's app.json are passed over, and what looks like one in a text is not")
  func comments() throws {
    let json = "// why\n{/* and\n* why */\"expo\": {\"ios\": {\"infoPlist\": {\n"
    let text = json + "\"NSUserTrackingUsageDescription\": \"a // b /* c */ \\\"d\\\"\"}}}} // e"
    let file = try AppFile(Array(text.utf8), path: "app.json", kind: .expoConfig)
    #expect(file.texts.map(\.text) == ["a // b /* c */ \"d\""] && file.texts.map(\.location.line) == [4])
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
