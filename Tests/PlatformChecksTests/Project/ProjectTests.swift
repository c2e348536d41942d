import ExperimentDesign
import Testing
import TextFormats

@testable import PlatformChecks

/// One app of several files: which build ships, whose a call is, what its languages are.
@Suite("Projects")
struct ProjectTests {
  private func project(_ files: [(path: String, text: String)]) throws -> AppProject {
    var project = AppProject()
    for (path, text) in files {
      let role = try #require(AppProject.role(of: path), "\(path)")
      try project.add(Array(text.utf8), path: path, role: role)
    }
    return project
  }

  private func found(_ files: [(path: String, text: String)], _ rule: String) throws -> [String] {
    CheckReport(project: try project(files)).findings.filter { $0.rule == rule }
      .map { "\($0.severity) \($0.file):\($0.line)" }
  }

  private func plist(_ body: String) -> String {
    "<plist><dict>\n<key>CFBundlePackageType</key><string>APPL</string>\n\(body)\n</dict></plist>"
  }

  private func asking(_ path: String) -> (path: String, text: String) {
    (path, String(decoding: askingSource().bytes, as: UTF8.self))
  }

  /// A project of one target with an Info.plist for each configuration.
  private let configured = """
    { objects = {
      T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; buildConfigurationList = L; };
      L = { isa = XCConfigurationList; buildConfigurations = ( D, R, ); };
      D = { isa = XCBuildConfiguration; name = Debug; buildSettings = { INFOPLIST_FILE = "$(TARGET_NAME)/Debug-Info.plist"; }; };
      R = { isa = XCBuildConfiguration; name = Release; buildSettings = { INFOPLIST_FILE = "App/$(CONFIGURATION)-Info.plist"; }; };
    }; }
    """

  @Test("L1: the Info.plist of the build that ships decides, whichever asks")
  func releases() throws {
    func told(debug: String, release: String, blank: String? = nil) throws -> [String] {
      try found(
        [
          ("App.xcodeproj/project.pbxproj", configured), ("App/Debug-Info.plist", blank ?? plist(debug)),
          ("App/Release-Info.plist", plist(release)), asking("App/Ask.swift"),
        ], "L1")
    }
    #expect(try told(debug: usage(), release: "") == ["error App/Release-Info.plist:1"])
    #expect(try told(debug: "", release: usage()) == ["warning App/Debug-Info.plist:1"])
    #expect(try told(debug: "", release: "") == ["error App/Release-Info.plist:1"])
    #expect(try told(debug: usage(), release: usage()) == [])
    #expect(throws: FileProblem.self) { try told(debug: usage(), release: usage(), blank: "\n") }
    let copy = ("App/Info copy.plist", plist(usage("TODO")))
    #expect(try found([("App.xcodeproj/project.pbxproj", configured), copy], "L3") == [])
  }

  @Test("L2: a setting that Xcode writes over the text of an Info.plist is judged in its place")
  func overwritten() throws {
    func told(_ settings: String) throws -> [String] {
      let made = configured.replacing("buildSettings = {", with: "buildSettings = { \(settings)")
      return try found(
        [
          ("App.xcodeproj/project.pbxproj", made),
          ("App/Debug-Info.plist", plist(usage("We use this to improve your experience."))),
          ("App/Release-Info.plist", plist(usage("We use this to improve your experience."))),
          asking("App/Ask.swift"),
        ], "L2")
    }
    let set = "INFOPLIST_KEY_NSUserTrackingUsageDescription = \"\(goodUsage)\";"
    #expect(try told(set) == ["error App/Debug-Info.plist:3"])
    #expect(try told("\(set) GENERATE_INFOPLIST_FILE = YES;") == [])
  }

  @Test("L11: a source in a project's folder counts where a target has it, or a package")
  func membership() throws {
    let targets = """
      { objects = {
        A = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; fileSystemSynchronizedGroups = ( G ); };
        G = { isa = PBXFileSystemSynchronizedRootGroup; path = App; };
      }; }
      """
    let early = atLaunch("ATTrackingManager.requestTrackingAuthorization { _ in }")
    func told(_ path: String, _ others: String...) throws -> [String] {
      let files = [("App/App.xcodeproj/project.pbxproj", targets), (path, early)]
      return try found(files + others.map { ($0, "name: \"Kit\"") }, "L11")
    }
    #expect(try told("App/App/A.swift") == ["error App/App/A.swift:3"])
    #expect(try told("App/Backup/A.swift") == [])
    for package in ["Package.swift", "Kit.podspec"] {
      #expect(try told("App/Kit/A.swift", "App/Kit/\(package)") == ["error App/Kit/A.swift:3"])
    }
    #expect(try told("App/Sources/Old/A.swift", "App/Package.swift") == [])
  }

  @Test("L1: a call is of the app that is nearest to it, and of one whose target compiles it")
  func nearest() throws {
    let files = [
      ("One/ios/Runner/Info.plist", plist("")), ("Two/ios/Runner/Info.plist", plist(usage())),
    ]
    #expect(try found(files + [asking("Two/lib/Ask.swift")], "L1") == [])
    #expect(try found(files + [asking("One/lib/Ask.swift")], "L1") == ["error One/ios/Runner/Info.plist:1"])
    let targets = """
      { objects = {
        A = { isa = PBXNativeTarget; name = Free; productType = "com.apple.product-type.application"; buildConfigurationList = LA; buildPhases = ( PA ); };
        B = { isa = PBXNativeTarget; name = Paid; productType = "com.apple.product-type.application"; buildConfigurationList = LB; buildPhases = ( PB ); };
        PA = { isa = PBXSourcesBuildPhase; files = ( FA ); }; PB = { isa = PBXSourcesBuildPhase; files = ( FB ); };
        FA = { isa = PBXBuildFile; fileRef = RA; }; FB = { isa = PBXBuildFile; fileRef = RB; };
        RA = { isa = PBXFileReference; path = Ask.swift; }; RB = { isa = PBXFileReference; path = Other.swift; };
        LA = { isa = XCConfigurationList; buildConfigurations = ( CA ); }; LB = { isa = XCConfigurationList; buildConfigurations = ( CB ); };
        CA = { isa = XCBuildConfiguration; name = Release; buildSettings = { INFOPLIST_FILE = Free.plist; }; };
        CB = { isa = XCBuildConfiguration; name = Release; buildSettings = { INFOPLIST_FILE = Paid.plist; }; };
      }; }
      """
    var project = try project([("App.xcodeproj/project.pbxproj", targets), asking("Ask.swift")])
    try project.add(Array(plist(usage()).utf8), path: "Free.plist", role: .file(.infoPlist))
    try project.add(Array(plist("").utf8), path: "Paid.plist", role: .file(.infoPlist))
    #expect(CheckReport(project: project).findings.filter { $0.rule == "L1" }.isEmpty)
  }

  @Test("L1: what may write the text and was not read makes a note of the error")
  func writers() throws {
    let files = [("ios/App/Info.plist", plist("")), asking("App.swift")]
    #expect(try found(files, "L1") == ["error ios/App/Info.plist:1"])
    for path in ["Assets/Write.cs", "fastlane/Fastfile", "config.xml", "scripts/build.rb"] {
      #expect(
        try found(files + [(path, "NSUserTrackingUsageDescription")], "L1") == ["note ios/App/Info.plist:1"])
    }
    let pod = (
      "ios/Podfile", "# PERMISSION_APP_TRACKING_TRANSPARENCY=1\n 'PERMISSION_APP_TRACKING_TRANSPARENCY=1',"
    )
    let expo = [("app.config.js", ""), ("config/infoPlist.js", "NSUserTrackingUsageDescription")]
    #expect(try found(expo, "L1") == [])
    // Google's library leaves a text that is there, and lines end as on old systems.
    let google = "{\"react-native-google-mobile-ads\": {\"user_tracking_usage_description\": \"Tracking.\"}}"
    #expect(try found([("app.json", google), ("ios/App/Info.plist", plist(usage()))], "L3") == [])
    let old = "// why\rfunc ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }"
    #expect(try found([("ios/App/Info.plist", plist("")), ("A.swift", old)], "R93") == ["warning A.swift:2"])
    #expect(try found([("Info.plist", plist("")), ("A.swift", old)], "L1") == ["warning Info.plist:1"])
    let silent = [("ios/App/Info.plist", plist("")), ("App.swift", "struct A {}")]
    #expect(try found(silent, "L1") == [])
    #expect(try found(silent + [pod], "L1") == ["note ios/App/Info.plist:1"])
  }

  @Test(
    "L1: of Expo every plugin of the table counts, a program makes a note, and so does one that speaks of tracking or ads"
  )
  func expo() throws {
    func told(
      _ plugins: String, _ more: [(path: String, text: String)] = [], rule: String = "L1"
    ) throws -> [String] {
      try found([("app.json", "{\"expo\": {\"plugins\": [\(plugins)]}}"), asking("App.swift")] + more, rule)
    }
    // It writes its own sample where it is given no text, and nothing where it is given false.
    for plugin in ["\"expo-tracking-transparency\"", "[\"expo-tracking-transparency\", {}]"] {
      #expect(try told(plugin, rule: "L3") == ["error app.json:1"] && told(plugin) == [])
      #expect(try told(plugin, [("app.config.ts", "export default {}")], rule: "L3") == [])
    }
    let made = "[\"expo-tracking-transparency\", {\"userTrackingPermission\": \"\(goodUsage)\"}]"
    let silent = [("app.json", "{\"expo\": {\"plugins\": [\(made)]}}"), ("App.tsx", "export default 1")]
    #expect(try found(silent, "R93") == ["warning app.json:1"])
    #expect(try found(silent + [("config/app.config.ts", "")], "R93") == ["warning app.json:1"])
    #expect(try found(silent + [("app.config.ts", "export default {}")], "R93") == [])
    let off = "[\"expo-tracking-transparency\", {\"userTrackingPermission\": false}]"
    #expect(try told(off) == ["error app.json:1"])
    // Its argument counts for more than the key.
    let argument = "[\"expo-tracking-transparency\", {\"userTrackingPermission\": \"\(goodUsage)\"}]"
    let key = "\"NSUserTrackingUsageDescription\": \"Tracking is on.\""
    #expect(try told("\(argument)], \"ios\": {\"infoPlist\": {\(key)}}, \"more\": [", rule: "L2") == [])
    #expect(try told("\"expo-router\"") == ["error app.json:1"])
    #expect(try told("\"./plugins/ours\"") == ["note app.json:1"])
    #expect(try told("", [("app.config.ts", "export default {}")]) == ["note app.json:1"])
    for (plugin, key) in [
      ("expo-tracking-transparency", "userTrackingPermission"),
      ("react-native-google-mobile-ads", "userTrackingUsageDescription"),
      ("react-native-fbsdk-next", "iosUserTrackingPermission"),
    ] {
      #expect(try told("[\"\(plugin)\", {\"\(key)\": \"\(goodUsage)\"}]") == [], "\(plugin)")
    }
    #expect(try told("\"@react-native-firebase/app\"") == ["error app.json:1"])
    #expect(try told("\"react-native-something\"") == ["warning app.json:1"])
    #expect(try told("\"react-native-idfa\"") == ["note app.json:1"])
    // Without Expo the library itself reads its part of the file.
    let ads = "{\"react-native-google-mobile-ads\": {\"user_tracking_usage_description\": \"\(goodUsage)\"}}"
    #expect(try found([("app.json", ads), ("ios/App/Info.plist", plist("")), asking("App.js")], "L1") == [])
  }

  @Test(
    "L1, L3: a text that is a build setting is judged by each of its values; what Debug alone has is empty elsewhere"
  )
  func variables() throws {
    func told(_ debug: String, _ release: String, source: String = "") throws -> [String] {
      let files = [
        ("App/Info.plist", plist(usage("$(ATT_TEXT)"))), ("Debug.xcconfig", debug),
        ("Release.xcconfig", release), ("Project.swift", source),
      ]
      return CheckReport(project: try project(files)).findings.filter { $0.rule != "R93" }.map {
        "\($0.rule) \($0.severity)"
      }
    }
    let good = "ATT_TEXT = \(goodUsage)"
    #expect(try told(good, good) == [])
    #expect(try told(good, "ATT_TEXT = TODO") == ["L3 error"])
    #expect(try told(good, "OTHER = 1") == ["L1 error"])
    #expect(try told("", good) == [])
    #expect(try told("", "OTHER = 1") == ["L1 warning"] && told("", "", source: "\"ATT_TEXT\"") == [])
    for elsewhere in ["ATT_TEXT = $(OTHER)", "#include? \"Secrets.xcconfig\""] {
      #expect(try told("", elsewhere) == [])
    }
  }

  @Test("L3: of a sample's translations one is said")
  func samples() throws {
    let google = "This identifier will be used to deliver personalized ads to you."
    let french = "Cet identifiant sera utilisé pour vous proposer des annonces personnalisées."
    let texts = ["fr", "fr-CA"].map {
      ("App/\($0).lproj/InfoPlist.strings", "\"NSUserTrackingUsageDescription\" = \"\(french)\($0)\";")
    }
    #expect(try found(texts, "L3") == ["warning App/fr.lproj/InfoPlist.strings:1"])
    let both = [("App/Info.plist", plist(usage(google)))] + texts
    #expect(try found(both, "L3") == ["warning App/Info.plist:3"])
  }

  @Test("L45: the alert is in every language that the app is in")
  func languages() throws {
    let localized = "<key>CFBundleLocalizations</key><array><string>en</string><string>ja</string></array>"
    let told = ["warning App/Info.plist:3"]
    #expect(try found([("App/Info.plist", plist(usage() + localized))], "L45") == told)
    let folder = ("App/fr.lproj/Localizable.strings", "\"a\" = \"b\";")
    #expect(try found([("App/Info.plist", plist(usage())), folder], "L45") == told)
    // A project of Xcode's names the folders that it has.
    for (path, findings) in [("fr.lproj/Localizable.strings", told), ("A.swift", [])] {
      let project = "{ objects = { A = { isa = PBXFileReference; path = \"\(path)\"; }; }; }"
      let files = [("App/Info.plist", plist(usage())), folder, ("App.xcodeproj/project.pbxproj", project)]
      #expect(try found(files, "L45") == findings)
    }
    let french = (
      "App/fr.lproj/InfoPlist.strings", CleanApp.catalogText("Montre des annonces sur vos sujets.")
    )
    #expect(try found([("App/Info.plist", plist(usage())), folder, french], "L45") == [])
    // A catalogue has a line for each language of a text, as Xcode writes it.
    let new =
      "{\"a\": {\n        \"de\" : {\n\"stringUnit\" : { \"state\" : \"new\", \"value\" : \"\" } } } }"
    #expect(
      try found([("App/Info.plist", plist(usage())), ("App/InfoPlist.xcstrings", new)], "L45") == told)
    // As near to one of its Info.plists as to another, it is of both.
    let two = [("App/A/Info.plist", plist(usage())), ("App/B/Info.plist", plist(usage())), folder, french]
    #expect(try found(two, "L45") == [])
  }

  @Test("L45: of Expo the languages of its locales count, whose files have the text or not")
  func locales() throws {
    func told(_ path: String, _ german: String) throws -> [String] {
      let app =
        "{\"expo\": {\"locales\": {\"de\": \"./\(path)\"}, \"ios\": {\"infoPlist\": {\(text(goodUsage))}}}}"
      return try found([("app.json", app), ("texts/de.json", german)], "L45")
    }
    func text(_ words: String) -> String { "\"NSUserTrackingUsageDescription\": \"\(words)\"" }
    #expect(try told("texts/de.json", "{}") == ["warning app.json:1"])
    #expect(try told("texts/de.json", "{\"ios\": {\(text("Zeigt Werbung zu dem, was du liest."))}}") == [])
    #expect(try told("german.js", "{}") == [])
  }

  @Test("L45: the text is in letters of the development language")
  func letters() throws {
    let region = "<key>CFBundleDevelopmentRegion</key><string>en</string>"
    let text = "あなたが読んだ話題の広告を表示します。たとえば近くのコンサートです。"
    #expect(try found([("Info.plist", plist(usage(text) + region))], "L45") == ["note Info.plist:3"])
    #expect(try found([("Info.plist", plist(usage() + region))], "L45") == [])
    // One text of two apps is one fault.
    let two = ["A", "B"].map { ("\($0)/Info.plist", plist(usage(text + ($0 == "A" ? "" : "!")) + region)) }
    #expect(try found(two, "L45") == ["note A/Info.plist:3"])
    let english = ("en.lproj/InfoPlist.strings", CleanApp.catalogText(goodUsage))
    #expect(try found([("Info.plist", plist(usage(text) + region)), english], "L45") == [])
    // So is a translation, and where it is not, it is not judged as English.
    let korean = ("en.lproj/InfoPlist.strings", CleanApp.catalogText("당신의 광고 경험을 개선하기 위해 앱 활동을 추적합니다."))
    let files = [("Info.plist", plist(usage())), korean]
    #expect(try found(files, "L45") == ["warning en.lproj/InfoPlist.strings:2"])
    #expect(try found(files, "L2") == [])
  }

  @Test("L1: keys that look like the alert's, and texts where the system does not look, are named")
  func keys() throws {
    let strings = "\"NSUserTrackingUsageDescripton\" = \"\(goodUsage)\";"
    let good = ("Info.plist", plist(usage()))
    let misspelt = ("en.lproj/InfoPlist.strings", strings)
    #expect(try found([good, misspelt], "L1") == ["warning en.lproj/InfoPlist.strings:1"])
    let elsewhere = ("en.lproj/Localizable.strings", "\n" + CleanApp.catalogText(goodUsage))
    #expect(try found([good, elsewhere], "L1") == ["warning en.lproj/Localizable.strings:3"])
  }

  @Test("L1, L45: a translation that is not named as the system looks for it, and one that cannot be read")
  func unreadTranslations() throws {
    let base = ("App/Info.plist", plist(usage()))
    let odd = (
      "App/es.lproj/infoPlist.strings",
      "NSUserTrackingUsageDescription = \"Te mostramos anuncios sobre lo que lees.\";"
    )
    #expect(try found([base, odd], "L1") == ["warning App/es.lproj/infoPlist.strings:1"])
    #expect(try found([base, odd], "L45") == ["warning App/Info.plist:3"])
    var broken = try project([base])
    #expect(throws: (any Error).self) {
      try broken.add(
        Array("NSCameraUsageDescription = ".utf8), path: "App/ru.lproj/InfoPlist.strings",
        role: .file(.strings))
    }
    #expect(CheckReport(project: broken).findings.map(\.rule) == ["L45"])
  }

  @Test("L45: some languages are known by their own letters")
  func ownLetters() throws {
    func told(_ text: String, _ region: String) throws -> [String] {
      let languages = "<key>CFBundleLocalizations</key><array><string>cs</string><string>pl</string></array>"
      let region = "<key>CFBundleDevelopmentRegion</key><string>\(region)</string>"
      return CheckReport(project: try project([("Info.plist", plist(usage(text) + languages + region))]))
        .findings
        .map { "\($0.rule) \($0.severity) \($0.sentence.contains("pl,"))" }
    }
    #expect(try told("Ukazujeme reklamy k tématům, která čtete právě teď.", "cs") == ["L45 warning true"])
    #expect(try told("Ukazujeme reklamy k tématům, která čtete právě teď.", "en").count == 2)
  }

  @Test("L11: apps that lie beside one another ask each for itself")
  func apps() throws {
    let ask = "ATTrackingManager.requestTrackingAuthorization { _ in } }"
    let early = "func application(_ a: App, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool { \(ask)"
    let active = "class Scenes: UIResponder { func sceneDidBecomeActive(_ s: UIScene) { \(ask) }"
    let apart = ["A", "B"].map { ("\($0)/\($0).xcodeproj/project.pbxproj", configured) }
    let sources = [("A/A.swift", "class AppDelegate: UIResponder { \(early) }"), ("B/B.swift", active)]
    #expect(try found(apart + sources, "L11") == ["error A/A.swift:1"])
    #expect(try found(apart + sources + [("C/C.swift", "")], "L11") == [])
  }

  @Test("L33: what only an extension is built from shows no alert, and what an app has too does")
  func silent() throws {
    let targets = """
      { objects = {
        A = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; fileSystemSynchronizedGroups = ( GA ); };
        E = { isa = PBXNativeTarget; name = Ext; productType = "com.apple.product-type.app-extension"; fileSystemSynchronizedGroups = ( GE ); };
        GA = { isa = PBXFileSystemSynchronizedRootGroup; path = App; }; GE = { isa = PBXFileSystemSynchronizedRootGroup; path = Ext; };
        X = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = A; membershipExceptions = ( Both.swift ); };
      }; }
      """
    for (path, told) in [
      ("Ext/Ask.swift", ["warning Ext/Ask.swift:4"]), ("App/Ask.swift", []), ("Ext/Both.swift", []),
      ("Package/Ask.swift", []),
    ] { #expect(try found([("X.xcodeproj/project.pbxproj", targets), asking(path)], "L33") == told) }
    let shared = "enum Ask {\nstatic func now() { ATTrackingManager.requestTrackingAuthorization { _ in } } }"
    let calls = "class V: UIViewController { override func viewDidAppear(_ a: Bool) { Ask.now() } }"
    let files = [("X.xcodeproj/project.pbxproj", targets), ("App/A.swift", shared), ("Ext/V.swift", calls)]
    #expect(try found(files, "L33") == ["warning App/A.swift:2"])
  }

  @Test("R93: libraries are built with the permissions that the Podfile lists")
  func permissions() throws {
    let dart = (
      path: "lib/a.dart",
      text:
        "class A extends StatelessWidget { Widget build(c) => Button(onPressed: () => Permission.appTrackingTransparency.request()); }"
    )
    let script = (
      path: "App.tsx",
      text:
        "export default () => <Button onPress={() => request(PERMISSIONS.IOS.APP_TRACKING_TRANSPARENCY)} />;"
    )
    let told = ["warning ios/Podfile:2"]
    for (source, list, findings) in [
      (dart, "# 'PERMISSION_APP_TRACKING_TRANSPARENCY=1',", told), (dart, "", []),
      (dart, "'PERMISSION_APP_TRACKING_TRANSPARENCY=1',", []), (dart, "setup_permissions([])", []),
      (script, "setup_permissions(['Camera'])", told), (script, "# setup_permissions([", []),
      (script, "setup_permissions(['AppTrackingTransparency'])", []),
      (asking("A.swift"), "setup_permissions([])", []),
    ] { #expect(try found([source, ("ios/Podfile", "\n" + list)], "R93") == findings, "\(list)") }
    // Nobody sees that request; one of the app's own is none of theirs.
    let files = [dart, ("ios/Podfile", "# 'PERMISSION_CAMERA=1',")]
    #expect(try CheckReport(project: project(files)).reviewer.isEmpty)
    #expect(try found(files + [asking("ios/A.swift")], "R93") == [])
  }

  @Test("what storyboards, scene manifests and package lists say is known of the sources' surroundings")
  func facts() throws {
    let scenes = """
      <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
      <key>R</key><array><dict><key>UISceneDelegateClassName</key><string>$(PRODUCT_MODULE_NAME).Scenes</string>
      <key>UISceneStoryboardFile</key><string>Main</string></dict></array></dict></dict>
      """
    let storyboard = """
      <document initialViewController="N">
      <scene><viewController id="F" customClass="FirstController"/></scene>
      <scene><navigationController id="N"><segue destination="F" kind="relationship"/>
      <segue destination="L" kind="relationship"/></navigationController></scene>
      <scene><viewController id="L" customClass="LastController"/></scene>
      <scene><viewController id="O" customClass="OtherController"/></scene></document>
      """
    let facts = AppBundles(
      try project([
        ("App/Info.plist", plist(scenes + usage())), ("App/Base.lproj/Main.storyboard", storyboard),
        ("ios/Podfile", "pod 'AppsFlyerFramework', '6.0'"),
        (
          "App/PrivacyInfo.xcprivacy",
          "<plist><dict><key>NSPrivacyTrackingDomains</key><array><string>Ads.example.com</string></array></dict></plist>"
        ),
      ])
    ).facts
    #expect(facts.hasScenes == true && facts.sceneDelegates == ["Scenes"])
    #expect(facts.firstScreens == ["FirstController", "LastController"])
    #expect(facts.usageText?.file == "App/Info.plist" && facts.trackingDomains == ["ads.example.com"])
    #expect(!facts.mayAskElsewhere)
    let empty = plist(scenes.prefix { $0 != "\n" } + "</dict></dict>")
    #expect(try AppBundles(project([("Info.plist", empty)])).facts.hasScenes == false)
  }

  @Test("R93: a status that is read and never asked for, where a program gives the text")
  func programText() throws {
    let config = ("app.config.ts", "export default { userTrackingPermission: text };")
    let reads = ("App.tsx", "export const see = async () => (await getTrackingPermissionsAsync()).granted;")
    #expect(try found([config, reads], "R93") == ["warning App.tsx:1"])
    #expect(
      try found([("app.config.ts", "export default {}; // userTrackingPermission"), reads], "R93") == [])
  }
}
