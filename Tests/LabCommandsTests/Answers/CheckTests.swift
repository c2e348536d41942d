import ExperimentDesign
import ExperimentFiles
import Foundation
import Runs
import Testing
import TextFormats

@testable import LabCommands

@Suite("att-lab check")
struct CheckTests {
  private static let plist =
    "<plist version=\"1.0\">\n<dict>\n<key>NSUserTrackingUsageDescription</key>\n<string>TODO</string></dict></plist>"

  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(
      sampleExperiment.replacing("Shows you ads for topics you read about.", with: "We make the app better.")
        + "\nwaivers:\n  L5: agreed\n", to: "app.yaml")
    try lab.write(Self.plist, to: "Info & Plist ü.plist")
    return lab
  }

  /// The only run of a check's SARIF; `scripts/sarif-check` holds all of it to the schema.
  private func sarif(_ lab: Lab, _ files: String) async throws -> [String: Any] {
    let written = try await lab.written("check \(files) --format sarif", despite: [.notShown])
    let log = try #require(try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: Any])
    return try #require((log["runs"] as? [[String: Any]])?.first)
  }

  private func place(_ result: [String: Any]) -> (uri: String?, line: Int?) {
    let path = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
    return (
      (path?["artifactLocation"] as? [String: String])?["uri"],
      (path?["region"] as? [String: Int])?["startLine"]
    )
  }

  @Test("SARIF has a rule for every pitfall, and a result with rule, level and place for every finding")
  func results() async throws {
    let lab = try lab()
    let run = try await sarif(lab, "app.yaml 'Info & Plist ü.plist'")
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    #expect(rules == (1...45).map { "L\($0)" } + ["R93"])
    let results = try #require(run["results"] as? [[String: Any]])
    for result in results {
      let (uri, line) = place(result)
      if let index = result["ruleIndex"] as? Int { #expect(result["ruleId"] as? String == rules[index]) }
      #expect(["error", "warning", "note"].contains(result["level"] as? String ?? ""))
      #expect(
        ["app.yaml", "Info%20%26%20Plist%20%C3%BC.plist"].contains(uri?.split(separator: "/").last ?? "")
          && line != nil)
    }
    #expect(results.filter { $0["suppressions"] != nil }.map { $0["ruleId"] as? String } == ["L5"])
    let json = try await lab.object("check app.yaml 'Info & Plist ü.plist'", despite: [.notShown])
    #expect((json["findings"] as? [Any])?.count == results.count)
  }

  @Test("what a preset has is placed at the line that names it")
  func presets() async throws {
    let run = try await sarif(Lab(), "'\(Lab.experiment("news-timing"))'")
    let places = try #require(run["results"] as? [[String: Any]]).map(place)
    #expect(
      !places.isEmpty && places.allSatisfy { $0.uri?.hasSuffix("Experiments/news-timing.yaml") == true })
  }

  @Test("a file that was named and cannot be read is an error, and silences no other")
  func unreadable() async throws {
    let lab = try lab()
    try lab.write("<plist>\n<dict>", to: "Info.plist")
    func findings(_ line: String, _ end: Status) async throws -> [[String: Any]] {
      #expect(await ending(lab, line) == end)
      return try #require(try await lab.object(line, despite: [end])["findings"] as? [[String: Any]])
    }
    let alone = try await findings("check app.yaml", .notShown)
    let both = try await findings("check app.yaml Info.plist missing.plist", .notShown)
    #expect(both.count == alone.count + 2)
    let broken = both.filter { $0["rule"] as? String == "file" }
    #expect(broken.map { name($0) } == ["Info.plist", "missing.plist"])
    #expect(broken.map { $0["line"] as? Int } == [2, 0])
    #expect(try await findings("check Info.plist missing.plist", .badInput).count == 2)
  }

  /// How a check ends whose report nobody reads.
  private func ending(_ lab: Lab, _ line: String) async -> Status? {
    await lab.ending("\(line) --out '\(lab.path("\(UUID().uuidString)"))'")
  }

  /// The last part of the path of a finding's file.
  private func name(_ finding: [String: Any]) -> String {
    URL(fileURLWithPath: finding["file"] as? String ?? "").lastPathComponent
  }

  /// An app whose request comes too early, beside sources that are none of its own.
  private func app() throws -> Lab {
    let lab = try Lab()
    let early =
      "@main class AppDelegate: UIResponder, UIApplicationDelegate {\n"
      + "  func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [AnyHashable: Any]?) -> Bool {\n"
      + "    COMMENT\n    ATTrackingManager.requestTrackingAuthorization { _ in }\n    return true\n  }\n}\n"
    for folder in ["App", "App/Pods", "App/Legacy"] {
      try FileManager.default.createDirectory(atPath: lab.path(folder), withIntermediateDirectories: false)
      try lab.write(early, to: "\(folder)/AppDelegate.swift")
    }
    try lab.write("not a list", to: "App/Info.plist")
    try lab.write("class Ask {}", to: "App/Ask.cs")
    return lab
  }

  private func found(_ lab: Lab, _ arguments: String, _ end: Status) async throws -> [String] {
    let line = "check '\(lab.path("App"))' \(arguments)"
    #expect(await ending(lab, line) == end)
    return try #require(try await lab.object(line, despite: [end])["findings"] as? [[String: Any]])
      .filter { $0["accepted"] is NSNull }
      .map { "\($0["rule"] ?? "") \($0["severity"] ?? "") \(inApp($0))" }
  }

  /// The path of a finding's file from the lab's folder on.
  private func inApp(_ finding: [String: Any]) -> String {
    let path = finding["file"] as? String ?? ""
    return path.range(of: "App/").map { String(path[$0.lowerBound...]) } ?? path
  }

  @Test(
    "what was fetched is no source of the app; what is broken or in another language is told, and fails nothing"
  )
  func folder() async throws {
    let lab = try app()
    let json = try await lab.object("check '\(lab.path("App"))'", despite: [.notShown])
    let files = Set(try #require(json["findings"] as? [[String: Any]]).map(inApp))
    #expect(files == ["App/AppDelegate.swift", "App/Legacy/AppDelegate.swift"])
    #expect(
      try #require(json["unread"] as? [[String: Any]]).map(inApp) == [
        "App/Ask.cs", "App/Info.plist",
      ])
    #expect(json["read"] as? Int == 2)
  }

  @Test(
    "a team's settings are found upwards: rules that are off, other severities, paths left out, strictness")
  func settings() async throws {
    let lab = try app()
    try lab.write("exclude: [App/Legacy]\n", to: ".att-lab.yml")
    #expect(try await found(lab, "", .notShown) == ["L11 error App/AppDelegate.swift"])
    try lab.write("exclude: [\"**/Legacy\"]\nseverity: {L11: warning}\n", to: ".att-lab.yml")
    #expect(try await found(lab, "", .done) == ["L11 warning App/AppDelegate.swift"])
    #expect(try await found(lab, "--strict", .notShown).count == 1)
    try lab.write("exclude: [App/Legacy]\ndisabled: [L11]\nstrict: true\n", to: "App/.att-lab.yml")
    #expect(try await found(lab, "", .done).filter { $0.hasPrefix("L11") }.isEmpty)
    for (text, line) in [
      ("disable: [L11]", 1), ("strict: true\ndisabled: [L99]", 2), ("severity: {L11: fatal}", 1),
    ] {
      try lab.write(text, to: "App/.att-lab.yml")
      let refused = await #expect(throws: FileProblem.self) {
        try await lab.perform("check '\(lab.path("App"))' --out '\(lab.path("\(line)\(text.count)"))'")
      }
      #expect(refused?.line == line && refused?.column == 1)
    }
  }

  @Test("what stood in an earlier run does not count, and what is new does, wherever the lines have moved")
  func baseline() async throws {
    let lab = try app()
    try lab.write("exclude: [App/Legacy]\n", to: ".att-lab.yml")
    let known = "--format json --out known.json"
    #expect(await lab.ending("check '\(lab.path("App"))' \(known)") == .notShown)
    try lab.write("// moved\n\n" + lab.read("App/AppDelegate.swift"), to: "App/AppDelegate.swift")
    #expect(try await found(lab, "--baseline known.json", .done) == [])
    try lab.write("", to: ".att-lab.yml")
    #expect(
      try await found(lab, "--baseline known.json", .notShown) == ["L11 error App/Legacy/AppDelegate.swift"])
    try lab.write("{}", to: "none.json")
    #expect(await ending(lab, "check '\(lab.path("App"))' --baseline none.json") == .badInput)
  }

  @Test("an option is not allowed exactly where a finding forbids it, whatever its texts are")
  func oneTruth() throws {
    let usages = [
      "", "  ", "…", "!!!", "This identifier will be used to deliver personalized ads to you.",
      "THIS IDENTIFIER will be used to deliver personalized ads, thanks", "Shows ads for topics you read.",
    ]
    let buttons = [
      "Continue", "Allow", "I ACCEPT", "OK", "Yes, please", "Turn on tracking", "Enabled", "Go on",
    ]
    for (usage, button) in usages.flatMap({ usage in buttons.map { (usage, $0) } }) {
      let text = sampleExperiment.replacing("Shows you ads for topics you read about.", with: usage)
        .replacing("button: Continue", with: "button: '\(button)'")
        .replacing("dismissible: true", with: "dismissible: \(button.count.isMultiple(of: 2))")
      expectAgreement(try loadExperiment(text: Array(text.utf8), path: "sample.yaml"), "\(usage) \(button)")
    }
    for name in Lab.shippedExperiments {
      expectAgreement(try loadExperiment(path: Lab.experiment(name)), name)
    }
  }

  private func expectAgreement(_ file: ExperimentFile, _ words: String) {
    let record = PlatformDescription(file, path: "sample.yaml")
    let arms = file.experiment.arms
    let forbidden = arms.indices.filter { arm in
      record.findings.contains { $0.forbids && $0.arms.contains(arms[arm].name) }
    }
    #expect(forbidden == arms.indices.filter { !arms[$0].isAllowedByApple }, "\(words)")
    #expect(Set(record.visibilities.map(\.arm)) == Set(arms.map(\.name)), "\(words)")
  }
}
