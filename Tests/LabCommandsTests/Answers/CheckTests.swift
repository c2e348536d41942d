import ExperimentDesign
import ExperimentFiles
import Foundation
import Runs
import Testing

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
  private func sarif(_ lab: Lab, _ files: String) throws -> [String: Any] {
    let outcome = try lab.shell("\"$LAB\" check \(files) --format sarif")
    #expect([0, 2].contains(outcome.status) && outcome.errors.isEmpty)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
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
  func results() throws {
    let lab = try lab()
    let run = try sarif(lab, "app.yaml 'Info & Plist ü.plist'")
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    #expect(rules == (1...45).map { "L\($0)" } + ["R93"])
    let results = try #require(run["results"] as? [[String: Any]])
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      let (uri, line) = place(result)
      #expect(result["ruleId"] as? String == rules[index])
      #expect(["error", "warning", "note"].contains(result["level"] as? String ?? ""))
      #expect(["app.yaml", "Info%20%26%20Plist%20%C3%BC.plist"].contains(uri ?? "") && line != nil)
    }
    #expect(results.filter { $0["suppressions"] != nil }.map { $0["ruleId"] as? String } == ["L5"])
    let json = try lab.members("check app.yaml 'Info & Plist ü.plist'", statuses: [2])
    #expect((json["findings"] as? [Any])?.count == results.count)
  }

  @Test("what a preset has is placed at the line that names it")
  func presets() throws {
    let run = try sarif(Lab(), "'\(Lab.experiment("news-timing"))'")
    let places = try #require(run["results"] as? [[String: Any]]).map(place)
    #expect(
      !places.isEmpty && places.allSatisfy { $0.uri?.hasSuffix("Experiments/news-timing.yaml") == true })
  }

  @Test("a file that cannot be read is reported in every format, and silences no other")
  func unreadable() throws {
    let lab = try lab()
    try lab.write("<plist>\n<dict>", to: "Info.plist")
    let alone = try lab.members("check app.yaml", statuses: [2])
    let both = try lab.members("check app.yaml Info.plist missing.plist", statuses: [65])
    #expect((both["findings"] as? NSArray) == (alone["findings"] as? NSArray))
    let problems = try #require(both["problems"] as? [[String: Any]])
    #expect(problems.map { $0["file"] as? String } == ["Info.plist", "missing.plist"])
    #expect(problems.first?["line"] as? Int == 2 && problems.last?["line"] is NSNull)
    let log = try lab.members("check app.yaml Info.plist", format: "sarif", statuses: [65])
    let invocation = ((log["runs"] as? [[String: Any]])?.first?["invocations"] as? [[String: Any]])?.first
    #expect(invocation?["executionSuccessful"] as? Bool == false && invocation?["exitCode"] as? Int == 65)
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
      record.findings.contains { $0.forbids && $0.arms.contains(arm) }
    }
    #expect(forbidden == arms.indices.filter { !arms[$0].isAllowedByApple }, "\(words)")
    #expect(Set(record.visibilities.map(\.arm)) == Set(arms.indices), "\(words)")
  }
}
