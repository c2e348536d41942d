import ExperimentDesign
import PlatformChecks
import Testing

/// Every build that ships needs the text, and what an Info.plist is made from is read however it is written.
@Suite("Usage strings of targets")
struct TargetTests {
  private static let text = "Shows you ads for topics you read about."
  private func found(_ files: [AppFile], asks: Bool = false) -> [String] {
    CheckReport(files: files, sources: asks ? [askingSource()] : []).findings.filter { $0.file != "a.swift" }
      .map { "\($0.rule) \($0.severity) \($0.file):\($0.line)" }
  }

  /// A project of one app with the settings of its two configurations, and of the project's.
  private func project(
    _ debug: String, _ release: String, shared: (debug: String, release: String) = ("", ""), base: String = ""
  ) throws -> AppFile {
    try AppFile.made(
      """
      { objects = {
        T1 = { isa = PBXNativeTarget; name = X; productType = "com.apple.product-type.application"; buildConfigurationList = L1; };
        L1 = { isa = XCConfigurationList; buildConfigurations = ( C1, C2, ); };
        C1 = { isa = XCBuildConfiguration; name = Debug; buildSettings = { GENERATE_INFOPLIST_FILE = YES; \(debug) }; };
        C2 = { isa = XCBuildConfiguration; name = Release; \(base) buildSettings = { GENERATE_INFOPLIST_FILE = YES; \(release) }; };
        F = { isa = PBXFileReference; path = "Config/Release.xcconfig"; };
        P = { isa = PBXProject; buildConfigurationList = L2; };
        L2 = { isa = XCConfigurationList; buildConfigurations = ( S1, S2 ); };
        S1 = { isa = XCBuildConfiguration; name = Debug; buildSettings = { \(shared.debug) }; };
        S2 = { isa = XCBuildConfiguration; name = Release; buildSettings = { \(shared.release) }; };
      }; }
      """, "X.xcodeproj/project.pbxproj")
  }

  private static let set = "INFOPLIST_KEY_NSUserTrackingUsageDescription = \"\(text)\";"
  private static let crashes = ["L1 error X.xcodeproj/project.pbxproj:5"]

  @Test("R24, L1: a configuration without the text that another has is an error that names it")
  func configurations() throws {
    #expect(try found([project(Self.set, "")]) == Self.crashes)
    #expect(try found([project(Self.set, Self.set)]).isEmpty)
    // A setting for a system of its own counts, and so does the project's for the same configuration, and no other.
    let conditional = Self.set.replacing("tion =", with: "tion[sdk=iphoneos*]\" =").replacing(
      "INFO", with: "\"INFO")
    #expect(try found([project(Self.set, conditional)]).isEmpty)
    #expect(try found([project(Self.set, "", shared: ("", Self.set))]).isEmpty)
    #expect(try found([project(Self.set, "", shared: (Self.set, ""))]) == Self.crashes)
  }

  @Test(
    "R24, L1: what a configuration takes from an Info.plist or an .xcconfig counts where it is given, and is asked for where not"
  )
  func otherFiles() throws {
    let based = try project(Self.set, "", base: "baseConfigurationReference = F;")
    let note = ["L1 note X.xcodeproj/project.pbxproj:5"]
    #expect(found([based]) == note)
    let line = "INFOPLIST_KEY_NSUserTrackingUsageDescription = \(Self.text)\n"
    #expect(try found([based, AppFile.made(line, "Config/Release.xcconfig")]).isEmpty)
    // One that is included by another.
    #expect(try found([based, AppFile.made(line, "Config/Shared.xcconfig")]).isEmpty)
    let named = try project(Self.set, "INFOPLIST_FILE = App/Info.plist;")
    #expect(found([named]) == note)
    let app = key("CFBundlePackageType", "APPL")
    #expect(try found([named, .plist(app + usage(Self.text))]).isEmpty)
    #expect(try found([named, .plist(app)]) == ["L1 error App/Info.plist:1"])
    // A text that is a setting may be in one that is not given.
    let whole = "INFOPLIST_FILE = App/Info.plist;"
    for (base, told) in [("", ["L1 warning App/Info.plist:1"]), ("baseConfigurationReference = F;", [])] {
      #expect(try found([project(whole, whole, base: base), .plist(app + usage("$(X)"))]) == told)
    }
    // Of an Info.plist that Xcode does not make, the setting says nothing.
    let off = try project(
      Self.set, "GENERATE_INFOPLIST_FILE = NO; INFOPLIST_FILE = App/Info.plist; \(Self.set)")
    #expect(try found([off, .plist(app)]) == ["L1 error App/Info.plist:1"])
  }

  @Test(
    "L1, XcodeGen: flow style is read as block style is, and what is no text is said",
    arguments: [
      (
        "targets:\n  B: {type: application, platform: iOS, info: {path: B.plist, properties: {KEY: TEXT}}}", 2
      ),
      ("{name: X, targets: {B: {type: application,\n info: {properties: {KEY: TEXT}}}}}", 2),
      ("targets:\n  B:\n    info:\n      path: B.plist\n      properties: {KEY: TEXT}", 5),
      ("targets:\n  B:\n    settings: {base: {INFOPLIST_KEY_KEY: TEXT}}", 3),
    ])
  func flow(yaml: String, line: Int) throws {
    func told(_ text: String) throws -> [String] {
      let written = yaml.replacing("KEY: TEXT", with: "NSUserTrackingUsageDescription: \(text)")
      return found([try specification(written)], asks: true)
    }
    #expect(try told("'\(Self.text)'").isEmpty)
    #expect(try told("\"\"") == ["L1 error project.yml:\(line)"])
    for text in ["\"TODO\"", "TODO"] {
      #expect(try told(text) == ["L3 error project.yml:\(line)"])
    }
    #expect(try told("[a]").first == "L1 error project.yml:\(line)")
  }

  @Test("XcodeGen: an app whose properties lack the key is reported, as an error where its sources ask")
  func missingProperties() throws {
    let yaml = "targets:\n  B:\n    info:\n      properties:\n        CFBundleName: X\n"
    let head = "project.yml:2"
    #expect(try found([specification(yaml)]) == ["L1 note \(head)"])
    #expect(try found([specification(yaml)], asks: true) == ["L1 error \(head)"])
    // What is included was not read, and may have it.
    let including = try found([specification("include: [base.yml]\n" + yaml)], asks: true)
    #expect(including.count == 1 && including[0].hasPrefix("L1 note"))
    for other in ["type: framework", "type: application, platform: macOS", "type: app-extension"] {
      let spec = try specification("targets: {B: {\(other), info: {properties: {CFBundleName: X}}}}")
      #expect(found([spec], asks: true).isEmpty, "\(other)")
    }
  }

  @Test("XcodeGen: templates count for their targets, and a setting of one configuration for that one")
  func specifiedConfigurations() throws {
    let template = try specification(
      "targetTemplates: {App: {info: {properties: {NSUserTrackingUsageDescription: \(Self.text)}}}}\ntargets: {B: {templates: [App], type: application}}"
    )
    #expect(found([template], asks: true).isEmpty)
    // Templates that name one another are each taken once.
    let circle = try specification(
      "targetTemplates: {A: {templates: [B, B, A]}, B: {templates: [A, A, B]}}\ntargets: {C: {templates: [A, B]}}"
    )
    #expect(found([circle], asks: true) == ["L1 note project.yml:2"])
    let debug = try specification(
      "targets:\n  B:\n    type: application\n    settings:\n      base: {GENERATE_INFOPLIST_FILE: YES}\n      configs: {debug: {INFOPLIST_KEY_NSUserTrackingUsageDescription: \(Self.text)}}"
    )
    #expect(found([debug]) == ["L1 error project.yml:2"])
  }

  @Test(
    "Expo: a project without a text is told, as an error where its sources ask; one for Android alone is not")
  func expo() throws {
    func told(_ json: String, _ others: AppFile...) throws -> [String] {
      found([try AppFile.made(json, "app.json")] + others, asks: true)
    }
    #expect(try found([AppFile.made("{\"expo\":{\"name\":\"x\"}}", "app.json")]) == ["L1 note app.json:1"])
    #expect(try told("{\"expo\":{\"name\":\"x\"}}").first?.hasPrefix("L1 error app.json:1") == true)
    #expect(try told("{\"expo\":{\"platforms\":[\"android\"]}}").isEmpty)
    #expect(try told("{\"name\":\"x\"}").isEmpty)
    // A project with an Info.plist of its own, into which Expo may write its text again.
    #expect(try told("{\"expo\":{\"name\":\"x\"}}", .plist(usage(Self.text), "ios/X/Info.plist")).isEmpty)
    let own = "{\"expo\":{\"ios\":{\"infoPlist\":{\"NSUserTrackingUsageDescription\":\"\(Self.text)\"}}}}"
    let without = try told(own, .plist(key("CFBundlePackageType", "APPL"), "ios/X/Info.plist"))
    #expect(without == ["L1 warning ios/X/Info.plist:1"])
    let other = try AppFile.made(own, "other/app.json")
    let files = [other, try .plist(key("CFBundlePackageType", "APPL"), "ios/X/Info.plist")]
    #expect(found(files, asks: true) == ["L1 error ios/X/Info.plist:1"])
  }

  @Test("L33, XcodeGen: App Clips and extensions show no alert")
  func silent() throws {
    for (targets, isTold) in [
      ("B: {type: application.on-demand-install-capable, sources: [{path: Clip}]}", true),
      ("B: {type: app-extension, sources: Clip}", true), ("B: {type: framework, sources: [Clip]}", false),
      ("B: {type: app-extension, sources: Clip}, A: {type: application}", false),
      ("B: {type: app-extension, sources: .}", false), ("B: {type: application, sources: [Clip]}", false),
    ] {
      let spec = try specification("targets: {\(targets)}")
      let report = CheckReport(files: [spec], sources: [askingSource("Clip/a.swift")])
      #expect(report.findings.contains { $0.rule == "L33" } == isTold, "\(targets)")
    }
  }
}
