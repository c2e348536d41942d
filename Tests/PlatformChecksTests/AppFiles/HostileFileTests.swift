import Foundation
import Testing
import TextFormats

@testable import PlatformChecks

/// Good files of every kind.
private let goodFiles: [(name: String, kind: AppFile.Kind, bytes: [UInt8])] = {
  let app = CleanApp()
  let catalog = """
    {"sourceLanguage": "en", "version": "1.0", "strings": {"NSUserTrackingUsageDescription": {"localizations": {
      "en": {"stringUnit": {"state": "translated", "value": "Shows you ads \\u00e9 \\ud83d\\ude00 such as this."}},
      "de": {"variations": {"device": {"iphone": {"stringUnit": {"value": "Werbung"}}}}}}}}}
    """
  let strings = app.strings[0].text
  let utf16: [UInt8] =
    [0xFF, 0xFE]
    + strings.utf16.flatMap { (unit: UInt16) -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
  return [
    ("Info.plist", .infoPlist, Array((app.infoPlist ?? "").utf8)),
    ("PrivacyInfo.xcprivacy", .privacyManifest, Array((app.manifest ?? "").utf8)),
    ("en.strings", .strings, Array(strings.utf8)), ("utf16.strings", .strings, utf16),
    ("InfoPlist.xcstrings", .stringCatalog, Array(catalog.utf8)),
    ("App.xcodeproj/project.pbxproj", .xcodeProject, Array(project.utf8)),
    ("App.xcconfig", .buildSettings, Array("A[sdk=x] = $(B) // c\nB = why\n#include \"x\"\n".utf8)),
    ("app.json", .expoConfig, Array(expo.utf8)), ("project.yml", .projectSpec, Array(spec.utf8)),
  ]
}()

private let project = """
  // !$*UTF8*$!
  { objects = {
    T = { isa = PBXNativeTarget; name = "My App"; productType = "com.apple.product-type.application"; buildConfigurationList = L; };
    L = { isa = XCConfigurationList; buildConfigurations = ( C /* Debug */, ); };
    C = { isa = XCBuildConfiguration; buildSettings = { GENERATE_INFOPLIST_FILE = YES;
      INFOPLIST_KEY_NSUserTrackingUsageDescription = "Shows you \\"ads\\", such as $(THESE)."; }; };
  }; }
  """

private let expo = """
  {"expo": {"plugins": ["a", ["expo-tracking-transparency", {"userTrackingPermission": "Shows you ads."}]],
    "ios": {"infoPlist": {"NSOther": true}}}}
  """

private let spec = """
  targets:
    App:
      info:
        properties:
          NSUserTrackingUsageDescription: "Shows \\"you\\" ads" # why
          Other: >
            folded
  """

@Suite("Files that are malformed or hostile")
struct HostileFileTests {
  @Test("good files of every kind and encoding are read, and say the same")
  func good() throws {
    // A specification is YAML, and comes as the tree that the reader of experiments makes of it.
    for (name, kind, bytes) in goodFiles where kind != .projectSpec {
      #expect(throws: Never.self, "\(name)") { try AppFile(bytes, path: name, kind: kind) }
    }
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
    #expect(problem([0x22, 0xE9, 0x22], .strings) != nil)
    #expect(problem("<plist>\n<dict>\n<key>a</key>")?.hasPrefix("f:3:1: ") == true)
    #expect(problem("\"a\" = \"b\"\n\"c\"", .strings)?.hasPrefix("f:2:1: ") == true)
    #expect(problem("{\"strings\": {", .stringCatalog) != nil)
    #expect(problem("<plist><array/></plist>") != nil)
    #expect(problem("") != nil)
  }

  @Test("comments in Expo's app.json are passed over, and what looks like one in a text is not")
  func comments() throws {
    let json = "// why\n{/* and\n* why */\"expo\": {\"ios\": {\"infoPlist\": {\n"
    let text = json + "\"NSUserTrackingUsageDescription\": \"a // b /* c */ \\\"d\\\"\"}}}} // e"
    let file = try AppFile(Array(text.utf8), path: "app.json", kind: .expoConfig)
    #expect(file.texts.map(\.text) == ["a // b /* c */ \"d\""] && file.texts.map(\.location.line) == [4])
  }
}
