import Testing

@testable import LabCommands

@Suite("Folders and files that are no app's")
struct AppFolderTests {
  @Test(
    "a path is left out with its folder; a star is any letters of one name, two are any folders",
    arguments: [
      ("Legacy", "Legacy/A.swift", true), ("Legacy", "App/Legacy/A.swift", false),
      ("**/Legacy", "App/Sub/Legacy/A.swift", true), ("**/Legacy", "Legacy", true),
      ("*/Legacy", "App/Legacy/A.m", true),
      ("*/Legacy", "App/Sub/Legacy/A.m", false), ("App/*.generated.swift", "App/A.generated.swift", true),
      ("App/*.generated.swift", "App/A.swift", false), ("./App/", "App/A.swift", true),
      ("**/*.g.dart", "lib/a/b.g.dart", true),
    ])
  func exclude(pattern: String, path: String, isOut: Bool) {
    #expect(TeamSettings.isOf(path, TeamSettings.form(of: pattern)) == isOut)
  }

  @Test(
    "what is fetched, built, a test or an example is no app",
    arguments: ["Pods", "node_modules", "DerivedData", "AppTests", "e2e", ".git", "Ads.framework", "android"])
  func foreign(folder: String) { #expect(AppFolder.isForeign(folder: folder)) }

  @Test(
    "what an app may be called is no foreign folder",
    arguments: ["Contests", "Latest", "Library", "ios", "src", "lib", "public", "external"])
  func own(folder: String) { #expect(!AppFolder.isForeign(folder: folder)) }

  @Test("the folder of a project that is itself called tests is the app's")
  func calledTests() {
    #expect(!AppFolder.isForeign(folder: "UnitTests", beside: ["UnitTests", "UnitTests.xcodeproj"]))
    #expect(AppFolder.isForeign(folder: "UnitTests", beside: ["UnitTests", "App.xcodeproj"]))
    #expect(!AppFolder.isExample(folder: "Example", beside: ["Example.xcodeproj"]))
    #expect(AppFolder.isExample(folder: "Example", beside: ["App.xcodeproj"]))
  }

  @Test("what a build makes is known by what stands beside it")
  func made() {
    #expect(AppFolder.made(beside: ["Assets", "Library", "ProjectSettings"]).contains("Library"))
    #expect(AppFolder.made(beside: ["config.xml", "www"]) == ["platforms"])
    #expect(AppFolder.made(beside: ["lib", "platforms"]).isEmpty)
  }

  @Test("a plug-in is known by what it is registered with, a site by its packages")
  func plugIns() {
    func isOne(_ names: [String], _ text: String = "") -> Bool {
      AppFolder.isApart(names, reading: { _ in Array(text.utf8) })
    }
    #expect(isOne(["package.json"], #"{"dependencies": {"next": "15.0.0", "react": "19.0.0"}}"#))
    #expect(!isOne(["package.json"], #"{"dependencies": {"react-dom": "19.0.0", "expo-router": "5.0.0"}}"#))
    #expect(isOne(["pubspec.yaml"], "flutter:\n  plugin:\n    platforms:") && isOne(["plugin.xml"]))
    #expect(isOne(["package.json", "Ads.podspec"]) && !isOne(["package.json", "Ads.podspec", "app.json"]))
    #expect(
      !isOne(["pubspec.yaml"], "flutter:\n  assets:") && !isOne(["package.json"]) && !isOne(["Core.podspec"]))
  }
}
