import Testing

@testable import PlatformChecks

@Suite("An app's own files")
struct AppFileTests {
  private let usage =
    "<key>NSUserTrackingUsageDescription</key><string>Shows you ads for topics you read.</string>"

  /// What is found in an Info.plist and a privacy manifest, by tag and line.
  private func found(plist: String? = nil, manifest: String? = nil) throws -> [String] {
    func file(_ body: String, _ name: String, _ kind: AppFile.Kind) throws -> AppFile {
      try AppFile(Array("<plist><dict>\n\(body)\n</dict></plist>".utf8), path: name, kind: kind)
    }
    let files = [
      try plist.map { try file($0, "Info.plist", .infoPlist) },
      try manifest.map { try file($0, "P.xcprivacy", .privacyManifest) },
    ].compactMap { $0 }
    return CheckReport(files: files).findings.map { "\($0.rule) \($0.line)" }
  }

  @Test(
    "L43: a usage string beside a manifest without tracking is no finding, nor is a type of data for tracking"
  )
  func noPair() throws {
    let collected = Self.dataType(tracks: true)
    for manifest in ["<key>NSPrivacyTracking</key><false/>", "", collected] {
      #expect(try found(plist: usage, manifest: manifest).isEmpty)
    }
  }

  private static func dataType(_ type: String = "DeviceID", tracks: Bool = false) -> String {
    """
    <key>NSPrivacyCollectedDataTypes</key><array><dict>
    <key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataType\(type)</string>
    <key>NSPrivacyCollectedDataTypeLinked</key><false/>
    <key>NSPrivacyCollectedDataTypeTracking</key><\(tracks)/>
    <key>NSPrivacyCollectedDataTypePurposes</key><array>
    <string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array></dict></array>
    """
  }

  private static let domains =
    "<key>NSPrivacyTrackingDomains</key><array><string>a.example.com</string></array>"

  @Test("L43: tracking needs a domain, and a domain needs tracking")
  func itself() throws {
    let tracks = "<key>NSPrivacyTracking</key><true/>\n"
    for list in ["", "<key>NSPrivacyTrackingDomains</key><array/>"] {
      #expect(try found(manifest: tracks + list) == ["L43 2"])
    }
    for tracking in ["", "\n<key>NSPrivacyTracking</key><false/>"] {
      #expect(try found(manifest: Self.domains + tracking) == ["L43 2"])
    }
    #expect(try found(manifest: tracks + Self.domains).isEmpty)
    #expect(
      try found(manifest: "<key>NSPrivacyTracking</key><false/><key>NSPrivacyTrackingDomains</key><array/>")
        .isEmpty)
  }

  @Test(
    "L43, R149: an entry is a bare domain",
    arguments: [
      "https://ads.example.com", "//ads.example.com", "ads.example.com/", "ads.example.com/path",
      "ads.example.com?a=b", "ads.example.com:443", "*.example.com", "", "  ", " ads.example.com",
      "localhost", "ads..com", "me@example.com",
    ])
  func entries(domain: String) throws {
    let manifest =
      "<key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key><array>\n<string>\(domain)</string><string>b.example.com</string></array>"
    #expect(try found(manifest: manifest) == ["L43 3"])
  }

  @Test("L43: a scheme is a warning, since apps ship with it; what is wrong behind it counts for more")
  func schemes() throws {
    #expect(TrackingDomain.fault(in: "https://ads.example.com")?.isRefused == false)
    for domain in ["https://a.example.com/x", "http://*.example.com"] {
      #expect(TrackingDomain.fault(in: domain)?.isRefused == true)
    }
    let manifest = try AppFile(
      Array(
        "<plist><dict><key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key><array><string>https://a.example.com</string></array></dict></plist>"
          .utf8), path: "P.xcprivacy", kind: .privacyManifest)
    #expect(CheckReport(files: [manifest]).findings.map(\.severity) == [.warning])
  }

  @Test("bare domains of every kind are taken")
  func bare() {
    for domain in ["example.com", "a.b-c.example.co.uk", "Ads.Example.COM", "xn--bcher-kva.example"] {
      #expect(TrackingDomain.fault(in: domain) == nil, "\(domain)")
    }
  }

  @Test("L39: where a listed domain serves the ads themselves, people who deny see none")
  func adDomain() throws {
    let manifest =
      "<key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key><array><string>googleads.g.doubleclick.net</string></array>"
    #expect(try found(manifest: manifest) == ["L39 2"])
  }

  @Test("L1, L43: values of the wrong type are found, with what they are")
  func types() throws {
    #expect(try found(plist: "<key>NSUserTrackingUsageDescription</key><integer>3</integer>") == ["L1 2"])
    #expect(try found(manifest: "<key>NSPrivacyTracking</key><string>yes</string>") == ["L43 2"])
    #expect(try found(manifest: "<key>NSPrivacyTrackingDomains</key><string>a.example</string>") == ["L43 2"])
    #expect(try found(manifest: "<key>NSPrivacyTrackingDomain</key><array/>") == ["L43 2"])
  }

  @Test("L43: lists of a manifest hold what they should")
  func lists() throws {
    func collected(_ body: String) -> String {
      "<key>NSPrivacyCollectedDataTypes</key>\(body)"
    }
    #expect(
      try found(
        manifest:
          "<key>NSPrivacyTracking</key><true/>\n<key>NSPrivacyTrackingDomains</key><array><integer>3</integer><string>a.example.com</string></array>"
      ) == ["L43 3"])
    #expect(try found(manifest: collected("<string>x</string>")) == ["L43 2"])
    #expect(try found(manifest: collected("<array><string>x</string></array>")) == ["L43 2"])
    #expect(try found(manifest: collected("<array><dict/></array>")) == ["L43 2"])
    let good = Self.dataType()
    #expect(try found(manifest: good).isEmpty)
    #expect(
      try found(
        manifest: good.replacing(
          "<false/>\n<key>NSPrivacyCollectedDataTypePurposes",
          with: "<string>no</string>\n<key>NSPrivacyCollectedDataTypePurposes"))
        == ["L43 5"])
    #expect(try found(manifest: Self.dataType("Location")) == ["L43 3"])
    #expect(
      try found(
        manifest: good.replacing("<key>NSPrivacyCollectedDataTypeLinked</key>", with: "<key>Linked</key>"))
        == ["L43 2", "L43 4"])
    #expect(
      try found(
        manifest: good.replacing("<string>NSPrivacyCollectedDataTypeDeviceID</string>", with: "<true/>")) == [
          "L43 3"
        ])
  }

  @Test("L43: a required-reason entry has a category and a reason")
  func reasons() throws {
    func accessed(_ reasons: String) -> String {
      "<key>NSPrivacyAccessedAPITypes</key><array><dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string><key>NSPrivacyAccessedAPITypeReasons</key>\(reasons)</dict></array>"
    }
    #expect(try found(manifest: accessed("<array><string>CA92.1</string></array>")).isEmpty)
    #expect(try found(manifest: accessed("<string>CA92.1</string>")) == ["L43 2"])
    #expect(try found(manifest: accessed("<array/>")) == ["L43 2"])
  }
}
