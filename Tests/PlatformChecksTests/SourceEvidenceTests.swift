import ExperimentDesign
import PlatformChecks
import Testing

@Suite("What sources say")
struct SourceEvidenceTests {
  private func source(_ text: String, _ path: String = "App.swift") throws -> SourceFile {
    let language = try #require(SourceLanguage(path: path))
    return try SourceFile(Array(text.utf8), path: path, language: language)
  }

  /// The evidence of sources: tag, leaning, and the lines of its locations.
  private func evidence(_ sources: SourceFile...) -> [String] {
    CheckReport(sources: sources).evidence.map { evidence in
      let lines = evidence.locations.map { "\($0.line)" }.joined(separator: " ")
      return "\(evidence.pitfall.tag) \(evidence.leaning.rawValue) (\(lines))"
    }
  }

  private static let request = "ATTrackingManager.requestTrackingAuthorization { _ in }"

  @Test("L11: a request in an app's init runs before the app is active")
  func early() throws {
    let app = try source("@main struct A: App {\n  init() {\n    \(Self.request)\n  }\n}")
    #expect(evidence(app) == ["L1 open (3)", "L11 suggests (3)"])
  }

  @Test(
    "L11: activations and taps speak against it",
    arguments: [
      "class D { func applicationDidBecomeActive(_ a: UIApplication) { REQUEST } }",
      "class D { func sceneDidBecomeActive(_ s: UIScene) { Task { REQUEST } } }",
      "struct V: View { var body: some View { Text(a).onChange(of: scenePhase) { phase in REQUEST } } }",
      "struct V: View { var body: some View { Button(a) { REQUEST } } }",
      "class D { func f() { NotificationCenter.default.addObserver(forName: UIApplication.didBecomeActiveNotification, object: nil, queue: .main) { _ in REQUEST } } }",
    ])
  func active(text: String) throws {
    let found = evidence(try source(text.replacing("REQUEST", with: Self.request)))
    #expect(found.contains { $0.hasPrefix("L11 speaks_against") }, "\(found)")
  }

  @Test(
    "L11: launches and the app's first screen suggest it, also behind a task",
    arguments: [
      "@main struct A: App { var body: some Scene { WindowGroup { V() } } }\nstruct V: View { var body: some View { Text(a).onAppear { REQUEST } } }",
      "class D { func application(_ a: UIApplication, didFinishLaunchingWithOptions o: X) -> Bool { Task { REQUEST } } }",
      "class D { func scene(_ s: UIScene, willConnectTo a: UISceneSession, options: X) { REQUEST } }",
    ])
  func appearing(text: String) throws {
    let found = evidence(try source(text.replacing("REQUEST", with: Self.request)))
    #expect(found.contains { $0.hasPrefix("L11 suggests") }, "\(found)")
  }

  @Test(
    "L11, R144: code of a screen that appears runs before the app is active on the first screen alone, and says so",
    arguments: [
      (
        "struct ThirdArticleSheet: View { var body: some View { Text(a).onAppear { REQUEST } } }", "App.swift"
      ),
      ("struct V: View { var body: some View { Text(a).task { await REQUEST } } }", "App.swift"),
      ("class C: UIViewController { override func viewDidLoad() { Task { REQUEST } } }", "App.swift"),
      ("class C: UIViewController { override func viewDidAppear(_ b: Bool) { REQUEST } }", "App.swift"),
      (
        "class C: UIViewController { override func viewDidLoad() { ask() }\n func ask() { REQUEST } }",
        "App.swift"
      ),
      (
        "function A() { useEffect(() => { if (n >= 3) { requestTrackingPermissionsAsync(); } }, [n]); }",
        "App.tsx"
      ),
    ])
  func laterScreens(text: String, path: String) throws {
    let found = evidence(try source(text.replacing("REQUEST", with: Self.request), path))
    let told = try #require(found.first { $0.hasPrefix("L11") })
    #expect(told.hasPrefix("L11 open"), "\(told)")
  }

  @Test("L11: one step back by name, and no further")
  func step() throws {
    let manager = try source(
      "class Manager {\n  func ask() {\n    \(Self.request)\n  }\n  func outer() { ask() }\n}", "M.swift")
    let view = try source(
      "struct V: View { var body: some View {\n  Text(a).onAppear { manager.ask() } } }", "V.swift")
    #expect(evidence(manager).contains("L11 open (3)"))
    #expect(evidence(manager, view).contains("L11 open (3 2)"))
    let launch = try source("@main struct A: App { init() {\n ask() } }", "A.swift")
    #expect(evidence(manager, view, launch).contains("L11 suggests (3 2)"))
    let far = try source(
      "struct V: View { var body: some View {\n  Text(a).onAppear { manager.outer() } } }", "V.swift")
    #expect(evidence(manager, far).contains { $0.hasPrefix("L11 open") })
  }

  @Test("L12: the push request in the same function suggests a collision; elsewhere its location is reported")
  func push() throws {
    let push = "UNUserNotificationCenter.current().requestAuthorization(options: []) { _, _ in }"
    let both = try source(
      "class D {\n  func applicationDidBecomeActive(_ a: X) {\n    \(push)\n    \(Self.request)\n  }\n}")
    #expect(evidence(both).contains("L12 suggests (3 4)"))
    let apart = try source("class D {\n  func a() {\n    \(push)\n  }\n  func b() { \(Self.request) }\n}")
    #expect(evidence(apart).contains("L12 open (3)"))
  }

  @Test(
    "L14: a request behind a fixed delay is reported, whether a block or a statement waits, in each language")
  func delayed() throws {
    let sources = [
      try source("func a() { DispatchQueue.main.asyncAfter(deadline: .now() + 1) { \(Self.request) } }"),
      try source("const a = () => { setTimeout(() => { requestTrackingPermission(); }, 1000); };", "a.js"),
      try source(
        "void a() { Future.delayed(d, () { AppTrackingTransparency.requestTrackingAuthorization(); }); }",
        "a.dart"),
      try source(
        "@implementation A\n- (void)a { dispatch_after(t, q, ^{ [ATTrackingManager requestTrackingAuthorizationWithCompletionHandler:nil]; }); }\n@end",
        "a.m"),
    ]
    let statements = [
      try source("func a() async { try? await Task.sleep(nanoseconds: 1); \(Self.request) }"),
      try source(
        "void a() async { await Future.delayed(d); await AppTrackingTransparency.requestTrackingAuthorization(); }",
        "b.dart"),
    ]
    for source in sources + statements {
      let tags = CheckReport(sources: [source]).evidence.filter { $0.leaning == .suggests }.map(\.pitfall.tag)
      #expect(tags.contains("L14"), "\(source.path)")
    }
  }

  @Test(
    "L20: a wait after the start has no effect, one before it has, and none is told", arguments: [0, 1, 2])
  func waits(order: Int) throws {
    let wait = "AppsFlyerLib.shared().waitForATTUserAuthorization(timeoutInterval: 60)"
    let start = "AppsFlyerLib.shared().start()"
    let lines = [[wait, start], [start, wait], [start]][order].joined(separator: "\n")
    let report = CheckReport(sources: [try source("class D { func begin() {\n\(lines)\n} }")])
    let found = try #require(report.evidence.first { $0.pitfall.tag == "L20" })
    #expect(found.leaning == [.speaksAgainst, .suggests, .open][order])
  }

  @Test("L20: a wait goes with the start of its own SDK, not with another's")
  func pairs() throws {
    let report = CheckReport(sources: [
      try source(
        """
        func start() {
          GADMobileAds.sharedInstance().start(completionHandler: nil)
          AppsFlyerLib.shared().waitForATTUserAuthorization(timeoutInterval: 60)
          AppsFlyerLib.shared().start()
        }
        """)
    ])
    let found = report.evidence.filter { $0.pitfall.tag == "L20" }
    #expect(found.map(\.leaning) == [.speaksAgainst])
    #expect(found.first?.locations.map(\.line) == [3, 4])
    let two = try source(
      """
      func start() {
        Adjust.initSdk(config)
        AppsFlyerLib.shared().waitForATTUserAuthorization(timeoutInterval: 60)
        AppsFlyerLib.shared().start()
      }
      """)
    #expect(evidence(two).contains("L20 open (2)"))
  }

  @Test("a call far along a line has its true column, however many stand on it")
  func columns() throws {
    let line = "/*ä*/" + String(repeating: " ", count: 20_000) + Self.request + ";" + Self.request
    let calls = CheckReport(sources: [try source(line)]).calls
    #expect(calls.map(\.location.column) == [20_024, 20_024 + Self.request.count + 1])
  }

  @Test("L20: that no wait is set is of SDKs that can wait, not of those that show ads")
  func noWait() throws {
    func told(_ call: String) throws -> Bool {
      try evidence(source("func a() { \(call) }")).contains {
        $0.hasPrefix("L20 open")
      }
    }
    #expect(try told("AppsFlyerLib.shared().start()") && !told("MobileAds.shared.start()"))
  }

  @Test("L22: a start at launch is reported, and left open")
  func start() throws {
    let launch = try source(
      "class C: UIViewController { override func viewDidLoad() {\n  Adjust.initSdk(config)\n} }")
    #expect(evidence(launch).contains { $0.hasPrefix("L22 open") })
  }

  @Test("L35: a comparison with zeros answers what decides whether the identifier is passed on")
  func zeros() throws {
    let report = CheckReport(sources: [
      try source(#"func a() -> Bool { id == "00000000-0000-0000-0000-000000000000" }"#)
    ])
    #expect(report.evidence.contains { $0.pitfall.tag == "L35" })
    // Evidence is no finding, and the pitfall stays the team's to answer.
    #expect(report.findings.isEmpty && !report.hasErrors && report.outcome("L35") == .unknown)
  }

  @Test("L1: where no call asks, a missing usage string is a note; where one does, an error that names it")
  func usage() throws {
    let plist = try AppFile(
      Array("<plist><dict><key>CFBundlePackageType</key><string>APPL</string></dict></plist>".utf8),
      path: "Info.plist", kind: .infoPlist)
    func missing(_ sources: [SourceFile]) throws -> DescribedFinding {
      try #require(CheckReport(files: [plist], sources: sources).findings.first { $0.pitfall == "L1" })
    }
    let none = try source("func a() {}")
    #expect(evidence(none) == ["L1 open ()"])
    #expect(try missing([none]).severity == .note)
    let error = try missing([try source("func a() { \(Self.request) }")])
    #expect(error.severity == .error && error.what.contains("App.swift"))
  }

  @Test("without a source there is no evidence, not even of an absence")
  func nothing() { #expect(CheckReport().evidence.isEmpty) }
}
