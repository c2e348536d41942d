import Foundation
import Testing

@Suite("Comparisons of the program")
struct CompareTests {
  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    _ = try lab("simulate", "sample.yaml", "--name", "plain")
    _ = try lab(
      "simulate", "sample.yaml", "--name", "warmer", "--set", "population.allow.cold_odds_ratio=1")
    return lab
  }

  /// Runs are named, so that no id stands in the output.
  @Test("arms, runs, segments and days read as on record")
  func tables() throws {
    let lab = try lab()
    let lines = [
      "compare plain --metric opt_in_per_install --metric pre_prompt_continue_rate",
      "compare plain warmer", "compare plain --segment loyal --metric opt_in_per_install --baseline later",
      "compare plain --by day", "compare plain --by day --metric denied_by_day_1 --format csv",
      "compare plain warmer --format csv",
    ]
    var text = ""
    for line in lines {
      let outcome = try lab.shell("\"$LAB\" \(line)")
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      text += "$ att-lab \(line)\n" + outcome.output + "\n"
    }
    let ids = try lab("runs", "list", "--format", "csv").output.split(separator: "\r\n").dropFirst()
    for (number, id) in ids.enumerated() { text = text.replacing(id.prefix(10), with: "run\(number)") }
    try expectSnapshot(rounded(text).replacing("\r\n", with: "\n"), "compare")
  }

  @Test("tables have the words of metrics, CSV and JSON their keys")
  func words() throws {
    let lab = try lab()
    let table = try lab("compare", "plain").output
    #expect(table.contains("\nopt-in per install  ") && table.contains("\nlost requests per request  "))
    #expect(!table.contains("_per_install") && !table.contains("_per_request"))
    let runs = try lab("compare", "plain", "warmer").output
    #expect(runs.hasPrefix("Inputs that differ\n") && runs.contains("\n\nopt-in per install, run by run\n"))
    #expect(try lab("compare", "plain", "--format", "csv").output.contains("opt_in_per_install"))
    #expect(try lab("compare", "plain", "warmer", "--format", "json").output.contains("opt_in_per_install"))
  }

  @Test(
    "runs without an option or a scenario in common are refused with what to do, and a baseline compares them"
  )
  func nothingShared() throws {
    let lab = try lab()
    let other = sampleExperiment.replacing("launch: {ask", with: "now: {ask")
      .replacing("later: {ask", with: "after: {ask").replacing("closable: {ask", with: "shut: {ask")
    try lab.write(other, to: "other.yaml")
    #expect(try lab("simulate", "other.yaml", "--name", "other", "--seed", "9").status == 0)
    let refused = try lab("compare", "plain", "other")
    #expect(refused.status == 64 && refused.output.isEmpty)
    let words = refused.errors.replacing(/\s+/, with: " ")
    #expect(
      words.contains("Error: No option of the first run is in another, so there is nothing to compare: "))
    #expect(
      words.contains(" has launch, later and closable; ") && words.contains(" has now, after and shut. "))
    #expect(words.contains("as --baseline launch, or see what differs in the inputs: att-lab report "))
    let against = try lab("compare", "plain", "other", "--baseline", "launch")
    #expect(against.status == 0 && against.output.contains("change: other"), "\(against.errors)")
    let page = try lab("report", "plain", "other", "--out", "-", "--no-alternatives").output
    #expect(page.contains("is in another run, so nothing is compared between runs."))
    #expect(!page.contains("run by run"))
    try lab.write(sampleExperiment + "\nscenarios:\n  eager: {allow: {rate: 0.5}}\n", to: "eager.yaml")
    #expect(try lab("simulate", "eager.yaml", "--name", "eager", "--seed", "8").status == 0)
    let apart = try lab("compare", "plain", "eager")
    #expect(apart.status == 64 && apart.errors.contains("No scenario of the first run is in another"))
    #expect(
      apart.errors.contains(" has base; ")
        && apart.errors.contains(" has eager. Give scenarios the same names"))
  }

  @Test("runs that share a seed and not their size are refused, with what would do")
  func sharedSeed() throws {
    let lab = try lab()
    let line = "\"$LAB\" simulate sample.yaml --quiet --trials 8"
    _ = try lab.shell("\(line) --name longer; \(line) --seed 6 --name other")
    let refused = try lab("compare", "plain", "longer")
    #expect(refused.status == 64 && refused.output.isEmpty)
    #expect(refused.errors.contains("share the seed 5 and differ in the number of trials (8, 6)"))
    #expect(refused.errors.contains("with another --seed (store 'att-lab.sqlite')"))
    #expect(try lab("compare", "plain", "other").status == 0)
  }

  @Test("the run before a calibration and the one after it are compared, the inputs first")
  func calibrated() throws {
    let lab = try lab()
    try lab.write(
      "arm,installs,prompted,allowed_by_7\nlaunch,1000,1000,160\nlater,1000,864,233\n", to: "funnel.csv")
    let line =
      "\"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 2000 --no-store --quiet --out ours.yaml"
    #expect(try lab.shell(line).status == 0)
    #expect(try lab("simulate", "ours.yaml", "--name", "ours", "--quiet").status == 0)
    let found = try lab("compare", "plain", "ours")
    #expect(found.status == 0 && found.output.hasPrefix("Inputs that differ\n"), "\(found.errors)")
    let change =
      #/\nallow\.rate +\{beta: \[6[.0]*, 14[.0]*\]\} +0\.[0-9]+ to 0\.[0-9]+ \(90%, joint\)/#
    #expect(found.output.contains(change) && found.output.contains("change: ours"), "\(found.output)")
  }

  @Test("--by day takes metrics by day and no other")
  func byDayMetric() throws {
    let outcome = try lab()("compare", "plain", "--by", "day", "--metric", "value_per_install")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("not value_per_install; '--metric' there is one of opt_in_by_day_1"))
  }

  @Test("names that a run does not have are refused with those it has")
  func names() throws {
    let lab = try lab()
    for (option, known) in [("--baseline", "closable"), ("--scenario", "base"), ("--segment", "passing")] {
      let outcome = try lab("compare", option, "nobody")
      #expect(outcome.status == 64 && outcome.errors.contains("'nobody'") && outcome.errors.contains(known))
    }
  }

  @Test("runs are renamed, annotated and removed, the last only with --yes")
  func keeping() throws {
    let lab = try lab()
    #expect(try lab("runs", "rename", "plain", "cold").status == 0)
    #expect(try lab("runs", "note", "cold", "as it is").status == 0)
    let shown = try lab("runs", "show", "cold").output
    #expect(shown.contains("(cold)") && shown.contains("Note: as it is"))
    #expect(try lab("runs", "show", "cold", "--file").output == sampleExperiment)
    // A terminal shows what is in it, and obeys none of it.
    #expect(try lab("runs", "note", "cold", "\u{1B}[2Jgone\u{202E}").status == 0)
    #expect(try lab("runs", "show", "cold").output.contains("Note: \\u{1B}[2Jgone\\u{202E}\n"))
    #expect(try lab("runs", "note", "cold", "").status == 0)
    #expect(try !lab("runs", "show", "cold").output.contains("Note:"))
    let slip = try lab("compare", "cold", "--segment", "\u{1B}[2J")
    #expect(slip.status == 64 && slip.errors.contains("no segment '\\u{1B}[2J'"))
    #expect(try lab("runs", "remove", "cold").status == 64)
    #expect(try lab("runs", "remove", "cold", "--yes").status == 0)
    #expect(try lab("runs", "show", "cold").status == 64)
  }
}
