import Foundation
import Testing

@Suite("att-lab plan by an experiment's own model")
struct PlanModelTests {
  /// The sample, with a cold question of a cost that is not known: either option may be best.
  private static let open = sampleExperiment.replacing(
    "cold_odds_ratio: 0.5", with: "cold_odds_ratio: {lognormal: [0.8, 0.3]}")

  /// A lab with that simulated.
  private func lab(trials: Int = 100) throws -> Lab {
    let lab = try Lab()
    try lab.write(Self.open, to: "sample.yaml")
    let outcome = try lab(
      "simulate", "sample.yaml", "--trials", "\(trials)", "--include-noncompliant", "--quiet")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return lab
  }

  private func members(_ lab: Lab, _ arguments: String) throws -> [String: Any] {
    let outcome = try lab.shell("\"$LAB\" \(arguments) --format json")
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
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
    let run = try members(lab, "simulate sample.yaml --trials 2000 --installs 200")
    let plan = try members(lab, "plan last --simulations 0")
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
    let formula = try members(lab, "plan \(words)")
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

  @Test("the chances of a size add up to 1, and looks share them with an early stop")
  func chances() throws {
    let lab = try lab()
    for arguments in ["plan last --planned 3000", "plan last --planned 3000 --looks 3"] {
      let curve = try #require(try members(lab, "\(arguments) --simulations 0")["curve"] as? [[String: Any]])
      for row in curve {
        let parts = ["p_better", "p_worse", "p_equivalent", "p_unknown"].compactMap { row[$0] as? Double }
        #expect(parts.count == 4 && abs(parts.reduce(0, +) - 1) < 1e-9)
        #expect(try #require(row["assurance"] as? Double) <= parts[0] + parts[1] + 1e-12)
      }
    }
  }

  @Test("the looks of a plan add up to the tests that show one option higher")
  func looks() throws {
    let plan = try members(lab(), "plan last --planned 3000 --looks 3 --per-day 100 --day 7")
    let looks = try #require(plan["looks"] as? [[String: Any]])
    // 30 days of enrolment, 5 whole weeks of it, and 7 days until the installs of a look are old enough.
    #expect(looks.compactMap { $0["day"] as? Int } == [17, 27, 42])
    let stops = looks.compactMap { $0["stop"] as? Double }.reduce(0, +)
    let row = try #require((plan["curve"] as? [[String: Any]])?.first { $0["planned"] as? Int == 3_000 })
    let shown = try #require(row["p_better"] as? Double) + #require(row["p_worse"] as? Double)
    #expect(abs(stops - shown) < 1e-9 && plan["rehearsal"] is NSNull)
  }

  @Test("a test that costs more than it can gain has no best size; a free one has")
  func worth() throws {
    let lab = try lab()
    let free = try members(lab, "plan last --simulations 0 --future 1000000")
    let dear = try members(lab, "plan last --simulations 0 --future 1000 --cost-per-install 100")
    let best = try #require((free["worth"] as? [String: Any])?["best_size"] as? [String: Any])
    #expect(try #require(best["net_benefit"] as? Double) > 0)
    #expect((dear["worth"] as? [String: Any])?["best_size"] is NSNull)
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
      ("--lost 10%", "'--lost' is for a plan from rates alone"),
      ("--aim equivalent", "'--aim' is for a plan from rates alone"),
      ("--arms launch,noon", "'noon' is no option that may be chosen; expected two of launch, later"),
      ("--arms launch", "needs two options"), ("--scenario best", "expected one of base"),
      ("--day 30", "the trials have no answers by that day. Use --day 1, or --day 7"),
      ("--planned 3", "expected at least 4"), ("--lift 0", "expected one above 0"),
      ("--future 0", "'--future' must be from 1"), ("--simulations -1", "'--simulations' must be from 0"),
      ("--worth -1", "'--worth' must be from 0"),
    ])
  func refused(arguments: String, words: String) throws {
    let outcome = try lab(trials: 6).shell("\"$LAB\" plan last \(arguments)")
    #expect(
      outcome.status == 64 && outcome.errors.replacing("\n", with: " ").contains(words), "\(outcome.errors)")
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
