import ExperimentDesign
import Testing

@testable import PlatformChecks

@Suite("Which files of an app belong together")
struct AppBundleTests {
  private var app: String { key("CFBundlePackageType", "APPL") }

  private func found(_ files: [AppFile], asking path: String? = nil) -> [String] {
    CheckReport(files: files, sources: path.map { [askingSource($0)] } ?? []).findings.filter {
      $0.file != path
    }
    .map { "\($0.rule) \($0.severity)" }
  }

  private static let asks = "L1 note"
  private static let text = "Shows you ads for topics you read about."

  @Test("L1: sources of two apps, of which one has the text, do not say that the other asks")
  func twoApps() throws {
    let lite = try AppFile.plist(app + usage(Self.text), "Lite/Info.plist")
    let full = try AppFile.plist(app, "Full/Info.plist")
    #expect(found([lite, full], asking: "Ads/Slot.swift").filter { $0.hasPrefix("L1") } == ["L1 warning"])
  }

  @Test("L1: an app without the key gets a note; where its sources ask, an error that says where")
  func application() throws {
    let call = "App/Start.swift"
    let variable = key("CFBundlePackageType", "$(PRODUCT_BUNDLE_PACKAGE_TYPE)")
    for body in [app, variable + "<key>LSRequiresIPhoneOS</key><true/>"] {
      #expect(try found([AppFile.plist(body)]) == [Self.asks])
      #expect(try found([AppFile.plist(body)], asking: call) == ["L1 error"])
    }
    for body in ["", variable, key("GADApplicationIdentifier", "x")] {
      #expect(try found([AppFile.plist(body)]) == [Self.asks])
      #expect(try found([AppFile.plist(body)], asking: call) == [Self.asks])
    }
  }

  @Test(
    "L1: what is no app never needs the key",
    arguments: [
      ("App/GoogleService-Info.plist", ""), ("ExportOptions.plist", key("method", "ad-hoc")),
      ("App/Settings.bundle/Root.plist", "<key>PreferenceSpecifiers</key><array/>"),
      ("App.xcodeproj/project.xcworkspace/xcshareddata/IDEWorkspaceChecks.plist", ""),
      ("Widget/Info.plist", "<key>NSExtension</key><dict/>"),
      ("Kit/Info.plist", key("CFBundlePackageType", "FMWK")),
      ("AppUITests/Info.plist", key("CFBundlePackageType", "BNDL")),
      ("Watch/Info.plist", key("WKCompanionAppBundleIdentifier", "a.b")),
      ("Mac/Info.plist", key("CFBundlePackageType", "APPL") + key("LSMinimumSystemVersion", "14")),
      ("Frameworks/A.xcframework/Info.plist", "<key>AvailableLibraries</key><array/>"),
    ])
  func noApps(path: String, body: String) throws {
    let report = CheckReport(files: [try AppFile.plist(body, path)])
    #expect(report.findings.isEmpty)
  }

  private func project(
    _ settings: String, type: String = "application", plist: String = "INFOPLIST_FILE = App/Info.plist;"
  )
    -> String
  {
    """
    // !$*UTF8*$!
    {
      archiveVersion = 1;
      objects = {
        T1 /* App */ = { isa = PBXNativeTarget; name = "My App"; productType = "com.apple.product-type.\(type)"; buildConfigurationList = L1; };
        L1 = { isa = XCConfigurationList; buildConfigurations = ( C1 /* Debug */, C2, ); };
        C1 = { isa = XCBuildConfiguration; name = Debug; buildSettings = {
            \(settings)
            \(plist)
            OTHER = ( "$(inherited)", "-x", );
        }; };
        C2 = { isa = XCBuildConfiguration; name = Release; buildSettings = { \(settings) \(plist) }; };
        P = { isa = PBXProject; buildConfigurationList = L2; };
        L2 = { isa = XCConfigurationList; buildConfigurations = (); };
      };
      rootObject = P;
    }
    """
  }

  @Test(
    "a usage string in a project's build settings is found, judged once, and counts for the target's Info.plist"
  )
  func buildSettings() throws {
    let good = "INFOPLIST_KEY_NSUserTrackingUsageDescription = \"\(Self.text)\";"
    let bad = "INFOPLIST_KEY_NSUserTrackingUsageDescription = \"We want to make the app better for you.\";"
    for folder in ["", "ios/"] {
      let plist = try AppFile.plist(app, "\(folder)App/Info.plist")
      func found(_ settings: String) throws -> [String] {
        self.found([plist, try AppFile.made(project(settings), "\(folder)App.xcodeproj/project.pbxproj")])
      }
      #expect(try found(good).isEmpty)
      #expect(try found(bad) == ["L2 error"])
      #expect(try found("") == [Self.asks])
    }
    let alone = try AppFile.made(project(bad), "App.xcodeproj/project.pbxproj")
    #expect(CheckReport(files: [alone]).findings.map(\.line) == [8])
  }

  @Test("L1: a project says what an Info.plist is of")
  func targets() throws {
    let partial = try AppFile.plist("")
    #expect(try found([partial, AppFile.made(project(""), "App.xcodeproj/project.pbxproj")]) == [Self.asks])
    for type in ["app-extension", "framework", "bundle.unit-test", "application.watchapp2"] {
      #expect(
        try found([partial, AppFile.made(project("", type: type), "App.xcodeproj/project.pbxproj")]).isEmpty)
    }
    let generated = try AppFile.made(
      project("GENERATE_INFOPLIST_FILE = YES;", plist: ""), "App.xcodeproj/project.pbxproj")
    #expect(found([generated]) == ["L1 note"])
    #expect(found([generated], asking: "a.swift").first?.hasPrefix("L1 error") == true)
    let strings = try AppFile.strings(Self.text, "en")
    #expect(found([generated, strings]) == ["L1 note"])
  }

  @Test(
    "a usage string in settings, in Expo's app.json or in XcodeGen's project.yml is found and judged",
    arguments: [
      ("App.xcconfig", "// why\nINFOPLIST_KEY_NSUserTrackingUsageDescription = TEXT\n", 2),
      (
        "App.xcconfig",
        "#include \"a\"\n\nINFOPLIST_KEY_NSUserTrackingUsageDescription[sdk=iphoneos*] = TEXT // x\n", 3
      ),
      (
        "app.json",
        "{\"expo\": {\"ios\": {\n\"infoPlist\": {\"NSUserTrackingUsageDescription\": \"TEXT\"}}}}", 2
      ),
      (
        "app.json",
        "{\"expo\": {\"plugins\": [\"a\",\n[\"expo-tracking-transparency\", {\n\"userTrackingPermission\": \"TEXT\"}]]}}",
        3
      ),
      (
        "project.yml",
        "targets:\n  A:\n    info:\n      NSUserTrackingUsageDescription: >\n        TEXT\n    b: c\n", 4
      ),
    ])
  func settingsFiles(path: String, text: String, line: Int) throws {
    let app = path == "app.json" ? [] : [try AppFile.plist(app)]
    let good = try AppFile.made(text.replacing("TEXT", with: Self.text), path)
    #expect(found(app + [good]).isEmpty, "\(found(app + [good]))")
    let bad = try AppFile.made(text.replacing("TEXT", with: "We want to make the app better for you."), path)
    let findings = CheckReport(files: app + [bad]).findings
    #expect(
      findings.map { "\($0.rule) \($0.file) \($0.line)" } == ["L2 \(path) \(line)"])
  }

  @Test(
    "L1: a catalogue beside an Info.plist counts; translations alone leave other languages without a text")
  func beside() throws {
    let catalogue = try AppFile.catalogue("\"en\": {\"stringUnit\": {\"value\": \"\(Self.text)\"}}")
    #expect(try found([AppFile.plist(key("GADApplicationIdentifier", "x")), catalogue]).isEmpty)
    #expect(try found([AppFile.plist(app), catalogue]).isEmpty)
    let english = try AppFile.strings(Self.text, "App/en")
    #expect(try found([AppFile.plist(app), english]) == ["L1 note"])
  }

  @Test("a key that stands twice is read, and the last one is judged")
  func repeated() throws {
    let vague = usage("We want to make the app better for you.")
    #expect(try found([AppFile.plist(vague + usage(Self.text))]).isEmpty)
    #expect(try found([AppFile.plist(usage(Self.text) + vague)]) == ["L2 error"])
  }
}
