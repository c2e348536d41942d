import PlatformChecks
import Testing

@Suite("An app's own files")
struct AppFileTests {
  private let usage =
    "<key>NSUserTrackingUsageDescription</key><string>Shows you ads for topics you read.</string>"

  /// What is found in an Info.plist and a privacy manifest, by the tag and what was seen.
  private func found(plist: String? = nil, manifest: String? = nil) throws -> [String] {
    func file(_ body: String, _ name: String, _ kind: AppFile.Kind) throws -> AppFile {
      try AppFile(Array("<plist><dict>\n\(body)\n</dict></plist>".utf8), path: name, kind: kind)
    }
    let files = [
      try plist.map { try file($0, "Info.plist", .infoPlist) },
      try manifest.map { try file($0, "P.xcprivacy", .privacyManifest) },
    ].compactMap { $0 }
    return CheckReport(files: files).findings.map { "\($0.pitfall.tag) \($0.place.line): \($0.what)" }
  }

  @Test("L43: usage string and manifest must agree, in both directions")
  func agreement() throws {
    #expect(
      try found(plist: usage, manifest: "<key>NSPrivacyTracking</key><false/>") == [
        "L43 2: There is a usage string, but P.xcprivacy does not declare tracking."
      ])
    #expect(
      try found(plist: usage, manifest: "") == [
        "L43 2: There is a usage string, but P.xcprivacy does not declare tracking."
      ])
    #expect(
      try found(plist: "", manifest: "<key>NSPrivacyTracking</key><true/>").contains(
        "L43 2: Tracking is declared, but Info.plist has no usage string."))
    #expect(try found(plist: usage, manifest: "<key>NSPrivacyTracking</key><true/>").isEmpty)
  }

  @Test("L43: a manifest must agree with itself")
  func itself() throws {
    #expect(
      try found(
        manifest:
          "<key>NSPrivacyTrackingDomains</key><array><string>a.example</string></array>\n<key>NSPrivacyTracking</key><false/>"
      ) == ["L43 2: There are tracking domains, but NSPrivacyTracking is not true."])
    let collected = """
      <key>NSPrivacyCollectedDataTypes</key><array><dict>
      <key>NSPrivacyCollectedDataType</key><string>Email</string>
      <key>NSPrivacyCollectedDataTypeTracking</key><true/></dict></array>
      """
    #expect(
      try found(manifest: collected) == [
        "L43 4: Email is declared as used for tracking, but NSPrivacyTracking is not true."
      ])
    #expect(try found(manifest: collected + "<key>NSPrivacyTracking</key><true/>").isEmpty)
  }

  @Test("L1, L43: values of the wrong type are found, with what they are")
  func types() throws {
    #expect(
      try found(plist: "<key>NSUserTrackingUsageDescription</key><integer>3</integer>") == [
        "L1 2: The usage string expects text, found a number."
      ])
    #expect(
      try found(manifest: "<key>NSPrivacyTracking</key><string>yes</string>") == [
        "L43 2: NSPrivacyTracking expects true or false, found text."
      ])
    #expect(
      try found(manifest: "<key>NSPrivacyTrackingDomains</key><string>a.example</string>") == [
        "L43 2: NSPrivacyTrackingDomains expects a list, found text."
      ])
  }

  @Test("L43: lists of a manifest hold what they should")
  func lists() throws {
    let tracks = "<key>NSPrivacyTracking</key><true/>\n"
    #expect(
      try found(manifest: tracks + "<key>NSPrivacyTrackingDomains</key><array><integer>3</integer></array>")
        == ["L43 3: NSPrivacyTrackingDomains expects texts, found a number."])
    #expect(
      try found(manifest: tracks + "<key>NSPrivacyCollectedDataTypes</key><string>x</string>") == [
        "L43 3: NSPrivacyCollectedDataTypes expects a list, found text."
      ])
    #expect(
      try found(
        manifest: tracks
          + "<key>NSPrivacyCollectedDataTypes</key><array><dict><key>NSPrivacyCollectedDataTypeTracking</key><string>yes</string></dict></array>"
      ) == ["L43 3: NSPrivacyCollectedDataTypeTracking expects true or false, found text."])
  }
}
