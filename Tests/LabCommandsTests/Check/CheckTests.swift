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
      "<plist><dict><key>NSPrivacyTracking</key><true/></dict></plist>", to: "PrivacyInfo.xcprivacy")
    return lab
  }

  @Test("findings in text and JSON read as on record, and errors end with 2", arguments: ["text", "json"])
  func findings(format: String) throws {
    let outcome = try lab()("check", "app.yaml", "Info.plist", "PrivacyInfo.xcprivacy", "--format", format)
    #expect(outcome.status == 2 && outcome.errors.isEmpty)
    try expectSnapshot(outcome.output, "check-\(format)")
  }

  @Test("a waiver of one option leaves the finding open in the others")
  func waivedArm() throws {
    let lab = try lab()
    try lab.write(
      Self.app.replacing(
        "third: {ask: {after: article, count: 3},", with: "third: {ask: launch, delay_seconds: 2,"
      )
      .replacing("L14: one second is what the guide asks for", with: "L14: {arm: third, reason: measured}"),
      to: "app.yaml")
    let outcome = try lab("check", "app.yaml")
    #expect(outcome.output.contains(": note: L14 (R142, R65)") && outcome.output.contains(": waived: L14"))
    #expect(outcome.output.contains("waived  measured"))
  }

  @Test("what the file implies is shown for every scenario, beside published figures with source and grade")
  func implied() throws {
    let lab = try lab()
    let scenarios = "\nscenarios: {base: {}, warm: {allow: {rate: 0.5}}}\n"
    try lab.write(
      Self.app.replacing("better for you.\"}", with: "better for you.\", odds_ratio: 1.2}")
        .replacing("allow: {rate: 0.3}", with: "allow: {rate: 0.29}") + scenarios, to: "app.yaml")
    let outcome = try lab("check", "app.yaml")
    let text = outcome.output.split(separator: "\n").joined(separator: " ").split(separator: " ")
      .joined(separator: " ")
    #expect(text.contains("an odds ratio of 1.2 is about +4 pp at 29%."))
    #expect(text.contains("base:") && text.contains("warm:") && text.contains("are back on day 1"))
    #expect(text.contains("27.3% back on day 1: Median app, day 1; 2026; published; https://mwm.ai/"))
    let json = try lab("check", "app.yaml", "--format", "json").output
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let implies = try #require(document["implies"] as? [String: Any])
    #expect(
      (implies["scenarios"] as? [[String: Any]])?.compactMap { $0["scenario"] as? String } == [
        "base", "warm",
      ])
    for figure in try #require(implies["published"] as? [[String: Any]]) {
      #expect((figure["source"] as? String)?.isEmpty == false && figure["grade"] is String)
    }
    #expect(try lab("check", "Info.plist", "--format", "json").output.contains("\"implies\": null"))
  }

  @Test("the list has all 44, each seen somewhere or asked of the team, and reads as on record")
  func list() throws {
    let outcome = try Lab()("check", "--list")
    #expect(outcome.status == 0)
    for number in 1...44 { #expect(outcome.output.contains("L\(number) "), "L\(number)") }
    try expectSnapshot(outcome.output, "check-list")
  }

  @Test("the list says of files that are given what became of each pitfall, and ends as the check does")
  func listOfFiles() throws {
    let lab = try lab()
    let outcome = try lab("check", "app.yaml", "Info.plist", "--list")
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("L3   a placeholder, or a vendor's sample  (error or warning): found\n"))
    #expect(outcome.output.contains("L35  deciding by zeros  (warning): passed\n"))
    #expect(outcome.output.contains("(error): not in these files\n"))
    let json = try lab("check", "app.yaml", "--list", "--format", "json")
    #expect(
      json.output.contains("\"schema\": \"att-lab/check-list/1\"")
        && json.output.contains("\"outcome\": \"unknown\""))
    // The summary names no codes, but where they are.
    let summary = try lab("check", "app.yaml", "Info.plist").output.split(separator: "\n").suffix(2).joined(
      separator: " ")
    #expect(
      summary.contains("need information not in these files (add --list to see them).")
        && !summary.contains("L35"))
  }

  @Test("a specification of XcodeGen is read for its usage string; an experiment may have its name")
  func specification() throws {
    let lab = try lab()
    try lab.write(
      "targets:\n  App:\n    info:\n      properties:\n        NSUserTrackingUsageDescription: TODO\n",
      to: "project.yml")
    #expect(try lab("check", "project.yml").output.hasPrefix("project.yml:5:1: error: L3"))
    try lab.write(
      "targets:\n  B: {type: application, info: {properties: {NSUserTrackingUsageDescription: \"\"}}}\n",
      to: "project.yml")
    #expect(try lab("check", "project.yml").output.hasPrefix("project.yml:2:1: error: L1"))
    try lab.write("targets: [\n", to: "project.yml")
    #expect(try lab("check", "project.yml").status == 65)
    try lab.write(Self.app, to: "project.yml")
    #expect(try lab("check", "project.yml").output.contains("project.yml:7:11: error: L2"))
  }

  @Test("the checklist and the questions read as on record", arguments: ["checklist", "why-no-prompt"])
  func questions(name: String) throws {
    let outcome = try lab()("check", "app.yaml", "Info.plist", "--\(name)")
    #expect(outcome.status == 2 && outcome.errors.isEmpty)
    try expectSnapshot(outcome.output, "check-\(name)")
  }

  @Test("lists of questions end with 2 where an error is seen that is not waived, as the check does")
  func statusOfQuestions() throws {
    let lab = try Lab()
    for name in ["news-timing", "pre-prompt-or-not"] {
      let file = Lab.experiment(name)
      for list in ["--checklist", "--why-no-prompt"] {
        #expect(try lab("check", file, list).status == lab("check", file).status, "\(name) \(list)")
      }
    }
  }

  /// The log of a check, and its only run.
  ///
  /// The whole schema is held by scripts/sarif-check.
  private func sarif(_ lab: Lab, _ files: [String]) throws -> (log: [String: Any], run: [String: Any]) {
    let names = files.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try lab.shell("\"$LAB\" check \(names) --format sarif")
    #expect([0, 2].contains(outcome.status) && outcome.errors.isEmpty)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    return (log, try #require((log["runs"] as? [[String: Any]])?.first))
  }

  @Test("SARIF names its version and schema, and has a rule for every pitfall, with texts and level")
  func sarifRules() throws {
    let (log, run) = try sarif(lab(), ["app.yaml"])
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.hasSuffix("sarif-2.1.0.json") == true)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "att-lab")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == (1...44).map { "L\($0)" } + ["R93"])
    for rule in rules {
      for key in ["shortDescription", "fullDescription", "help"] {
        #expect((rule[key] as? [String: String])?["text"]?.isEmpty == false, "\(key)")
      }
      let level = (rule["defaultConfiguration"] as? [String: String])?["level"] ?? ""
      #expect(["error", "warning", "note"].contains(level))
    }
  }

  @Test("SARIF has a result for every finding, with its rule, level and location, and says what is waived")
  func sarifResults() throws {
    let (_, run) = try sarif(lab(), ["app.yaml", "Info.plist"])
    let results = try #require(run["results"] as? [[String: Any]])
    let waived = results.filter { $0["suppressions"] != nil }
    #expect(waived.map { $0["ruleId"] as? String } == ["L14"])
    for suppression in waived.compactMap({ $0["suppressions"] as? [[String: String]] }).joined() {
      #expect(suppression == ["kind": "external", "justification": "one second is what the guide asks for"])
    }
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(result["ruleId"] as? String == "L\(index + 1)")
      #expect(["error", "warning", "note"].contains(try #require(result["level"] as? String)))
      #expect((result["message"] as? [String: String])?["text"]?.isEmpty == false)
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      let path = try #require(location["physicalLocation"] as? [String: Any])
      let uri = try #require((path["artifactLocation"] as? [String: String])?["uri"])
      #expect(["app.yaml", "Info.plist"].contains(uri))
      let region = try #require(path["region"] as? [String: Int])
      #expect(try #require(region["startLine"]) >= 1 && #require(region["startColumn"]) >= 1)
    }
  }

  @Test("what a preset has is placed at the line that names it, in every format, and says so")
  func presets() throws {
    let file = Lab.experiment("news-timing")
    let outcome = try Lab()("check", file)
    #expect(outcome.output.contains("\(file):27:1: warning: L18") && !outcome.output.contains("preset news"))
    #expect(
      outcome.output.contains(
        "The preset 'news' sets that; to change it, set adjust.attribution.wait_seconds: 100."))
    let (_, run) = try sarif(Lab(), [file])
    let results = try #require(run["results"] as? [[String: Any]])
    let uris = results.compactMap { result -> String? in
      let location = (result["locations"] as? [[String: Any]])?.first
      let path = location?["physicalLocation"] as? [String: Any]
      return (path?["artifactLocation"] as? [String: String])?["uri"]
    }
    #expect(uris.count == results.count && Set(uris).count == 1)
    #expect(uris.allSatisfy { $0.hasSuffix("Experiments/news-timing.yaml") })
  }

  @Test("a preset's value that no other value would cure is named without a key to set")
  func incurablePreset() throws {
    let lab = try Lab()
    let text = try String(contentsOfFile: Lab.experiment("news-timing"), encoding: .utf8)
    try lab.write(text.replacing("delay_seconds: 1\n", with: "delay_seconds: 300\n"), to: "late.yaml")
    let output = try lab("check", "late.yaml").output
    #expect(output.contains("too few for many answers. The preset 'news' sets that."), "\(output)")
    #expect(!output.contains("set adjust.attribution.wait_seconds"))
  }

  @Test("what a population file has, right or wrong, is placed in that file as it is found from here")
  func populationFiles() throws {
    let lab = try Lab()
    let made = try lab.shell("mkdir app")
    #expect(made.status == 0)
    let people = Self.app.components(separatedBy: "usage_strings")[0].split(separator: "\n").dropFirst()
      .map { $0.dropFirst(2) }.joined(separator: "\n")
    let rest = "population: people.yaml\nusage_strings" + Self.app.components(separatedBy: "usage_strings")[1]
    try lab.write(rest, to: "app/app.yaml")
    try lab.write(people, to: "app/people.yaml")
    #expect(try lab("check", "app/app.yaml").output.contains("app/people.yaml:4:29: warning: L12"))
    try lab.write(people + "\nallw: 1\n", to: "app/people.yaml")
    #expect(try lab("check", "app/app.yaml").errors.contains("app/people.yaml:5:1: unknown key 'allw'"))
  }

  @Test("SARIF writes a file's name as a reference, and no line where a file has none")
  func sarifLocations() throws {
    let lab = try Lab()
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["NSUserTrackingUsageDescription": ""], format: .binary, options: 0)
    try list.write(to: lab.folder.appendingPathComponent("Info & Plist ü:1.plist"))
    let (_, run) = try sarif(lab, ["Info & Plist ü:1.plist"])
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    let location = (result["locations"] as? [[String: Any]])?.first
    let path = try #require(location?["physicalLocation"] as? [String: Any])
    #expect(
      path["artifactLocation"] as? [String: String] == ["uri": "Info%20%26%20Plist%20%C3%BC%3A1.plist"])
    #expect(path["region"] == nil)
  }

  @Test(
    "an app file that cannot be read ends with 65 and silences no other; what is no such file ends with 64")
  func unreadable() throws {
    let lab = try lab()
    let alone = try lab("check", "app.yaml").output
    try lab.write("<plist><dict>", to: "Info.plist")
    let broken = try lab("check", "app.yaml", "Info.plist")
    #expect(broken.status == 65 && broken.errors.contains("Info.plist:1:1: expected </dict>"))
    #expect(broken.output == alone)
    try lab.write("arms: [", to: "broken.yaml")
    try lab.write(Self.plist, to: "Good.plist")
    let good = try lab("check", "broken.yaml", "Good.plist")
    #expect(
      good.status == 65 && good.errors.hasPrefix("broken.yaml:")
        && good.output.contains("Good.plist:3:1: error: L3"))
    for list in ["--checklist", "--why-no-prompt", "--list"] {
      let outcome = try lab("check", "app.yaml", "Info.plist", list)
      #expect(outcome.status == 65 && !outcome.output.isEmpty, "\(list)")
    }
    #expect(try lab("check", "broken.yaml", "Good.plist", "--implies").output.isEmpty)
    let only = try lab("check", "Info.plist")
    #expect(only.status == 65 && only.output.isEmpty)
    #expect(try lab("check", "missing.plist").status == 65)
    #expect(try lab("check", "app.kt").status == 64)
    #expect(try lab("check").status == 64)
    #expect(try lab("check", "app.yaml", "app.yaml").status == 64)
  }

  @Test("what cannot be read stands in the JSON and the SARIF too, beside the messages")
  func unreadableInFormats() throws {
    let lab = try lab()
    try lab.write("<plist>\n<dict>", to: "Info.plist")
    let expected = [
      ["file": "Info.plist", "message": "expected </dict>, found the end of the file; it may be cut off"],
      ["file": "missing.plist", "message": "could not be read: there is no such file. Look at the path"],
    ]
    let none = try lab("check", "Info.plist", "missing.plist", "--format", "json")
    let empty = try #require(
      try JSONSerialization.jsonObject(with: Data(none.output.utf8)) as? [String: Any])
    #expect(none.status == 65 && Set(empty.keys) == ["schema", "error", "problems"])
    let json = try lab("check", "app.yaml", "Info.plist", "missing.plist", "--format", "json")
    #expect(json.status == 65 && json.errors.hasPrefix("Info.plist:2:1: expected </dict>"))
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(document["error"] == nil && (document["findings"] as? [Any])?.isEmpty == false)
    let problems = try #require(document["problems"] as? [[String: Any]])
    #expect(
      problems.map { problem in
        ["file", "message"].reduce(into: [:]) { $0[$1] = problem[$1] as? String }
      } == expected)
    #expect(problems.first?["line"] as? Int == 2 && problems.last?["line"] is NSNull)

    let sarif = try lab("check", "app.yaml", "Info.plist", "missing.plist", "--format", "sarif")
    #expect(sarif.status == 65)
    let log = try #require(try JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect((run["results"] as? [Any])?.isEmpty == false)
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false && invocation["exitCode"] as? Int == 65)
    let notifications = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect(
      notifications.map { ($0["message"] as? [String: String])?["text"] } == expected.map { $0["message"] })
    #expect(notifications.allSatisfy { $0["level"] as? String == "error" })
  }

  @Test("a folder, and a file of another kind, are refused with what is expected")
  func expected() throws {
    let lab = try Lab()
    #expect(try lab.shell("mkdir good").status == 0)
    let folder = try lab("check", "good")
    #expect(
      folder.status == 64 && folder.errors.contains("'good' is a folder without a file that can be read"))
    let other = try lab("check", "app.kt")
    #expect(other.errors.contains("'app.kt' cannot be checked; expected an experiment (.yaml or .yml)"))
    #expect(other.errors.contains("Expo's app.json, XcodeGen's project.yml"))
  }

  @Test("what is no file that can be read ends with 65 at once, and says what to do")
  func noFiles() throws {
    let lab = try lab()
    let made = try lab.shell(
      "mkdir dir.plist && mkfifo fifo.plist && ln -s /dev/zero zero.plist && ln -s loop.plist loop.plist"
        + " && head -c 5000000 /dev/zero | tr '\\0' a >big.plist && cp Info.plist ./-x.plist")
    #expect(made.status == 0)
    let expected = [
      ("dir.plist", "dir.plist: could not be read: it is a folder; name the file in it"),
      ("fifo.plist", "fifo.plist: could not be read: it is a pipe or a device; put its text into a file"),
      ("zero.plist", "zero.plist: could not be read: it is a pipe or a device; put its text into a file"),
      ("big.plist", "big.plist: expected at most 4000000 bytes, found more."),
      ("missing.plist", "missing.plist: could not be read: there is no such file. Look at the path"),
    ]
    for (name, message) in expected {
      let outcome = try lab("check", name)
      #expect(outcome.status == 65 && outcome.output.isEmpty && outcome.errors.hasPrefix(message), "\(name)")
    }
    #expect(try lab("check", "loop.plist").status == 65)
    #expect(try lab("check", "--", "-x.plist").status == 2)
    // All that is wrong with any file is reported together.
    let both = try lab("check", "dir.plist", "missing.plist").errors
    #expect(both.contains("dir.plist:") && both.contains("missing.plist:"))
  }

  @Test("a name that is not UTF-8 is reported as such")
  func foreignName() throws {
    let outcome = try lab().shell(
      "name=$(printf 'caf\\351.plist'); cp Info.plist \"$name\"; \"$LAB\" check \"$name\"")
    #expect(outcome.status == 65 && outcome.errors.contains("its name is not UTF-8, rename it"))
  }

  @Test("a slip under 'app' or 'waivers' is located, with what was meant")
  func slips() throws {
    let lab = try Lab()
    try lab.write(
      Self.app.replacing("features_gated", with: "feature_gated").replacing("L14:", with: "L99:"),
      to: "app.yaml")
    let outcome = try lab("check", "app.yaml")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("app.yaml:12:3: unknown key 'feature_gated'"))
    #expect(outcome.errors.contains("Did you mean 'features_gated'?"))
    #expect(outcome.errors.contains("app.yaml:15:3: unknown pitfall 'L99'"))
  }

  @Test(
    "every shipped experiment can be checked, and the reviewer sees the alert of every option but those made to lose it"
  )
  func shipped() throws {
    for name in ["news-timing", "game-first-level", "shop-first-add-to-cart", "usage-string-variants"] {
      let outcome = try Lab()("check", Lab.experiment(name), "--format", "json")
      #expect([0, 2].contains(outcome.status), "\(name): \(outcome.errors)")
      #expect(!outcome.output.contains("not_visible"), "\(name)")
    }
  }
}
