import ExperimentFiles
import Foundation
import Testing

@testable import LabCommands

@Suite("Answers of the program")
struct AnswerTests {
  private func simulated(_ arguments: String...) throws -> (Lab, Lab.Outcome) {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let line = "\"$LAB\" simulate sample.yaml " + arguments.joined(separator: " ")
    return (lab, try lab.shell(line))
  }

  /// The output with the run's id, which depends on the version, made the same everywhere.
  private func anonymous(_ text: String, _ lab: Lab) throws -> String {
    let list = try lab("runs", "list", "--format", "csv").output.split(separator: "\r\n")
    let id = try #require(list.dropFirst().first).prefix(10)
    return text.replacing(id, with: "0123456789")
      .replacing(/(?m) in (about \d+ (s|min)|under 1 s)$/, with: " in about 1 s")
      .replacing(/\((about \d+ (s|min)|under 1 s)\)/, with: "(about 1 s)")
  }

  @Test("the table reads as on record, and standard error is silent off a terminal")
  func table() throws {
    let (lab, outcome) = try simulated()
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    try expectSnapshot(try anonymous(outcome.output, lab), "answer")
  }

  @Test("commands to copy name a store as a shell reads it")
  func storeOfTwoWords() throws {
    let (lab, outcome) = try simulated("--db", "'my runs.sqlite'")
    #expect(outcome.output.contains(", in my runs.sqlite.\n"))
    #expect(outcome.output.contains(" --db 'my runs.sqlite' --verbose |"))
    let shown = try lab("show", "last", "--db", "my runs.sqlite")
    #expect(shown.output.contains(" --db 'my runs.sqlite' --verbose |"))
  }

  @Test("commands of a stored answer name the file that was simulated, of a preset's people too")
  func fileOfCommands() throws {
    let lab = try Lab()
    #expect(try lab("init", "news", "--out", "our file.yaml").status == 0)
    #expect(
      try lab.shell("\"$LAB\" simulate 'our file.yaml' --trials 60 --installs 100 --quiet").status == 0)
    let report = try lab("report", "last", "--out", "-").output
    for shown in [try lab("show", "last").output, PrintedTexts.words(report)] {
      #expect(shown.contains("att-lab check 'our file.yaml'"), "\(shown)")
      #expect(shown.contains("att-lab simulate 'our file.yaml' ") && !shown.contains(" FILE"), "\(shown)")
    }
  }

  @Test("the CSV reads as on record; --csv writes the same table beside the answer")
  func csv() throws {
    let (lab, outcome) = try simulated("--csv", "review.csv", "--format", "csv")
    #expect(try lab.read("review.csv") == outcome.output)
    let text = rounded(try anonymous(outcome.output, lab)).replacing("\r\n", with: "\n")
    try expectSnapshot(text, "answer-csv")
  }

  @Test("the JSON is JSON, and has the totals of final states over all trials")
  func json() throws {
    let (_, outcome) = try simulated("--format", "json")
    let run = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let base = try #require((run["scenarios"] as? [String: Any])?["base"] as? [String: Any])
    for name in ["launch", "later", "closable"] {
      let arm = try #require((base["arms"] as? [String: Any])?[name] as? [String: Any])
      let states = try #require(arm["final_states"] as? [String: Int])
      #expect(states.values.reduce(0, +) == 6 * 400)
      #expect(arm["allowed_by_apple"] as? Bool == (name != "closable"))
    }
  }

  @Test("the plan reads as on record and leaves no store")
  func dryRun() throws {
    let (lab, outcome) = try simulated("--dry-run", "--threads", "2")
    let text = outcome.output.replacing(/It takes about .*\./, with: "It takes about 1 s.")
    try expectSnapshot(text, "plan")
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
  }

  @Test("a seed that nobody gave is drawn, reported and stored")
  func drawnSeed() throws {
    let lab = try Lab()
    try lab.write(sampleExperiment.replacing("seed: 5\n", with: ""), to: "sample.yaml")
    let outcome = try lab("simulate", "sample.yaml", "--trials", "1", "--format", "csv")
    let told = try #require(outcome.errors.firstMatch(of: /Drew the seed (\d+)/)?.1)
    #expect(outcome.output.contains(",\(told),"))
    #expect(try lab("runs", "list", "--format", "csv").output.contains(",\(told),"))
  }

  @Test("the same run again is shown and not recomputed; --again recomputes")
  func again() throws {
    let (lab, first) = try simulated("--format", "csv")
    let second = try lab("simulate", "sample.yaml", "--format", "csv")
    #expect(second.output == first.output && second.errors.contains("has computed this already"))
    let third = try lab("simulate", "sample.yaml", "--format", "json", "--again", "--quiet")
    #expect(third.status == 0 && third.errors.isEmpty)
    let runs = try lab("runs", "list", "--format", "csv").output.split(separator: "\r\n")
    #expect(runs.count == 3)
  }

  /// What an answer says before its next steps, whose commands name the file where it is at hand.
  private func findings(_ answer: String) -> String {
    // Words alone, since lines are broken differently: the command of more trials has the file and their time only
    // where the run was made.
    answer.components(separatedBy: "\nNext steps\n")[0]
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing(/(First run [0-9,]+).*? --trials [0-9]+/) { "\($0.output.1)" }
  }

  @Test("which inputs change the recommendation is stored, and the same answer is given again")
  func searchedAgain() throws {
    let (lab, first) = try simulated("--trials", "40", "--verbose")
    #expect(first.output.replacing("\n", with: " ").contains("change the recommendation"))
    #expect(findings(try lab("show", "--verbose").output) == findings(first.output))
    let again = try lab("simulate", "sample.yaml", "--trials", "40", "--quiet", "--verbose")
    #expect(findings(again.output) == findings(first.output))
    let json = try lab("simulate", "sample.yaml", "--trials", "40", "--quiet", "--format", "json").output
    #expect(json.contains("\"input_search\": {"))
  }

  @Test("runs show says all that simulate said, or that alternative models are not stored")
  func shownAgain() throws {
    // Experience that persuades is what alternative models take away.
    let value = "population.allow.value=0.3"
    let (lab, first) = try simulated("--set", value)
    #expect(first.output.contains("alternative models"))
    let shown = try lab("runs", "show")
    #expect(findings(shown.output) == findings(first.output) && !shown.output.contains("not stored"))
    // Another ranking has another best arm.
    let all = try lab("runs", "show", "--include-noncompliant").output
    #expect(all.contains("Alternative models are not stored with this run and ranking"))
    let ranked = try lab(
      "simulate", "sample.yaml", "--set", value, "--include-noncompliant", "--quiet"
    ).output
    #expect(findings(try lab("runs", "show", "--include-noncompliant").output) == findings(ranked))
  }

  @Test("guardrails and the volume of the file simulated last stand in the answer, and again in show")
  func guardrails() throws {
    let lab = try Lab()
    let text =
      sampleExperiment + "\nguardrails: {prompted_per_install: 99%}\napp: {installs_per_month: 1000}\n"
    try lab.write(text, to: "sample.yaml")
    let first = try lab("simulate", "sample.yaml", "--quiet").output.replacing(
      "\n                  ", with: " ")
    #expect(first.contains("Guardrail       prompted per install must be at least 99%: later "))
    #expect(first.contains("Recommendation  Choose launch, the only option that is not blocked."))
    #expect(first.contains("Opt-ins of 1,000 installs a month: "))
    // The trials are the same, and the answer follows the file.
    try lab.write(text.replacing("99%", with: "1%"), to: "sample.yaml")
    let wider = try lab("simulate", "sample.yaml")
    #expect(wider.errors.contains("has computed this already") && !wider.output.contains("Guardrail"))
    #expect(findings(try lab("show").output) == findings(wider.output))
    // What is set from outside counts as well.
    let narrow = ["simulate", "sample.yaml", "--set", "guardrails.prompted_per_install=98%", "--quiet"]
    #expect(try lab.run(narrow).output.contains("Guardrail"))
    #expect(try lab("show").output.contains("Guardrail"))
    let json = try lab("show", "--format", "json").output
    #expect(json.contains("\"reason\": \"guardrail\"") && json.contains("\"limit\": 0.98"))
    #expect(try lab("runs", "replay", "last").output.contains("identical"))
  }

  @Test("show says of lost requests, and of what they cost in the end, what simulate said")
  func lostRequests() throws {
    let lab = try Lab()
    func caution(_ answer: String) -> String {
      let lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.drop { !$0.hasPrefix("  Watch out") }.prefix { !$0.isEmpty }.joined(separator: "\n")
    }
    try lab.write(
      """
      population: game
      seed: 1
      adjust:
        alerts: {push: {share: 90%, at: {after: level, count: 3}, offset: 0}}
      usage_strings: {ours: {text: "Shows you ads for games you may like, for example puzzles."}}
      arms:
        third: {ask: {after: level, count: 3}, usage_string: ours}
        second: {ask: {after: level, count: 2}, usage_string: ours}
      """, to: "push.yaml")
    let simulated = caution(
      try lab("simulate", "push.yaml", "--trials", "60", "--installs", "400", "--quiet").output)
    let words = simulated.replacing(/\s+/, with: " ")
    #expect(
      words.contains("% of the requests of third are lost")
        && words.contains(" of opt-in is lost on average."),
      "\(simulated)")
    #expect(caution(try lab("show", "last").output) == simulated)
  }

  @Test(
    "with what an opt-in is worth, the starters' answers have at most 48 lines of 100 columns",
    arguments: BuiltInPopulation.allCases)
  func money(population: BuiltInPopulation) throws {
    let lab = try Lab()
    let app = "app: {installs_per_month: 40000, value_per_opt_in: 1.20, currency: USD}"
    try lab.write(starterExperiment(preset: population) + "\n\(app)\n", to: "mine.yaml")
    let answer = try lab("simulate", "mine.yaml", "--trials", "1000", "--installs", "500", "--quiet").output
    #expect(answer.contains("Opt-ins of 40,000 installs a month: ") && answer.contains(" opt-ins (USD "))
    let lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 49, "the last is empty: \(answer)")
    #expect(lines.filter { $0.count > 100 } == [])
  }

  @Test("what is to be fixed first under one scenario stands before the test of another")
  func fixedFirst() throws {
    let lab = try Lab()
    _ = try lab("init", "news-timing", "--out", "news.yaml")
    let answer = try lab("simulate", "news.yaml", "--trials", "800", "--installs", "300", "--quiet").output
      .replacing(/\s+/, with: " ")
    let fix = try #require(answer.firstRange(of: ". Fix a warning"), "\(answer)")
    let test = try #require(answer.firstRange(of: ". Plan that test"), "\(answer)")
    #expect(
      answer.contains("Fix the SDK's wait first (L18).") && fix.lowerBound < test.lowerBound, "\(answer)")
  }

  @Test("the store is --db, else ATT_LAB_DB, else att-lab.sqlite here")
  func store() throws {
    let (lab, _) = try simulated("--trials", "1")
    #expect(FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
    let named = ["ATT_LAB_DB": lab.path("named.sqlite")]
    _ = try lab("simulate", "sample.yaml", "--trials", "1", environment: named)
    #expect(FileManager.default.fileExists(atPath: lab.path("named.sqlite")))
    let missing = try lab("runs", "show", "nothing", environment: named)
    #expect(missing.errors.contains("named.sqlite"))
    // What an answer says to do next stays in its store.
    let other = try lab("simulate", "sample.yaml", "--trials", "200", "--db", "other.sqlite").output
    let commands = other.replacing(/\s+/, with: " ").matches(of: /att-lab (?:simulate|plan) \S+ .{0,80}/)
    #expect(!commands.isEmpty && commands.allSatisfy { $0.output.contains("--db other.sqlite") }, "\(other)")
  }
}
