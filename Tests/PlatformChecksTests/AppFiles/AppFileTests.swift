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

  @Test("L43: a usage string beside a manifest without tracking is no finding")
  func noPair() throws {
    for manifest in ["<key>NSPrivacyTracking</key><false/>", ""] {
      #expect(try found(plist: usage, manifest: manifest).isEmpty)
    }
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
    #expect(
      try found(
        manifest:
          "<key>NSPrivacyTracking</key><true/>\n<key>NSPrivacyTrackingDomains</key><array><integer>3</integer><string>a.example.com</string></array>"
      ) == ["L43 3"])
  }
}
