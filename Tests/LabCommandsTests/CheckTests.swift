import Foundation
import Testing

@Suite("att-lab check")
struct CheckTests {
  private static let app = """
    population:
      sessions: {rate: 1, leave: 0.2}
      allow: {rate: 0.3}
      events: {article: {per_session: 3, seconds: 60}}
      alerts: {push: {at: launch, share: 0.5, offset: 0}}
    usage_strings:
      vague: {text: "We want to make the app better for you."}
    arms:
      launch: {ask: launch, usage_string: vague, delay_seconds: 1, retry: never}
      third: {ask: {after: article, count: 3}, usage_string: vague}
    app:
      features_gated: yes
      gates_on: status
    waivers:
      L14: one second is what the guide asks for
    """
  private static let plist = """
    <plist version="1.0">
    <dict>
      <key>NSUserTrackingUsageDescription</key>
      <string>TODO</string>
    </dict>
    </plist>
    """

  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(Self.app, to: "app.yaml")
    try lab.write(Self.plist, to: "Info.plist")
    try lab.write(
      "<plist><dict><key>NSPrivacyTracking</key><false/></dict></plist>", to: "PrivacyInfo.xcprivacy")
    return lab
  }

  @Test("findings in text and JSON read as on record, and errors end with 2", arguments: ["text", "json"])
  func findings(format: String) throws {
    let outcome = try lab()("check", "app.yaml", "Info.plist", "PrivacyInfo.xcprivacy", "--format", format)
    #expect(outcome.status == 2 && outcome.errors.isEmpty)
    try expectSnapshot(outcome.output, "check-\(format)")
  }

  @Test("the list has all 43, each seen somewhere or asked of the team, and reads as on record")
  func list() throws {
    let outcome = try Lab()("check", "--list")
    #expect(outcome.status == 0)
    for number in 1...43 { #expect(outcome.output.contains("L\(number) "), "L\(number)") }
    try expectSnapshot(outcome.output, "check-list")
  }

  @Test("the checklist and the questions read as on record", arguments: ["checklist", "why-no-prompt"])
  func questions(name: String) throws {
    let outcome = try lab()("check", "app.yaml", "Info.plist", "--\(name)")
    #expect(outcome.status == 2 && outcome.errors.isEmpty)
    try expectSnapshot(outcome.output, "check-\(name)")
  }

  @Test("SARIF has a rule for every pitfall, a result for every finding, and says what is waived")
  func sarif() throws {
    let outcome = try lab()("check", "app.yaml", "Info.plist", "--format", "sarif")
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(
      (driver["rules"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == (1...43).map { "L\($0)" })
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(!results.isEmpty)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(result["ruleId"] as? String == "L\(index + 1)")
      let level = try #require(result["level"] as? String)
      #expect(["error", "warning", "note"].contains(level))
      #expect((result["suppressions"] != nil) == (result["ruleId"] as? String == "L14"))
    }
  }

  @Test("an app file that cannot be read ends with 65, what is no such file with 64")
  func unreadable() throws {
    let lab = try lab()
    try lab.write("<plist><dict>", to: "Info.plist")
    let broken = try lab("check", "app.yaml", "Info.plist")
    #expect(
      broken.status == 65 && broken.output.isEmpty
        && broken.errors.contains("Info.plist:1:1: expected </dict>"))
    #expect(try lab("check", "missing.plist").status == 65)
    #expect(try lab("check", "app.swift").status == 64)
    #expect(try lab("check").status == 64)
    #expect(try lab("check", "app.yaml", "app.yaml").status == 64)
  }

  @Test("a slip under 'app' or 'waivers' is located, with what was meant")
  func slips() throws {
    let lab = try Lab()
    try lab.write(
      Self.app.replacing("features_gated", with: "feature_gated").replacing("L14:", with: "L44:"),
      to: "app.yaml")
    let outcome = try lab("check", "app.yaml")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("app.yaml:12:3: unknown key 'feature_gated'"))
    #expect(outcome.errors.contains("Did you mean 'features_gated'?"))
    #expect(outcome.errors.contains("app.yaml:15:3: unknown pitfall 'L44'"))
  }

  @Test(
    "every shipped experiment can be checked, and the reviewer sees the alert of every arm but those made to lose it"
  )
  func shipped() throws {
    for name in ["news-timing", "game-first-level", "shop-first-add-to-cart", "usage-string-variants"] {
      let outcome = try Lab()("check", Lab.experiment(name), "--format", "json")
      #expect([0, 2].contains(outcome.status), "\(name): \(outcome.errors)")
      #expect(!outcome.output.contains("not_visible"), "\(name)")
    }
  }
}
