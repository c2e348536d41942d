import Foundation
import Testing

@Suite("att-lab plan by an experiment's own model")
struct PlanModelTests {
  /// A lab with a run of it.
  private func lab(trials: Int = 100) throws -> Lab {
    try Lab.simulating("--trials \(trials) --include-noncompliant")
  }

  @Test("the plan of a run reads as on record")
  func text() throws {
    let outcome = try lab().shell(
      "\"$LAB\" plan last --installs-per-week 3000 --lift 3pp --simulations 100 --future 200000")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try expectSnapshot(outcome.output, "plan-run")
  }

  @Test("its size is the one of the answer's test")
  func size() throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let run = try lab.members("simulate sample.yaml --trials 2000 --installs 200")
    let plan = try lab.members("plan last --simulations 0")
    let needed = try #require((plan["answer"] as? [String: Any])?["needed"] as? Double)
    let base = try #require((run["scenarios"] as? [String: Any])?["base"] as? [String: Any])
    let recommendation = try #require(base["recommendation"] as? [String: Any])
    let test = try #require(recommendation["test"] as? [String: Any])
    let perArm = try #require((test["margin"] as? [String: Any])?["installs_per_arm"] as? Double)
    #expect(abs(perArm - needed / 2) < 1e-6 * needed)
    let printed = try lab.shell("\"$LAB\" plan last --simulations 0").output.replacing("\n", with: " ")
    #expect(try lab("show", "last").output.contains("att-lab plan \(try #require(run["run"] as? String))"))
    // The step that plans from the rates alone has the same size to two digits.
    let words = try #require(printed.firstMatch(of: /att-lab plan (--baseline \S+ --lift \S+)/)?.1)
    let formula = try lab.members("plan \(words)")
    let total = try #require((formula["answer"] as? [String: Any])?["planned"] as? Int)
    #expect(abs(Double(total) / needed - 1) < 0.02)
  }

  @Test("of a file it simulates the run, or finds it in the store")
  func file() throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let first = try lab.shell("\"$LAB\" plan sample.yaml --planned 2000 --simulations 20")
    #expect(first.status == 0, "\(first.errors)")
    let again = try lab.shell("\"$LAB\" plan last --planned 2000 --simulations 20")
    #expect(first.output == again.output)
    #expect(try lab("runs", "list", "--format", "csv").output.split(whereSeparator: \.isNewline).count == 2)
  }

  @Test("a plan of a run stays what it is when another file of the same experiment is planned")
  func otherFile() throws {
    let lab = try Lab.simulating("--trials 100")
    let plan = "\"$LAB\" plan last --simulations 0"
    let before = try lab.shell(plan)
    let shown = try lab("show", "last").output
    try lab.write(
      openExperiment.replacing("trials: 6", with: "trials: 100") + "\napp: {installs_per_month: 52000}\n",
      to: "app.yaml")
    let planned = try lab.shell("\"$LAB\" plan app.yaml --simulations 0")
    #expect(planned.status == 0, "\(planned.errors)")
    func isOfAYear(_ text: String) -> Bool { text.replacing(/\s+/, with: " ").contains("installs of a year") }
    #expect(isOfAYear(planned.output), "\(planned.output)")
    #expect(
      planned.errors.replacing("\n", with: " ").contains("by the file's app: {installs_per_month: 52000}."),
      "\(planned.errors)")
    let after = try lab.shell(plan)
    #expect(after.output == before.output && !isOfAYear(after.output))
    #expect(try lab("show", "last").output == shown)
  }

  @Test("a file that changes how many install the app says so, and the plan of its run follows")
  func changedVolume() throws {
    let lab = try lab()
    let id = try #require(lab.members("show last")["run"] as? String)
    try lab.write(openExperiment + "\napp: {installs_per_month: 52000}\n", to: "app.yaml")
    let simulated = try lab("simulate", "app.yaml", "--trials", "100")
    #expect(
      simulated.errors.replacing("\n", with: " ").contains(
        "Run \(id) has app: {installs_per_month: 52000} from now on, as this file says (before: none)."),
      "\(simulated.errors)")
    #expect(!(try lab("simulate", "app.yaml", "--trials", "100").errors.contains("from now on")))
    let plan = try lab.shell("\"$LAB\" plan last --simulations 0").output
    #expect(plan.replacing(/\s+/, with: " ").contains("installs of a year"), "\(plan)")
  }

  @Test("a file is simulated on as many threads as are given, and other plans have no use for them")
  func threads() throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let plan = "\"$LAB\" plan sample.yaml --planned 2000 --simulations 0 --no-store"
    let one = try lab.shell("\(plan) --threads 1")
    #expect(one.status == 0, "\(one.errors)")
    #expect(try one.output == lab.shell("\(plan) --threads 2").output)
    #expect(try lab.shell("\(plan) --threads 0").status == 64)
    let rates = try lab.shell("\"$LAB\" plan --baseline 20% --planned 2000 --threads 2")
    #expect(rates.status == 64 && rates.errors.contains("'--threads' is for the options of an experiment"))
  }

  @Test(
    "the value of a test names its rule, and the step says by which column of the analysis to choose then")
  func rule() throws {
    let lab = try lab()
    func plan(_ rule: String) throws -> String {
      try lab.shell("\"$LAB\" plan last --planned 4000 --simulations 0 --future 100000 \(rule)").output
        .replacing(/\s+/, with: " ")
    }
    let bayes = try plan("")
    #expect(bayes.contains("if you then choose what is best on average (--rule bayes)"))
    #expect(
      bayes.contains(
        "Then choose the option with the highest \"chance best\", even where no difference is shown")
    )
    let shipped = try plan("--rule analyze")
    #expect(shipped.contains("if you then ship what the analysis shows (--rule analyze)"))
    #expect(!shipped.contains("chance best"))
  }

  @Test("the chances of a size add up to 1, and looks share them with an early stop")
  func chances() throws {
    let lab = try lab()
    for arguments in ["plan last --planned 3000", "plan last --planned 3000 --looks 3"] {
      let curve = try #require(try lab.members("\(arguments) --simulations 0")["curve"] as? [[String: Any]])
      for row in curve {
        let parts = ["p_better", "p_worse", "p_equivalent", "p_unknown"].compactMap { row[$0] as? Double }
        #expect(parts.count == 4 && abs(parts.reduce(0, +) - 1) < 1e-9)
        #expect(try #require(row["assurance"] as? Double) <= parts[0] + parts[1] + 1e-12)
      }
    }
  }

  @Test("the looks of a plan add up to the tests that show one option higher")
  func looks() throws {
    let plan = try lab().members("plan last --planned 3000 --looks 3 --per-day 100 --day 7")
    let looks = try #require(plan["looks"] as? [[String: Any]])
    // 30 days of enrolment, 5 whole weeks of it, and 7 days until the installs of a look are old enough.
    #expect(looks.compactMap { $0["day"] as? Int } == [17, 27, 42])
    let stops = looks.compactMap { $0["stop"] as? Double }.reduce(0, +)
    let row = try #require((plan["curve"] as? [[String: Any]])?.first { $0["planned"] as? Int == 3_000 })
    let shown = try #require(row["p_better"] as? Double) + #require(row["p_worse"] as? Double)
    #expect(abs(stops - shown) < 1e-9)
    let rehearsal = try #require((plan["rehearsal"] as? [String: Any])?["as_planned"] as? [String: Any])
    let simulated = try #require(rehearsal["stops"] as? [[String: Any]])
    #expect(simulated.count == 3 && rehearsal["installs_used"] as? Double ?? 2 < 1)
  }

  @Test(
    "the test of a run is planned as a test of rates is",
    arguments: [
      ("--allocation 2,1", "installs for launch and", "--allocation launch=2,later=1"),
      ("--peek --per-day 500", "(looked at", "--peek"),
      ("--lost 20%", "Of the installs, 80% count", "analyze rows.csv"),
      ("--margin 1pp", "differ by less than 1 pp", "--margin 1pp"),
      (
        "--clusters 6,6 --icc 0.0001", "Releases or languages are split (6, 6 per option)", "analyze rows.csv"
      ),
      ("--cluster-size 200 --icc 0.01", "2.99 times the installs", "analyze rows.csv"),
      ("--ramp 10%x7,30% --per-day 200", "get 10% for 7 days, then 30%", "--allocation"),
      (
        "--looks 2026-12-01,2026-12-09 --start 2026-11-16 --day 7 --per-day 200", "2026-12-09",
        "--looks 2026-12-01,2026-12-09"
      ),
    ])
  func designs(arguments: String, words: String, command: String) throws {
    let outcome = try lab().shell("\"$LAB\" plan last --lift 3pp --simulations 20 \(arguments)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = outcome.output.replacing(/\s+/, with: " ")
    #expect(text.contains(words), "\(outcome.output)")
    #expect(text.contains(command), "\(outcome.output)")
  }

  @Test("with too few releases a size has the chances that it has, and none is found that is enough")
  func tooFewReleases() throws {
    let lab = try lab(trials: 20)
    let line = "\"$LAB\" plan last --lift 1pp --simulations 20 --clusters 3,3 --icc 0.01"
    let none = try lab.shell(line)
    #expect(none.status == 64 && none.errors.contains("Use more releases or languages"), "\(none.errors)")
    let given = try lab.shell("\(line) --planned 9000")
    let text = given.output.replacing(/\s+/, with: " ")
    #expect(given.status == 0 && text.contains("No number of installs has the power"), "\(given.errors)")
    #expect(text.contains("no p-value is below 10.0%"))
    let asked = try lab.shell("\(line) --planned 9000 --power 80%")
    #expect(asked.status == 2 && asked.errors.contains("and no number is enough"), "\(asked.errors)")
  }

  @Test("a test that costs more than it can gain has no best size; a free one has")
  func worth() throws {
    let lab = try lab()
    let free = try lab.members("plan last --simulations 0 --future 1000000")
    let dear = try lab.members("plan last --simulations 0 --future 1000 --cost-per-install 100")
    let best = try #require((free["worth"] as? [String: Any])?["best_size"] as? [String: Any])
    #expect(try #require(best["net_benefit"] as? Double) > 0)
    #expect((dear["worth"] as? [String: Any])?["best_size"] is NSNull)
    func cost(_ options: String) throws -> Double {
      let plan = try lab.members(
        "plan last --simulations 0 --future 1000000 --planned 4000 --per-day 100 --day 7 \(options)")
      let sizes = try #require((plan["worth"] as? [String: Any])?["sizes"] as? [[String: Any]])
      return try #require(sizes.first { $0["planned"] as? Int == 4_000 }?["cost"] as? Double)
    }
    // 40 days of enrolment, and 7 until the last install is read.
    #expect(abs(try cost("--cost 10 --cost-per-day 2") - (try cost("")) - 104) < 1e-6)
  }

  @Test("the sizes are CSV too")
  func csv() throws {
    let output = try lab().shell(
      "\"$LAB\" plan last --planned 3000 --per-day 100 --simulations 0 --format csv"
    ).output
    let lines = output.split(whereSeparator: \.isNewline)
    #expect(lines[0].hasPrefix("installs_per_arm,planned,days,p_better,p_better_mcse,"))
    #expect(lines.contains { $0.hasPrefix("1500,3000,30,") })
  }

  @Test(
    "what does not fit a run is refused with what to do",
    arguments: [
      ("--rates 20%,22%", "'--rates' is for a plan from rates alone"),
      ("--denominator prompted", "prompt different people, so the rates of an experiment are per install"),
      ("--reach 60%", "'--reach' is for a plan from rates alone"),
      ("--all", "'--all' is for three options or more, found 2 (launch, later)"),
      ("--all --looks 3", "'--all' goes with a difference or '--aim non-inferior', at a single look"),
      ("--clusters 4,4,4 --icc 0.01", "'--clusters' has 3 counts for 2 options"),
      ("--allocation 1,1,1", "'--allocation' has 3 shares for 2 options (launch, later)"),
      ("--peek --clusters 4,4 --icc 0.01", "'--clusters' is for a test that is read once"),
      ("--peek --looks 3", "Use one of them"), ("--clusters 4,4", "needs '--icc'"),
      ("--looks 2026-12-01", "Dates of looks need '--start'"),
      ("--aim equivalent", "'--aim equivalent' needs '--margin'"),
      ("--aim non-inferior --margin 1pp --sides one", "has its own. Leave it out"),
      ("--aim non-inferior --margin 1pp --lift -2pp", "is worse by the margin of 1 pp or more"),
      ("--aim equivalent --margin 1pp --lift 1pp", "lies beyond the margin of 1 pp"),
      ("--aim equivalent --margin 1pp --rule analyze", "Leave one of them out"),
      ("--aim non-inferior --margin 1pp --clusters 4,4 --icc 0.01", "goes with '--aim difference'"),
      ("--aim non-inferior --margin 1pp --looks 2", "goes with '--aim difference' and two sides"),
      ("--test fisher", "the verdict of analyze is by the score test"),
      ("--seed 3", "'--seed' is for a file that is simulated, and 'last' is a stored run"),
      ("--arms launch,noon", "'noon' is no option that may be chosen; expected some of launch, later"),
      ("--arms launch", "needs from two to 6 options"),
      ("--arms launch,launch", "needs from two to 6 options"), ("--scenario best", "expected one of base"),
      ("--day 30", "the trials have no answers by that day. Use --day 1, or --day 7"),
      ("--planned 3", "expected at least 4"), ("--planned 1", "1 install in total does not make a test"),
      ("--simulations 1e6", "'--simulations' must be from 0 to 100,000, not 1,000,000."),
      ("--lift 0", "expected one above 0"),
      ("--lift 99pp", "The difference to detect is 99 pp"),
      ("--lift=-60pp", "The difference to detect is -60 pp"),
      ("--aim non-inferior --margin 60pp", "cannot fall by the margin of 60 pp, so no test is needed"),
      (
        "--planned 40000 --cluster-size 1 --icc 0.001 --simulations 200",
        "200 tests of 40000 releases or languages would take hours. Simulate fewer tests, as in '--simulations "
      ),
      ("--future 0", "'--future' must be from 1"), ("--simulations -1", "'--simulations' must be from 0"),
      ("--worth -1", "'--worth' must be from 0"), ("--cost -1", "'--cost' must be from 0"),
      ("--cost-per-day 5", "'--cost-per-day' needs the installs that take part"),
    ])
  func refused(arguments: String, words: String) throws {
    let outcome = try lab(trials: 6).shell("\"$LAB\" plan last \(arguments)")
    #expect(
      outcome.status == 64 && outcome.errors.replacing("\n", with: " ").contains(words), "\(outcome.errors)")
  }

  /// The sample with a third option that may be chosen.
  private static let three = openExperiment.replacing(
    "closable: {ask: onboarding, usage_string: plain, pre_prompt: open}",
    with: "slow: {ask: onboarding, delay_seconds: 20, usage_string: plain}")

  private func labOfThree() throws -> Lab {
    let lab = try Lab()
    try lab.write(Self.three, to: "three.yaml")
    let outcome = try lab("simulate", "three.yaml", "--trials", "100", "--quiet")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return lab
  }

  @Test("the plan of three options reads as on record")
  func threeOptions() throws {
    let outcome = try labOfThree().shell(
      "\"$LAB\" plan last --arms launch,later,slow --installs-per-week 3000 --lift 3pp --simulations 100 --future 200000"
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    try expectSnapshot(outcome.output, "plan-three")
  }

  @Test(
    "three options are looked at, split by release, and planned to show all of it",
    arguments: [
      ("--looks 3 --per-day 200 --day 7", "Looks are read at that level, whatever the correction", "--looks"),
      ("--peek --per-day 200", "decides on later in", "--peek"),
      (
        "--clusters 6,6,6 --icc 0.0001", "Releases or languages are split (6, 6, 6 per option)",
        "analyze rows.csv"
      ),
      ("--all", "show a difference in all 2 comparisons", "analyze rows.csv"),
      ("--all --aim non-inferior --margin 3pp", "or more in all 2 comparisons", "--non-inferior 3pp"),
    ])
  func threeDesigns(arguments: String, words: String, command: String) throws {
    let lab = try labOfThree()
    let line =
      "\"$LAB\" plan last --arms launch,later,slow --lift 3pp --simulations 20 --future 100000 \(arguments)"
    let outcome = try lab.shell(line)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = outcome.output.replacing(/\s+/, with: " ")
    #expect(text.contains(words) && text.contains(command), "\(outcome.output)")
    let id = try #require(outcome.errors.firstMatch(of: /att-lab show (\w+)/)?.1, "\(outcome.errors)")
    #expect(try lab("show", String(id)).output == outcome.output)
  }

  @Test("what the analysis ships after looks at several options is not counted, and the plan says why")
  func threeShipped() throws {
    let outcome = try labOfThree().shell(
      "\"$LAB\" plan last --arms launch,later,slow --rule analyze --looks 3 --simulations 0")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.replacing("\n", with: " ").contains("Leave out '--looks', or '--rule analyze'"),
      "\(outcome.errors)")
  }

  @Test("the sizes of several options have a row for each comparison, and the worth names every pair")
  func threeInJSON() throws {
    let plan = try labOfThree().members(
      "plan last --arms launch,later,slow --planned 3000 --simulations 20 --future 100000")
    let curve = try #require(plan["curve"] as? [[String: Any]])
    let planned = curve.filter { $0["planned"] as? Int == 3_000 }
    #expect(planned.compactMap { $0["arm"] as? String } == ["later", "slow"])
    for row in planned {
      let parts = ["p_better", "p_worse", "p_equivalent", "p_unknown"].compactMap { row[$0] as? Double }
      #expect(parts.count == 4 && abs(parts.reduce(0, +) - 1) < 1e-9)
      #expect(row["installs_of_arm"] as? Int == 1_000 && row["p_ship_best"] is Double)
    }
    let worth = try #require(plan["worth"] as? [String: Any])
    #expect((worth["pairs"] as? [Any])?.count == 3 && (worth["own"] as? [String: Any])?["evsi"] is Double)
    let rehearsal = try #require((plan["rehearsal"] as? [String: Any])?["as_planned"] as? [String: Any])
    #expect((rehearsal["comparisons"] as? [Any])?.count == 2)
    let analyze = try #require(plan["analyze"] as? [String])
    #expect(analyze.contains("launch") && !analyze.contains("--correction"))
  }

  @Test(
    "another aim has its words and its command",
    arguments: [
      ("--sides one --lift 3pp", "one-sided", "--require 'later.opt_in_per_install >"),
      ("--aim non-inferior --margin 3pp", "is not worse by 3 pp or more", "--non-inferior 3pp"),
      ("--aim equivalent --margin 3pp", "Two one-sided tests", "--margin 3pp"),
      ("--rule analyze", "ship what the analysis shows", "analyze rows.csv"),
    ])
  func aims(arguments: String, words: String, command: String) throws {
    let outcome = try lab().shell("\"$LAB\" plan last --simulations 20 \(arguments)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = outcome.output.replacing(/\s+/, with: " ")
    #expect(text.contains(words) && text.contains(command), "\(outcome.output)")
  }

  @Test("a drawn seed is printed, kept with the plan, and gives the same plan again")
  func seed() throws {
    let lab = try Lab()
    try lab.write(openExperiment.replacing("seed: 5\n", with: ""), to: "sample.yaml")
    let line = "\"$LAB\" plan sample.yaml --planned 2000 --simulations 0"
    let first = try lab.shell(line)
    #expect(first.status == 0, "\(first.errors)")
    let seed = try #require(first.errors.firstMatch(of: /Drew the seed (\d+); --seed (\d+) repeats/)?.1)
    let again = try lab.shell("\(line) --seed \(seed)")
    #expect(again.output == first.output && !again.errors.contains("Drew the seed"))
    let list = try lab("runs", "list", "--format", "csv").output.split(whereSeparator: \.isNewline)
    #expect(list.count == 2)
    let id = try #require(first.errors.firstMatch(of: /Saved as ([0-9a-f]{10})\./)?.1)
    #expect(again.errors.contains("Saved as \(id)."))
    #expect(try lab("report", String(id), "--out", "-").output.contains("--seed \(seed)"))
  }

  @Test("a size without the power asked for ends with 2")
  func tooSmall() throws {
    let lab = try lab(trials: 20)
    let missed = try lab.shell("\"$LAB\" plan last --planned 400 --power 80% --simulations 0")
    #expect(missed.status == 2 && missed.errors.contains("Not enough: 400 installs in total are planned"))
    #expect(try lab.shell("\"$LAB\" plan last --planned 400 --simulations 0").status == 0)
  }

  @Test("options of an experiment need one")
  func noExperiment() throws {
    let outcome = try Lab().shell("\"$LAB\" plan --rates 20%,22% --arms launch,later")
    #expect(outcome.status == 64 && outcome.errors.contains("'att-lab plan last'"))
  }
}
