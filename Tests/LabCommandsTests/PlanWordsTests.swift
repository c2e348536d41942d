import Foundation
import Testing

@Suite("What a plan says first")
struct PlanWordsTests {
  /// A lab with a run of an experiment.
  private func lab(_ text: String = openExperiment, _ settings: String = "") throws -> Lab {
    try Lab.simulating("--trials 100 \(settings)", of: text)
  }

  /// What is printed, on one line.
  private func text(_ lab: Lab, _ arguments: String) throws -> String {
    let outcome = try lab.shell("\"$LAB\" plan \(arguments)")
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.output.replacing(/\s+/, with: " ")
  }

  @Test("it says why it is of these options, and which is the baseline")
  func choice() throws {
    let lab = try lab()
    let usual = try text(lab, "last --simulations 0")
    #expect(
      usual.contains(
        "In the run's answer later is best and launch is next, so the test is of these two. launch is the baseline (the "
          + "answer's table compares with later): a difference above 0 speaks for later. Name others with --arms, the baseline first."
      ), "\(usual)")
    let named = try text(lab, "last --simulations 0 --arms later,launch")
    #expect(named.contains("later is the baseline, as --arms names it first."), "\(named)")
    let slow = "slow: {ask: onboarding, delay_seconds: 400, usage_string: plain}"
    let three = openExperiment.replacing("later: {", with: "\(slow)\n  later: {") + "\nbaseline: slow\n"
    let own = try text(self.lab(three), "last --simulations 0")
    #expect(own.contains("slow is the experiment's baseline. "), "\(own)")
    #expect(own.contains(" are most often within the margin of the best option."), "\(own)")
  }

  @Test("of installs by the month a week is rounded, the choice is for a year, and amounts add up")
  func year() throws {
    let lab = try lab(openExperiment + "\napp: {installs_per_month: 40000}\n")
    let found = try text(lab, "last --simulations 0")
    #expect(found.contains("At about 9,200 installs a week, enrol for"), "\(found)")
    #expect(found.contains(" opt-ins net over the 480,000 installs of a year. "), "\(found)")
    #expect(found.contains("Over the 480,000 installs of a year from the start of the test, it gains "))
    let balance = #/it gains ([0-9,]+) opt-ins among those after it and costs ([0-9,]+)\./#
    let amounts = try #require(found.firstMatch(of: balance)?.output, "\(found)")
    let said = try #require(found.firstMatch(of: /after its costs: ([0-9,]+) opt-ins net/)?.output)
    func number(_ text: Substring) throws -> Int { try #require(Int(text.replacing(",", with: ""))) }
    #expect(try number(said.1) == number(amounts.1) - number(amounts.2))
    let weekly = try text(lab, "last --simulations 0 --installs-per-week 3000")
    #expect(weekly.contains("At 3,000 installs a week, enrol for"), "\(weekly)")
    let tooMany = "A test gets no more than the app has"
    #expect(!weekly.contains(tooMany))
    let more = try text(lab, "last --simulations 0 --installs-per-week 12000")
    #expect(
      more.contains(
        "The plan is for 12,000 installs a week, and the app has about 9,199 (app.installs_per_month). \(tooMany)"
      ),
      "\(more)")
  }

  @Test("the step to run the test names what reads counts, where rows are not needed")
  func countsToo() throws {
    let known = try text(lab(), "last --simulations 0 --planned 4000 --day 7")
    #expect(
      known.contains(
        "Counts of installs and allowed by option do too: att-lab analyze counts.csv --day 7 --baseline "),
      "\(known)")
    let looks = try text(lab(), "last --simulations 0 --planned 4000 --looks 3")
    #expect(!looks.contains("Counts of installs and allowed"), "\(looks)")
  }

  @Test("one pace has one plan, whether the file or the command says it")
  func pace() throws {
    let given = try text(lab(), "last --simulations 0 --installs-per-week 12000")
    let known = try text(
      lab(openExperiment + "\napp: {installs_per_month: 52178}\n"), "last --simulations 0")
    let size = #/with ([0-9,]+) installs per option, ([0-9,]+) in total\. That size gains most/#
    let sizes = try [given, known].map { try #require($0.firstMatch(of: size), "\($0)").output.2 }
    #expect(sizes[0] == sizes[1])
    #expect(given.contains(" opt-ins net over a year of about 630,000 installs. "), "\(given)")
    #expect(given.contains("No other size gains clearly more"), "\(given)")
    #expect(!given.contains("Most is gained with about"), "\(given)")
    let part = #/It brings 12,000 installs: let ([0-9]+)% take part, which is enough\./#
    let few = try #require(given.firstMatch(of: part), "\(given)")
    let total = try #require(Double(sizes[0].replacing(",", with: "")))
    #expect(try abs(#require(Double(few.output.1)) - total / 120) < 1)
  }

  /// The plan commands among the next steps.
  private func plans(_ output: String) -> [String] {
    output.matches(of: /att-lab plan [^\n]*/).map { String($0.output) }
  }

  @Test(
    "a size that is not enough has steps that help, and what they plan is enough",
    arguments: [
      ("--rates 20%,22% --planned 3000 --power 80% --installs-per-week 3000 --day 7", 2),
      ("--rates 20%,18.5% --planned 3000 --power 90%", 2),
      ("--rates 20%,22%,22% --planned 3000 --power 80% --all --lost 10%", 2),
      ("--rates 20%,20% --aim equivalent --margin 1pp --planned 3000 --power 80%", 1),
      ("--rates 20%,22% --planned 3000 --power 80% --clusters 4,4 --icc 0.002", 1),
      ("last --lift 3pp --planned 2000 --power 80% --installs-per-week 500 --simulations 0", 1),
      ("last --planned 2000 --power 80% --looks 3 --simulations 0", 1),
    ])
  func tooSmall(question: String, steps: Int) throws {
    let lab = try lab()
    let refused = try lab.shell("\"$LAB\" plan \(question)")
    #expect(refused.status == 2, "\(refused.errors)")
    let found = plans(refused.output)
    #expect(found.count >= steps, "\(refused.output)")
    for command in found {
      let outcome = try lab.shell("\"$LAB\" \(command.dropFirst("att-lab ".count))")
      #expect(outcome.status == 0, "\(command): \(outcome.output)\(outcome.errors)")
    }
  }

  @Test(
    "a test of releases of one size is as large as gains most too, where it is known what the choice is for")
  func releases() throws {
    let line = "last --arms launch,later --simulations 0 --future 1000000"
    let lab = try lab()
    for split in ["", "--cluster-size 200 --icc 0.01"] {
      let found = try text(lab, "\(line) \(split)")
      #expect(found.contains("That size gains most for the choice after its costs"), "\(found)")
    }
  }

  @Test("a smaller test that gains the choice as much is said beside the size that has the power")
  func smaller() throws {
    let clear = openExperiment.replacing("lognormal: [0.8, 0.3]", with: "lognormal: [0.7, 0.4]")
    let lab = try Lab.simulating("--trials 200 --installs 2000", of: clear)
    let found = try text(lab, "last --arms launch,later --simulations 0")
    #expect(
      found.contains(
        /For the choice alone a smaller test is enough: [0-9,]+ installs per option gain as much/
      ),
      "\(found)")
    #expect(try !text(lab, "last --arms launch,later --simulations 0 --planned 500").contains("gain as much"))
  }

  @Test("a next step finds the run in the store that the plan is of, when it is shown later too")
  func ownStore() throws {
    let lab = try Lab.simulating("--trials 100 --db 'my runs.sqlite'")
    let line = "--db 'my runs.sqlite' --planned 200 --power 80% --arms launch,later --simulations 0"
    let refused = try lab.shell("\"$LAB\" plan last \(line)")
    #expect(refused.status == 2, "\(refused.errors)")
    let shown = try lab.shell("\"$LAB\" show \(refused.savedID()) --db 'my runs.sqlite'").output
    #expect(shown == refused.output)
    let found = plans(shown)
    #expect(!found.isEmpty && found.allSatisfy { $0.contains(" --db 'my runs.sqlite' ") }, "\(shown)")
    for command in found {
      let outcome = try lab.shell("\"$LAB\" \(command.dropFirst("att-lab ".count))")
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
  }

  @Test("where a test of the usual two is in the numbers, the plan is of the two whose test is worth most")
  func worthMost() throws {
    func chosen(_ tested: String) throws -> (from: String, arms: Set<String>, text: String) {
      let source = "test.csv, sha256 ab12, test of \(tested) by day 10, later ahead 0.99, counts 1 2"
      // What closable does is not known, and that later is ahead of launch is.
      let learnt = sampleExperiment.replacing(
        "dismissible: true, allow_odds_ratio: 1}",
        with: "dismissible: false, allow_odds_ratio: {lognormal: [1, 0.6]}}"
      ).replacing(
        "  continue: {rate: 0.6}\n",
        with:
          "  continue: {rate: 0.6}\n  evidence: {allow.rate: {grade: measured, source: \"\(source)\"}}\n"
      ).replacing("cold_odds_ratio: 0.5", with: "cold_odds_ratio: 0.7")
      let lab = try Lab.simulating("--trials 200 --installs 2000", of: learnt)
      let plan = try lab.members("plan last --simulations 0 --day 7")
      let arms = try #require(plan["arms"] as? [[String: Any]]).compactMap { $0["arm"] as? String }
      return (
        try #require(plan["options_from"] as? String), Set(arms),
        try text(lab, "last --simulations 0 --day 7")
      )
    }
    let usual = try chosen("launch vs nobody")
    #expect(usual.from == "best")
    let other = try chosen(usual.arms.sorted().joined(separator: " vs "))
    #expect(other.from == "worth" && other.arms != usual.arms, "\(other.text)")
    #expect(
      other.text.contains("A test of the run's best option and the next is in its numbers already."),
      "\(other.text)")
  }

  @Test("the first step of a size that is not enough has the size that is, with its weeks")
  func enough() throws {
    let found = try Lab().shell(
      "\"$LAB\" plan --rates 20%,22% --planned 3000 --power 80% --installs-per-week 3000"
    ).output.replacing(/\s+/, with: " ")
    #expect(
      found.contains(
        "1. More installs 13,020 in total have a power of 80%. Enrol for 5 weeks in place of 1. att-lab plan "
          + "--rates 20%,22% --power 80% --installs-per-week 3000 2. Larger difference This size has a power of 80% for "
          + "4.3 pp."), "\(found)")
  }

  @Test(
    "the size that pays is the one planned, with its row, and one sentence says what the size by power is for"
  )
  func sizeThatPays() throws {
    let lab = try lab()
    let line = "last --lift 3pp --simulations 0 --future 200000 --installs-per-week 3000"
    let found = try text(lab, line)
    let head =
      #/Answer Test later \(.*?\) vs launch \(.*?\) with ([0-9,]+) installs per option, ([0-9,]+) in total\. That size gains most for the choice after its costs: [0-9,]+ opt-ins net over 200,000 installs\./#
    let size = try #require(found.prefixMatch(of: head)?.output, "\(found)")
    #expect(
      found.contains("If the true difference is 3 pp, a test of \(size.2) installs shows it in ")
        && found.contains(" of tests. To show it in 80% takes 3,472 installs per option, 6,944 in total."),
      "\(found)")
    // Each of the two has its row in both tables.
    for row in ["\(size.1) \(size.2) ", "3,472 6,944 "] {
      #expect(found.contains(" \(row)"), "\(row): \(found)")
    }
    let worth = try #require(found.firstRange(of: "Value by size"))
    #expect(
      found[worth.upperBound...].contains(" \(size.1) ") && found[worth.upperBound...].contains(" 3,472 "))
    #expect(
      found.contains(
        /Next steps 1\. Run the test .* 2\. A larger test only if a difference has to be shown: 6,944 in total/
      ), "\(found)")
    // There is one rule to decide by, and the other is for comparison.
    #expect(
      found.contains("For comparison, deciding by the verdict ships later only where it is shown higher"))
    // Who asks for a power gets its size.
    let power = try text(lab, line + " --power 80%")
    #expect(
      power.contains("with 3,472 installs per option, 6,944 in total. 80% of such tests detect 3 pp"),
      "\(power)")
    #expect(power.contains("For the choice alone a smaller test is enough: about"), "\(power)")
    let id = try #require(
      try lab.shell("\"$LAB\" plan \(line)").errors.firstMatch(of: /att-lab show (\w+)/)?.1)
    #expect(try lab("show", String(id)).output.replacing(/\s+/, with: " ") == found)
  }

  @Test("sizes that gain the same say why")
  func levelling() throws {
    let found = try text(lab(), "last --lift 3pp --simulations 0 --power 99.9%")
    #expect(
      found.contains(
        /From [0-9,]+ installs per option on, rows gain the same: such tests tell which option is better about as often as knowing the difference would, which gains [0-9.]+ pp\./
      ), "\(found)")
  }

  @Test("where no size pays, that is the first thing said")
  func nonePays() throws {
    let found = try text(lab(), "last --lift 3pp --simulations 0 --future 1000 --cost-per-install 100")
    #expect(
      found.hasPrefix(
        "Answer No size of this test gains more than it costs. Without a test, later is the best guess. If you test all "
          + "the same, test later ("), "\(found)")
  }

  @Test("a size that somebody gives stays the one planned")
  func given() throws {
    let found = try text(lab(), "last --planned 4000 --simulations 0 --future 200000")
    #expect(found.contains("with 2,000 installs per option, 4,000 in total."), "\(found)")
  }

  @Test("what was set beside the file is named, and how much was simulated is not, and show says the same")
  func overrides() throws {
    let lab = try lab(openExperiment, "--set population.allow.rate=0.3 --set trials=90 --installs 300")
    let found = try text(lab, "last --simulations 0")
    #expect(
      found.contains("The run is of the file with values set beside it: population.allow.rate=0.3."),
      "\(found)")
    let id = try #require(
      try lab.shell("\"$LAB\" plan last --simulations 0").errors.firstMatch(of: /att-lab show (\w+)/)?.1)
    #expect(try lab("show", String(id)).output.replacing(/\s+/, with: " ") == found)
    #expect(try !text(self.lab(), "last --simulations 0").contains("values set"))
  }

  @Test("of several scenarios the plan names its own, and how to ask for another")
  func scenarios() throws {
    let two = openExperiment + "\nscenarios:\n  base: {}\n  eager: {allow: {rate: 0.5}}\n"
    let lab = try lab(two)
    let first = try text(lab, "last --simulations 0")
    #expect(
      first.hasPrefix("Answer Scenario base. The run has another: add --scenario eager. Test "), "\(first)")
    let second = try text(lab, "last --simulations 0 --scenario eager")
    #expect(
      second.hasPrefix("Answer Scenario eager. The run has another: add --scenario base. "), "\(second)")
    #expect(try !text(self.lab(), "last --simulations 0").contains("Scenario"))
  }

  @Test(
    "a split is echoed as it is given",
    arguments: [("2,1", "2 : 1"), ("1,2", "1 : 2"), ("3,2", "3 : 2"), ("0.75,0.25", "3 : 1")])
  func allocation(given: String, said: String) throws {
    // By name, because data have their options in any order.
    func command(_ options: String...) -> String {
      "--allocation "
        + zip(options, said.split(separator: " : ")).map { "\($0)=\($1)" }.joined(separator: ",")
    }
    let rates = try text(Lab(), "--baseline 20% --lift 2pp --allocation \(given)")
    #expect(
      rates.contains("Installs are split \(said).") && rates.contains(command("a", "b")), "\(rates)")
    let run = try text(lab(), "last --lift 3pp --simulations 0 --allocation \(given)")
    #expect(
      run.contains("Installs are split \(said), launch first.") && run.contains(command("launch", "later")),
      "\(run)")
  }

  @Test("with a ramp the size said first is that of all who take part")
  func ramp() throws {
    let line = "--per-day 1500 --day 7 --ramp 0.1x7,0.5"
    let rates = try text(Lab(), "--baseline 20% --lift 2pp \(line)")
    #expect(
      rates.hasPrefix(
        "Answer Run the test with 19,740 installs in total, as the ramp splits its first days unevenly. Without the ramp "
          + "6,510 installs per option, 13,020 in total, are enough. 80% of such tests detect"), "\(rates)")
    let run = try text(lab(), "last --lift 3pp --simulations 0 \(line)")
    #expect(run.contains("in total, as the ramp splits its first days unevenly. Without the ramp"), "\(run)")
  }

  @Test("what gains are counted in is said")
  func units() throws {
    let found = try text(lab(), "last --lift 3pp --simulations 0 --future 200000 --worth 3")
    #expect(
      found.contains("Gains and costs are in units, and an opt-in counts as 3 (--worth).")
        && found.contains("units net over 200,000 installs") && !found.contains("of --worth"), "\(found)")
    let plain = try text(lab(), "last --lift 3pp --simulations 0 --future 200000")
    #expect(!plain.contains("Gains and costs are in units"))
  }

  @Test("the coverage of one of several intervals says what all of them hold together")
  func coverage() throws {
    let three = openExperiment.replacing(
      "closable: {ask: onboarding, usage_string: plain, pre_prompt: open}",
      with: "slow: {ask: onboarding, delay_seconds: 20, usage_string: plain}")
    let found = try text(lab(three), "last --arms launch,later,slow --lift 3pp --simulations 20")
    #expect(
      found.contains(
        /Its intervals hold the true difference in [0-9.]+% \(±[0-9.]+\) \(coverage\)\. They are as wide as it takes for those of all comparisons to hold together in 95% of tests\./
      ), "\(found)")
    #expect(try text(lab(), "last --lift 3pp --simulations 20").contains("Its 95% intervals hold the true"))
  }
}
