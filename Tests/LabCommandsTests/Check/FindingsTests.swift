import ExperimentDesign
import ExperimentFiles
import Foundation
import ResultStore
import Runs
import Testing

@testable import LabCommands

@Suite("Platform checks, with the arms")
struct FindingsTests {
  /// The sample with a waiver and something that is stated of the app.
  private let waived =
    sampleExperiment + "\nwaivers:\n  L5: consent law asks for a second button\napp:\n  features_gated: yes\n"

  private func lab(_ text: String) throws -> Lab {
    let lab = try Lab()
    try lab.write(text, to: "sample.yaml")
    return lab
  }

  private func document(_ lab: Lab, _ line: String) throws -> [String: Any] {
    let outcome = try lab.shell("\"$LAB\" \(line) --format json")
    #expect(outcome.status == 0, "\(line): \(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  private func arm(_ name: String, of document: [String: Any]) throws -> [String: Any] {
    let base = try #require((document["scenarios"] as? [String: Any])?["base"] as? [String: Any])
    return try #require((base["arms"] as? [String: Any])?[name] as? [String: Any])
  }

  @Test(
    "they stand with the option in the JSON of simulate, compare and runs show, and an accepted one stays one"
  )
  func json() throws {
    let lab = try lab(waived)
    for line in ["simulate sample.yaml", "compare", "runs show"] {
      let document = try document(lab, line)
      let whole = try #require(document["file_findings"] as? [[String: Any]])
      #expect(whole.map { $0["pitfall"] as? String } == ["L10"])
      let closable = try arm("closable", of: document)
      let findings = try #require(closable["findings"] as? [[String: Any]])
      #expect(findings.map { $0["pitfall"] as? String } == ["L5", "L8"])
      #expect(findings.map { $0["forbids"] as? Bool } == [true, false])
      #expect(findings[0]["rule"] as? String == "R83" && findings[0]["line"] as? Int == 17)
      #expect(findings[0]["waived"] as? String == "consent law asks for a second button")
      // A waiver is the team's, and the rule is Apple's.
      #expect(closable["allowed_by_apple"] as? Bool == false)
      let launch = try arm("launch", of: document)
      #expect(launch["findings"] as? [String] == [])
      let visibilities = try #require(launch["reviewer"] as? [[String: Any]])
      #expect(visibilities.map { $0["visibility"] as? String } == ["visible"])
    }
  }

  @Test("the answer tells them once, the worst first")
  func text() throws {
    let lab = try lab(waived)
    let outcome = try lab("simulate", "sample.yaml", "--verbose")
    #expect(outcome.errors.isEmpty)
    let told = outcome.output.components(separatedBy: "Platform checks:\n")
    try #require(told.count == 2)
    let verdicts = told[1].split(separator: "\n").prefix(6).compactMap { line in
      ["not allowed  L5", "error        L8", "error        L10"].first { line.hasPrefix("  \($0)") }
    }
    #expect(verdicts == ["not allowed  L5", "error        L8", "error        L10"])
    let shown = try lab("runs", "show", "--verbose").output
    #expect(shown.contains("Platform checks:\n" + told[1].components(separatedBy: "\n\n")[0]))
    #expect(shown.contains("Will App Review see the prompt? (median times)\n  launch    visible after 1 s\n"))
  }

  @Test("a later look replaces an earlier one, though the run is not computed again")
  func again() throws {
    let lab = try lab(sampleExperiment)
    let first = try document(lab, "simulate sample.yaml")
    try lab.write(waived, to: "sample.yaml")
    let second = try document(lab, "simulate sample.yaml")
    #expect(first["run"] as? String == second["run"] as? String)
    #expect((first["file_findings"] as? [Any])?.count == 0)
    #expect((try document(lab, "runs show")["file_findings"] as? [Any])?.count == 1)
  }

  @Test("a run of which nothing was recorded says so, until its file is simulated again")
  func unrecorded() throws {
    let lab = try lab(sampleExperiment)
    _ = try lab("simulate", "sample.yaml", "--quiet")
    let file = try loadExperiment(
      text: Array(sampleExperiment.utf8), path: "sample.yaml")
    let plan = SimulationPlan(file, overrides: [])
    try {
      let new = try ResultStore(path: lab.path("att-lab.sqlite"), access: .reading)
      let old = try ResultStore(path: lab.path("old.sqlite"))
      let run = try old.begin(plan.inputs).id
      try old.append(new.results(of: run, trials: 0..<6), to: run)
    }()
    let shown = try lab("runs", "show", "--verbose", "--db", "old.sqlite").output
    #expect(shown.contains("not recorded with this run") && shown.contains("closable: not allowed (R83)"))
    let document = try document(lab, "runs show --db old.sqlite")
    #expect(document["file_findings"] is NSNull)
    #expect(try arm("launch", of: document)["reviewer"] is NSNull)
    let table = try lab("export", "--table", "findings", "--db", "old.sqlite").output
    #expect(parsed(table).dropFirst().map { $0[4] } == ["unrecorded", "unrecorded", "unrecorded"])
    #expect(try lab("report", "--db", "old.sqlite", "--no-alternatives").status == 0)
    #expect(try lab.read("report.html").contains("was not recorded with this run"))
    _ = try lab("simulate", "sample.yaml", "--db", "old.sqlite", "--quiet")
    #expect(
      try lab("export", "--table", "findings", "--db", "old.sqlite").output
        == lab("export", "--table", "findings").output)
  }

  @Test("shards carry them into the run they make")
  func shards() throws {
    let lab = try lab(waived)
    for shard in ["1/2", "2/2"] {
      #expect(try lab("simulate", "sample.yaml", "--shard", shard, "--quiet").status == 0)
    }
    let merged = try lab.shell("\"$LAB\" merge all.sqlite att-lab-shard-*.sqlite")
    #expect(merged.status == 0, "\(merged.errors)")
    _ = try lab("simulate", "sample.yaml", "--quiet")
    let table = try lab("export", "--table", "findings").output
    #expect(try lab("export", "--table", "findings", "--db", "all.sqlite").output == table)
    #expect(table.contains("L10"))
  }

  @Test("the report has them with their fix, and what a reviewer would see")
  func report() throws {
    let lab = try lab(waived)
    #expect(try lab("simulate", "sample.yaml", "--report", "r.html").status == 0)
    let html = try lab.read("r.html")
    for words in [
      "Let every showing end in the alert.", "waived: consent law asks for a second button",
      "visible after 1 s",
    ] {
      #expect(html.contains(words), "\(words)")
    }
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
      let file = try loadExperiment(text: Array(text.utf8), path: "sample.yaml")
      expectAgreement(PlatformDescription(file, path: "sample.yaml"), file, "\(usage) \(button)")
    }
    for url in try FileManager.default.contentsOfDirectory(
      at: Lab.experiments, includingPropertiesForKeys: nil)
    where url.pathExtension == "yaml" {
      let file = try loadExperiment(path: url.path)
      expectAgreement(PlatformDescription(file, path: url.path), file, url.lastPathComponent)
    }
  }

  private func expectAgreement(_ record: PlatformDescription, _ file: ExperimentFile, _ words: String) {
    let arms = file.experiment.arms
    let forbidden = arms.indices.filter { arm in
      record.findings.contains { $0.forbids && $0.arms.contains(arm) }
    }
    let broken = arms.indices.filter { arm in
      let told = record.findings.filter { $0.forbids && $0.arms.contains(arm) }.flatMap(\.rules)
      return !arms[arm].findings.allSatisfy { told.contains($0.rule) }
    }
    #expect(forbidden == arms.indices.filter { !arms[$0].isAllowedByApple } && broken == [], "\(words)")
    #expect(Set(record.visibilities.map(\.arm)) == Set(arms.indices), "\(words)")
  }
}
