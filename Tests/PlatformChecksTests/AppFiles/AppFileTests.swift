import ExperimentDesign
import Testing

@testable import PlatformChecks

@Suite("An app's own files")
struct AppFileTests {
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

  private static let tracks = "<key>NSPrivacyTracking</key><true/>"
  private static let refuses = "<key>NSPrivacyTracking</key><false/>"
  private static let domains = list("<string>a.example.com</string>")

  private static func list(_ items: String) -> String {
    "<key>NSPrivacyTrackingDomains</key><array>\(items)</array>"
  }

  @Test("L43: tracking needs a domain, and a domain needs tracking")
  func itself() throws {
    for manifest in [
      Self.tracks, Self.tracks + "\n" + Self.list(""), Self.domains, Self.domains + "\n" + Self.refuses,
    ] { #expect(try found(manifest: manifest) == ["L43 2"]) }
    #expect(try found(manifest: Self.tracks + "\n" + Self.domains).isEmpty)
    #expect(try found(manifest: Self.refuses + Self.list("")).isEmpty)
    // A usage string beside a manifest without tracking is no finding.
    for manifest in [Self.refuses, ""] { #expect(try found(plist: usage(), manifest: manifest).isEmpty) }
  }

  @Test(
    "L43, R149: an entry is a bare domain",
    arguments: [
      "https://ads.example.com", "//ads.example.com", "ads.example.com/", "ads.example.com/path",
      "ads.example.com?a=b", "ads.example.com:443", "*.example.com", "", "  ", " ads.example.com",
      "localhost", "ads..com", "me@example.com",
    ])
  func entries(domain: String) throws {
    let list = Self.list("\n<string>\(domain)</string><string>b.example.com</string>")
    // A text of nothing is not looked for: it is told of at its key.
    #expect(try found(manifest: Self.tracks + list) == [domain.isEmpty ? "L43 2" : "L43 3"])
  }

  @Test(
    "L43: a bare domain is right, a scheme is a warning, since apps ship with it; what is wrong behind it counts"
  )
  func schemes() throws {
    for domain in ["example.com", "a.b-c.example.co.uk", "Ads.Example.COM", "xn--bcher-kva.example"] {
      #expect(domain.faultOfDomain == nil, "\(domain)")
    }
    #expect("https://ads.example.com".faultOfDomain == "L43 scheme")
    for domain in ["https://a.example.com/x", "http://*.example.com"] {
      #expect(domain.faultOfDomain == "L43 domain")
    }
    let list = Self.list("<string>https://a.example.com</string>")
    let manifest = try AppFile.made("<plist><dict>\(Self.tracks)\(list)</dict></plist>", "P.xcprivacy")
    #expect(CheckReport(files: [manifest]).findings.map(\.severity) == [.warning])
  }

  @Test("L39: where a listed domain serves the ads themselves, people who deny see none")
  func adDomain() throws {
    let list = Self.list("<string>googleads.g.doubleclick.net</string>")
    #expect(try found(manifest: Self.tracks + list) == ["L39 2"])
  }

  @Test("L1, L43: values of the wrong type are found, with what they are")
  func types() throws {
    #expect(try found(plist: "<key>NSUserTrackingUsageDescription</key><integer>3</integer>") == ["L1 2"])
    #expect(try found(manifest: "<key>NSPrivacyTracking</key><string>yes</string>") == ["L43 2"])
    #expect(try found(manifest: "<key>NSPrivacyTrackingDomains</key><string>a.example</string>") == ["L43 2"])
    let list = Self.list("<integer>3</integer><string>a.example.com</string>")
    #expect(try found(manifest: Self.tracks + "\n" + list) == ["L43 3"])
  }
}
