import ExperimentDesign
import ExperimentFiles
import PlatformChecks
import RuleBook
import Testing
import TextFormats

/// One change of a clean app that makes a pitfall appear.
struct Way: Sendable, CustomTestStringConvertible {
  /// The pitfall's tag.
  let tag: String
  /// The tags of those that the same change shows.
  let also: Set<String>
  let change: @Sendable (CleanApp) -> CleanApp

  init(_ tag: String, also: Set<String> = [], _ change: @escaping @Sendable (CleanApp) -> CleanApp) {
    self.tag = tag
    self.also = also
    self.change = change
  }

  var testDescription: String { tag }
}

@Suite("Every pitfall")
struct EveryPitfallTests {
  /// What makes each pitfall appear, one change of a clean app each.
  static let ways: [Way] = [
    Way("L1") { $0.writing("text: \"\(goodUsage)\"", as: #"text: """#) },
    Way("L1") {
      var app = $0
      app.infoPlist = "<plist><dict>\(key("CFBundlePackageType", "APPL"))</dict></plist>"
      app.strings = []; return app
    },
    Way("L1") {
      var app = $0; app.strings[1].text = CleanApp.catalogText("  "); return app
    },
    Way("L2") { usage("We want to make your experience in the app better.", $0) },
    Way("L2") { usage("Used for ads on this and that for you.", $0) },
    Way("L2") {
      usage(
        "Shows you ads for topics you read about, such as concerts. "
          + String(repeating: "Really. ", count: 40), $0)
    },
    Way("L3") { usage("This identifier will be used to deliver personalized ads to you.", $0) },
    Way("L3") { usage("TODO: write this", $0) },
    Way("L4") { usage("Shows you ads for topics you read about. You must allow this to go on.", $0) },
    Way("L5", also: ["L8"]) { $0.writing("dismissible: false", as: "dismissible: true") },
    Way("L6") { $0.writing("button: Continue", as: "button: Allow tracking") },
    Way("L7") { $0.writing("title: Make it yours", as: "title: Earn free coins") },
    Way("L8", also: ["L5"]) { $0.writing("dismissible: false", as: "dismissible: true, max_shows: 5") },
    Way("L11") { $0.writing("hook: did_become_active", as: "hook: did_finish_launching") },
    Way("L11") { $0.writing("hook: did_become_active", as: "hook: view_appeared") },
    Way("L12") { $0.writing("offset: 30", as: "offset: 0").writing("pre_prompt: plain, ", as: "") },
    Way("L12") { $0.writing("offset: 30", as: "offset: 5") },
    Way("L13") { $0.writing("retry: each_activation", as: "retry: never") },
    Way("L14") { $0.writing("delay_seconds: 0", as: "delay_seconds: 1") },
    Way("L15") { $0.writing("trusts_callback: false", as: "trusts_callback: true") },
    Way("L18", also: ["L22", "L44"]) {
      $0.writing("ask: launch,", as: "ask: {after: article, count: 3},").writing(
        "gate: documented", as: "starts: process, gate: documented")
    },
    Way("L18", also: ["L22", "L44"]) {
      $0.writing("ask: launch,", as: "ask: {session: 2},").writing(
        "gate: documented", as: "starts: process, gate: documented")
    },
    Way("L20") {
      $0.writing("gate: documented, wait_seconds: 60", as: "gate: foreground, wait_seconds: 400")
    },
    Way("L22") { $0.writing("gate: documented", as: "starts: process, gate: documented") },
    Way("L26") { $0.writing("pre_grant: false", as: "pre_grant: true") },
    Way("L29") { $0.writing("settings_link: none", as: "settings_link: after_denial") },
    Way("L31", also: ["L1"]) {
      var app = $0;
      app.infoPlist = app.infoPlist?.replacing("NSUserTrackingUsageDescription", with: "Other"); return app
    },
    Way("L34") { $0.writing("asks_from: ios_14_5", as: "asks_from: ios_14_0") },
    Way("L43") {
      var app = $0; app.manifest = app.manifest?.replacing("<true/>", with: "<false/>"); return app
    },
    Way("L39") {
      var app = $0
      app.manifest = app.manifest?.replacing("ads.example.com", with: "googleads.g.doubleclick.net")
      return app
    },
    Way("L43") {
      var app = $0
      app.manifest = app.manifest?.replacing("ads.example.com", with: "https://ads.example.com"); return app
    },
    Way("L43") {
      var app = $0
      app.manifest = "<plist><dict><key>NSPrivacyTracking</key><true/></dict></plist>"; return app
    },
    Way("L44") { $0.writing("ask: launch,", as: "ask: {after: article, count: 3},") },
    Way("L45") {
      var app = $0
      app.infoPlist = app.infoPlist?.replacing(
        "<dict>", with: "<dict><key>CFBundleLocalizations</key><array><string>ja</string></array>")
      return app
    },
    Way("L44") { $0.writing("ask: launch,", as: "ask: onboarding,") },
  ]

  private static func usage(_ text: String, _ app: CleanApp) -> CleanApp {
    app.writing(goodUsage, as: text)
  }

  @Test("is not seen in a clean app")
  func clean() throws {
    let report = try CleanApp().report()
    #expect(report.findings.map { "\($0.rule) \($0.sentence)" } == [])
  }

  @Test("is seen where one thing is wrong, and nothing else is", arguments: ways)
  func broken(way: Way) throws {
    let report = try way.change(CleanApp()).report()
    let found = Set(report.findings.map(\.rule))
    #expect(found == way.also.union([way.tag]), "\(way.tag): \(report.findings.map(\.sentence))")
    for finding in report.findings {
      #expect(!finding.file.isEmpty && finding.line > 0 && !finding.fix.isEmpty, "\(finding.sentence)")
      #expect(
        Pitfall.tagged(finding.rule)?.severities.contains(finding.severity) == true, "\(finding.severity)")
    }
  }

  @Test("has a way to be seen in this list where a file shows it, so that none is skipped")
  func complete() {
    // Those of sources alone have small projects of their own.
    let shown = Pitfall.all.filter { !$0.places.isEmpty && $0.places != ["sources"] }.map(\.tag)
    #expect(Set(shown).subtracting(Self.ways.map(\.tag)) == ["L19"])
  }

  @Test("can be waived with a reason, which keeps it from being an error; unused waivers are reported")
  func waived() throws {
    let broken = CleanApp().writing("button: Continue", as: "button: Allow tracking")
    #expect(try broken.report().errors == 1)
    var waiving = broken
    waiving.experiment += "\nwaivers: {L6: agreed with legal, L5: not needed}\n"
    let report = try waiving.report()
    #expect(report.errors == 0 && report.accepted == 1)
    #expect(report.findings.filter { $0.rule == "L6" }.map(\.accepted) == ["agreed with legal"])
    #expect(report.findings.filter { $0.rule == "waivers" }.count == 1)
  }

  @Test("cannot be waived without a reason")
  func unreasoned() {
    var app = CleanApp()
    app.experiment += "\nwaivers: {L10: \"  \"}\n"
    #expect(throws: FileProblems.self) { try app.report() }
  }

  @Test(
    "L11, R64: a hook before the app is active loses nothing that is asked after onboarding or an event",
    arguments: ["ask: onboarding,", "ask: {after: article, count: 3},"])
  func hookOfLaterAsks(ask: String) throws {
    let report = try CleanApp().writing("ask: launch,", as: ask)
      .writing("hook: did_become_active", as: "hook: did_finish_launching")
      .writing("retry: each_activation", as: "retry: never").report()
    #expect(!report.findings.contains { $0.rule == "L11" })
  }

  @Test("the worst is first: what forbids an arm, errors, warnings, notes, and last what is accepted")
  func ranking() {
    func finding(_ severity: Severity, forbids: Bool = false, waived: String? = nil) -> Finding {
      var finding = Finding("L5", severity, at: FileLocation(file: "a.yaml"), "", why: "", fix: "")
      (finding.forbids, finding.accepted) = (forbids, waived)
      return finding
    }
    let findings = [
      finding(.error, waived: "known"), finding(.note), finding(.warning), finding(.error),
      finding(.note, forbids: true),
    ]
    #expect(
      PlatformDescription(findings: findings, visibilities: []).ranked
        == [findings[4], findings[3], findings[2], findings[1], findings[0]])
  }
}
