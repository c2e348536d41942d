import Foundation
import Testing

@Suite("att-lab check of sources")
struct SourceCheckTests {
  private func lab() throws -> Lab {
    let lab = try Lab()
    #expect(try lab.shell("mkdir -p App/Views App/Pods App/.hidden").status == 0)
    try lab.write(
      """
      @main
      struct NewsApp: App {
        init() {
          ATTrackingManager.requestTrackingAuthorization { _ in }
        }
      }
      """, to: "App/NewsApp.swift")
    try lab.write(
      "void main() { if (id == '00000000-0000-0000-0000-000000000000') {} }\n", to: "App/Views/main.dart")
    for folder in ["Pods", ".hidden"] {
      try lab.write(
        "func a() { ATTrackingManager.requestTrackingAuthorization { _ in } }", to: "App/\(folder)/a.swift")
    }
    try lab.write(
      "<plist><dict><key>CFBundlePackageType</key><string>APPL</string></dict></plist>", to: "App/Info.plist")
    return lab
  }

  @Test(
    "a folder's files and sources are read, and what stands where is told as evidence, which fails no check")
  func text() throws {
    let outcome = try lab()("check", "App")
    #expect(outcome.status == 2 && outcome.errors.isEmpty)
    #expect(outcome.output.hasPrefix("App/Info.plist:1:1: error: L1"))
    #expect(outcome.output.contains("Found in 2 sources (att-lab cannot check whether a call is reached)"))
    #expect(
      outcome.output.contains(
        "App/NewsApp.swift:4:23: evidence: L11 (R19, R64, R144): The tracking request stands in NewsApp.init, which runs before the app is active."
      ))
    #expect(outcome.output.contains("App/Views/main.dart:1:25: evidence: L35 (R67)"))
    #expect(outcome.output.contains("  set under app: gates_on: identifier"))
    #expect(!outcome.output.contains("Pods") && !outcome.output.contains("hidden"))
  }

  @Test("the JSON has the evidence and the calls, and the SARIF a result to review for each with a location")
  func formats() throws {
    let lab = try lab()
    let json = try #require(
      try JSONSerialization.jsonObject(
        with: Data(lab("check", "App", "--format", "json").output.utf8)) as? [String: Any])
    #expect(json["sources"] as? Int == 2)
    let evidence = try #require(json["evidence"] as? [[String: Any]])
    #expect(evidence.map { $0["pitfall"] as? String } == ["L1", "L11", "L35"])
    #expect(evidence.map { $0["leaning"] as? String } == ["open", "suggests", "suggests"])
    #expect((evidence[2]["answer"] as? [String: String]) == ["key": "gates_on", "value": "identifier"])
    let calls = try #require(json["calls"] as? [[String: Any]])
    #expect(calls.map { $0["kind"] as? String } == ["tracking_request", "zero_identifier"])
    #expect(calls[0]["in"] as? String == "NewsApp.init" && calls[0]["line"] as? Int == 4)

    let sarif = try #require(
      try JSONSerialization.jsonObject(
        with: Data(lab("check", "App", "--format", "sarif").output.utf8)) as? [String: Any])
    let run = try #require((sarif["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleId"] as? String } == ["L1", "L1", "L11", "L35"])
    #expect(
      results.dropFirst().allSatisfy { $0["kind"] as? String == "review" && $0["level"] as? String == "none" }
    )
  }

  @Test("a missing usage string is an error beside a call that asks, and names it")
  func usage() throws {
    let lab = try lab()
    let asking = try lab("check", "App/Info.plist", "App/NewsApp.swift")
    #expect(asking.status == 2 && asking.output.contains("The request stands in App/NewsApp.swift, line 4."))
    let silent = try lab("check", "App/Info.plist", "App/Views/main.dart")
    #expect(silent.status == 0 && silent.output.contains("note: L1"))
  }

  @Test("the questions on a missing alert point at the call")
  func questions() throws {
    let outcome = try lab()("check", "App", "--why-no-prompt")
    #expect(outcome.output.contains("App/NewsApp.swift:4"))
  }

  @Test("a source of a folder that is too large is left out and reported; one that is named ends with 65")
  func tooLarge() throws {
    let lab = try lab()
    #expect(try lab.shell("head -c 3000000 /dev/zero | tr '\\0' ' ' >App/bundle.js").status == 0)
    let folder = try lab("check", "App")
    #expect(folder.output.hasPrefix("1 file could not be read and was skipped.\n"))
    #expect(folder.output.contains("Found in 2 sources"))
    #expect(folder.errors.contains("Left out: App/bundle.js: expected a source of at most 2000000 bytes"))
    #expect(!folder.errors.contains("found 2"))
    let json = try lab("check", "App", "--format", "json").output
    #expect(json.contains("\"left_out\"") && json.contains("App/bundle.js: expected a source"))
    let sarif = try lab("check", "App", "--format", "sarif").output
    #expect(sarif.contains("\"executionSuccessful\": true") && sarif.contains("Left out: App/bundle.js"))
    #expect(try lab("check", "App/bundle.js").status == 65)
  }

  @Test("a folder without a source is refused with what is expected, and links are not followed")
  func folders() throws {
    let lab = try lab()
    #expect(try lab.shell("mkdir empty && ln -s ../App empty/link").status == 0)
    let outcome = try lab("check", "empty")
    #expect(
      outcome.status == 64 && outcome.errors.contains("'empty' is a folder without a file that can be read"))
  }

  @Test("a folder's Info.plist and translations are read once each, and what is not read is reported")
  func appFiles() throws {
    let lab = try Lab()
    #expect(try lab.shell("mkdir -p App/de.lproj").status == 0)
    let text = { (text: String) in
      "<plist><dict><key>NSUserTrackingUsageDescription</key><string>\(text)</string></dict></plist>"
    }
    try lab.write(text("TODO"), to: "App/Info.plist")
    try lab.write(text("TODO"), to: "App/GoogleService-Info.plist")
    try lab.write("\"NSUserTrackingUsageDescription\" = \"TODO\";", to: "App/de.lproj/InfoPlist.strings")
    try lab.write("not a strings file", to: "App/de.lproj/Localizable.strings")
    let found = try lab("check", "App", "App/Info.plist", "--format", "json")
    #expect(found.status == 2 && found.output.contains("\"errors\": 2") && found.errors.isEmpty)
    try lab.write("arms: {}\n", to: "App/news.yaml")
    try lab.write("arms: {}\n", to: "App/project.yml")
    #expect(
      try lab("check", "App").errors
        == "Not read: 2 YAML files such as App/project.yml. An experiment is checked where it is named.\n")
    try lab.write("<plist><dict>", to: "App/Info.plist")
    let broken = try lab("check", "App")
    #expect(broken.errors.contains("Left out: App/Info.plist:1:1: expected </dict>"))
    #expect(broken.status == 65)
    #expect(broken.output.hasPrefix("1 file could not be read and was skipped.\n"))
    // With nothing else in it, nothing is checked; by its name, it is an error also beside the folder.
    #expect(try lab("check", "App", "App/Info.plist").status == 65)
    #expect(try lab.shell("mkdir One && mv App/Info.plist One").status == 0)
    let alone = try lab("check", "One")
    #expect(alone.status == 65 && alone.errors.contains("One/Info.plist:1:1: expected </dict>"))
    #expect(try lab.shell("mv One/Info.plist App").status == 0)
    #expect(try lab.shell("cd App && \"$LAB\" check .").output.hasPrefix("1 file could not be read"))
  }
}
