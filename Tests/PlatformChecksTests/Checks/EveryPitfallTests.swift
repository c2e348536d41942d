import PlatformChecks
import RuleBook
import Testing

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
    Way("L1") {
      $0.writing(
        #"text: "Shows you ads for topics you read about, such as concerts near you.""#, as: #"text: """#)
    },
    Way("L1", also: ["L31"]) {
      var app = $0
      app.infoPlist = "<plist><dict><key>CFBundlePackageType</key><string>APPL</string></dict></plist>"
      app.strings = []; return app
    },
    Way("L1") {
      var app = $0; app.strings[1].text = CleanApp.catalogText("  "); return app
    },
    Way("L2") { usage("We want to make your experience in the app better.", $0) },
    Way("L2") { usage("Used for ads on this and that for you.", $0) },
    Way("L2") {
      var app = $0; app.strings[1].text = CleanApp.catalogText("Wir messen die Nutzung mit Partnern.");
      return app
    },
    Way("L2") {
      usage(
        "Shows you ads for topics you read about, such as concerts. "
          + String(repeating: "Really. ", count: 30), $0)
    },
    Way("L3") { usage("This identifier will be used to deliver personalized ads to you.", $0) },
    Way("L3") { usage("TODO: write this", $0) },
    Way("L4") { usage("Shows you ads for topics you read about. You must allow this to go on.", $0) },
    Way("L5", also: ["L8"]) { $0.writing("dismissible: false", as: "dismissible: true") },
    Way("L6") { $0.writing("button: Continue", as: "button: Allow tracking") },
    Way("L7") { $0.writing("title: Make it yours", as: "title: Earn free coins") },
    Way("L7") { $0.writing("pre_prompt_shows: nothing", as: "pre_prompt_shows: alert_picture") },
    Way("L8", also: ["L5"]) { $0.writing("dismissible: false", as: "dismissible: true, max_shows: 5") },
    Way("L9") { $0.writing("pre_prompt_checks_status: true", as: "pre_prompt_checks_status: no") },
    Way("L10") { $0.writing("features_gated: false", as: "features_gated: true") },
    Way("L11") { $0.writing("hook: did_become_active", as: "hook: did_finish_launching") },
    Way("L11") { $0.writing("hook: did_become_active", as: "hook: view_appeared") },
    Way("L12") { $0.writing("offset: 30", as: "offset: 0").writing("pre_prompt: plain, ", as: "") },
    Way("L12") { $0.writing("offset: 30", as: "offset: 5") },
    Way("L13") { $0.writing("retry: each_activation", as: "retry: never") },
    Way("L14") { $0.writing("delay_seconds: 0", as: "delay_seconds: 1") },
    Way("L15") { $0.writing("trusts_callback: false", as: "trusts_callback: true") },
    Way("L16") { $0.writing("device_denials: apart", as: "device_denials: as_denials") },
    Way("L17") { $0.writing("opt_in_rate_of: installs", as: "opt_in_rate_of: unnamed") },
    Way("L18", also: ["L22", "L44"]) {
      $0.writing("ask: launch,", as: "ask: {after: article, count: 3},").writing(
        "gate: documented", as: "starts: process, gate: documented")
    },
    Way("L18", also: ["L22", "L44"]) {
      $0.writing("ask: launch,", as: "ask: {session: 2},").writing(
        "gate: documented", as: "starts: process, gate: documented")
    },
    Way("L19") { $0.writing("attribution_sdk: appsflyer", as: "attribution_sdk: trackier") },
    Way("L20") { $0.writing("wait_called: before_start", as: "wait_called: after_start") },
    Way("L20") { $0.writing("first_session_delay: false", as: "first_session_delay: true") },
    Way("L20") {
      $0.writing("gate: documented, wait_seconds: 60", as: "gate: foreground, wait_seconds: 400")
    },
    Way("L21") { $0.writing("sdk_auto_request: false", as: "sdk_auto_request: true") },
    Way("L21") {
      $0.writing("attribution_sdk: appsflyer", as: "attribution_sdk: kochava").writing(
        "  sdk_auto_request: false\n", as: "")
    },
    Way("L22", also: ["L39"]) { $0.writing("trackers_start: after_consent", as: "trackers_start: launch") },
    Way("L22") { $0.writing("trackers_start: after_consent", as: "trackers_start: after_att") },
    Way("L22") { $0.writing("gate: documented", as: "starts: process, gate: documented") },
    Way("L23") { $0.writing("consent_beside_alert: false", as: "consent_beside_alert: true") },
    Way("L24") {
      $0.writing("consent_after_denial: other_purposes", as: "consent_after_denial: asks_for_tracking")
    },
    Way("L25") { $0.writing("att_after_refusal: false", as: "att_after_refusal: true") },
    Way("L26") { $0.writing("pre_grant: false", as: "pre_grant: true") },
    Way("L26") { $0.writing("pre_grants: false", as: "pre_grants: true") },
    Way("L27") { $0.writing("consent_after_denial: other_purposes", as: "consent_after_denial: nothing") },
    Way("L28") { $0.writing("caches_status: false", as: "caches_status: true") },
    Way("L28") { $0.writing("rechecks_on_resume: true", as: "rechecks_on_resume: false") },
    Way("L29") { $0.writing("settings_link: none", as: "settings_link: after_denial") },
    Way("L29") { $0.writing("settings_nudge: on_request", as: "settings_nudge: everyone") },
    Way("L30") { $0.writing("asks_again: false", as: "asks_again: true") },
    Way("L30") { $0.writing("horizon_days: 30", as: "horizon_days: 400") },
    Way("L31") {
      var app = $0;
      app.infoPlist = app.infoPlist?.replacing("NSUserTrackingMarkdownUsageDescription", with: "Other");
      return app
    },
    Way("L31", also: ["L1"]) {
      var app = $0;
      app.infoPlist = app.infoPlist?.replacing("NSUserTrackingUsageDescription", with: "Other"); return app
    },
    Way("L32") { $0.writing("additional_information: no_decision", as: "additional_information: refusal") },
    Way("L33") { $0.writing("counts_non_installs: false", as: "counts_non_installs: true") },
    Way("L34") { $0.writing("asks_from: ios_14_5", as: "asks_from: ios_14_0") },
    Way("L34") { $0.writing("checks_availability: true", as: "checks_availability: false") },
    Way("L35") { $0.writing("gates_on: status", as: "gates_on: identifier") },
    Way("L36") { $0.writing("retry_seconds: 5", as: "retry_seconds: 0.2") },
    Way("L37") { $0.writing("counts_prompts_by: install", as: "counts_prompts_by: activation") },
    Way("L38") { $0.writing("settings_change: either", as: "settings_change: at_resume") },
    Way("L39") { $0.writing("domains_before_permission: false", as: "domains_before_permission: true") },
    Way("L39", also: ["L22"]) { $0.writing("trackers_start: after_consent", as: "trackers_start: launch") },
    Way("L40") { $0.writing("skan_after_denial: kept", as: "skan_after_denial: lost") },
    Way("L41") { $0.writing("reinstall_counts_as: same_install", as: "reinstall_counts_as: new_install") },
    Way("L42") { $0.writing("unknown_status: not_permitted", as: "unknown_status: authorized") },
    Way("L43") {
      var app = $0; app.manifest = app.manifest?.replacing("<true/>", with: "<false/>"); return app
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
    Way("L44") { $0.writing("ask: launch,", as: "ask: onboarding,") },
  ]

  private static func usage(_ text: String, _ app: CleanApp) -> CleanApp {
    app.writing("Shows you ads for topics you read about, such as concerts near you.", as: text)
  }

  @Test("is clear in a clean app: looked for, and not there")
  func clean() throws {
    let report = try CleanApp().report()
    #expect(report.findings.map { "\($0.pitfall) \($0.what)" } == [])
    // Of these two the German text is not judged.
    #expect(report.standings.filter { $0.outcome != .clear }.map(\.pitfall.tag) == ["L2", "L4"])
    var english = CleanApp()
    english.strings.removeLast()
    #expect(try english.report().standings.allSatisfy { $0.outcome == .clear })
    #expect(report.standings.map(\.pitfall.tag) == (1...44).map { "L\($0)" })
    #expect(!report.hasErrors)
  }

  @Test("is seen where one thing is wrong, and nothing else is", arguments: ways)
  func broken(way: Way) throws {
    let report = try way.change(CleanApp()).report()
    let found = Set(report.findings.map(\.pitfall))
    #expect(found == way.also.union([way.tag]), "\(way.tag): \(report.findings.map(\.what))")
    for finding in report.findings {
      #expect(
        !finding.location.key.isEmpty && !finding.location.file.isEmpty && finding.location.line > 0,
        "\(finding.what)"
      )
      #expect(finding.rules.allSatisfy { Rule.tagged($0) != nil })
      #expect(
        Pitfall.tagged(finding.pitfall)?.severities.contains(finding.severity) == true, "\(finding.severity)")
    }
  }

  @Test("has a way to be seen in this list, so that none is skipped")
  func complete() {
    #expect(Set(Self.ways.map(\.tag)) == Set(Pitfall.all.map(\.tag)))
  }

  @Test("says where it is seen, or whom to ask, and every key of the team's is a question")
  func locations() {
    for pitfall in Pitfall.all {
      #expect(
        pitfall.locationWords.hasPrefix("seen in") || pitfall.locationWords.hasPrefix("ask the team (app."))
      if case .askTheTeam(let key) = pitfall.seenIn {
        #expect(TeamQuestion.keyed(String(key.dropFirst(4))) != nil, "\(key)")
      }
    }
    for question in TeamQuestion.all {
      for fault in question.faults { #expect(Pitfall.tagged(fault.tag) != nil) }
    }
    #expect(Set(TeamQuestion.all.map(\.key)).count == TeamQuestion.all.count)
  }

  @Test("is unknown, not clear, where nothing that was given shows it")
  func unknown() throws {
    var app = CleanApp()
    if let start = app.experiment.firstRange(of: "app:\n") {
      app.experiment = String(app.experiment[..<start.lowerBound])
    }
    app.infoPlist = nil
    app.manifest = nil
    app.strings = []
    let report = try app.report()
    for tag in ["L10", "L16", "L24", "L31", "L35", "L39", "L42", "L43"] {
      #expect(report.outcome(tag) == .unknown, "\(tag)")
    }
    #expect(report.outcome("L5") == .clear)
  }

  @Test("can be waived with a reason, which keeps it from being an error; unused waivers are reported")
  func waived() throws {
    let broken = CleanApp().writing("features_gated: false", as: "features_gated: true")
    #expect(try broken.report().hasErrors)
    var waiving = broken
    waiving.experiment += "\nwaivers: {L10: agreed with legal, L5: not needed}\n"
    let report = try waiving.report()
    #expect(!report.hasErrors)
    #expect(report.findings.filter { $0.pitfall == "L10" }.map(\.waived) == ["agreed with legal"])
    #expect(report.unusedWaivers == ["L5"])
  }

  @Test("cannot be waived without a reason")
  func unreasoned() {
    var app = CleanApp()
    app.experiment += "\nwaivers: {L10: \"  \"}\n"
    #expect(throws: (any Error).self) { try app.report() }
  }

  @Test(
    "L11, R64: a hook before the app is active loses nothing that is asked after onboarding or an event",
    arguments: ["ask: onboarding,", "ask: {after: article, count: 3},"])
  func hookOfLaterAsks(ask: String) throws {
    let report = try CleanApp().writing("ask: launch,", as: ask)
      .writing("hook: did_become_active", as: "hook: did_finish_launching")
      .writing("retry: each_activation", as: "retry: never").report()
    #expect(!report.findings.contains { $0.pitfall == "L11" })
  }
}
