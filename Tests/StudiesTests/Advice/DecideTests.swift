import ExperimentDesign
import Inference
import Testing

@testable import Studies

@Suite("The decision, rule by rule")
struct DecideTests {
  private typealias Option = (name: String, chance: Double, loss: Double)

  /// Options with their chances of being best and their expected losses, best first; a margin of 0.005.
  private func facts(
    _ options: [Option], draws: Int = 1_000, _ change: (inout DecisionFacts) -> Void = { _ in }
  ) -> DecisionFacts {
    var facts = DecisionFacts(
      options: options.map {
        DecisionFacts.Option(
          name: $0.name, chance: MonteCarloNumber(value: $0.chance, mcse: 0.01),
          loss: MonteCarloNumber(value: $0.loss, mcse: 0.0002))
      }, margin: 0.005, draws: draws)
    change(&facts)
    return facts
  }

  private let open: [Option] = [
    ("At launch", 0.66, 0.012), ("After onboarding", 0.24, 0.03), ("Later", 0.1, 0.05),
  ]
  private let clear: [Option] = [("a", 0.99, 0.0001), ("b", 0.01, 0.06)]

  @Test("nothing may be chosen, or one option alone")
  func few() {
    #expect(decide(facts([])).advice == .blocked)
    #expect(decide(facts([("a", 1, 0)])).advice == .choose("a", because: .onlyOption))
  }

  @Test("options that hardly differ in any draw are one: no ranking, unless a goal chooses")
  func same() {
    let group = facts([("a", 1, 0), ("b", 1, 0)]) { $0.groups = [["a", "b"]] }
    #expect(decide(group).advice == .sameToTheModel(["a", "b"]))
    var chosen = group
    chosen.goals = [(.attributedPerInstall, "c"), (.valuePerInstall, "b")]
    #expect(decide(chosen).advice == .choose("b", because: .goal(.valuePerInstall)))
  }

  @Test("too few trials come before any choice")
  func trials() {
    #expect(decide(facts(clear) { $0.trialsNeeded = 5_000 }).advice == .moreTrials(5_000))
    #expect(decide(facts(clear) { $0.trialsNeeded = .max }).advice == .moreTrials(nil))
  }

  @Test("best in 95% of draws and in every alternative model is clear; in all but one model it is not")
  func models() {
    #expect(decide(facts(clear)).advice == .choose("a", because: .clear))
    let doubted = facts([("a", 0.96, 0.007), ("b", 0.04, 0.06)]) { $0.bestElsewhere = ["b"] }
    #expect(decide(doubted).advice == .test("a", against: "b", size: nil, meanwhile: "a"))
    // Where its twin is best instead, it is as good as that.
    let twin = facts(clear + [("c", 0.99, 0.0002)]) {
      $0.groups = [["a", "c"]]
      $0.bestElsewhere = ["c"]
    }
    #expect(decide(twin).advice == .choose("a", because: .clear))
  }

  /// One guessed number made a low chance a high one, and the advice to ship.
  @Test("a guess given as one number buys no certainty: the confidence is conditional, and the test stays")
  func exact() {
    let guess = ExactInput(path: "allow.cold_odds_ratio", value: 0.9)
    let decided = decide(
      facts(clear) {
        $0.conditions = [guess]
        $0.testPays = false
      })
    #expect(decided.advice == .test("a", against: "b", size: nil, meanwhile: "a"))
    #expect(decided.confidence?.level == .high && decided.confidence?.onlyIf == [guess])
  }

  @Test("an expected loss within the margin is little to lose; goals decide then, and then what is simplest")
  func little() {
    let options: [Option] = [("a", 0.6, 0.002), ("b", 0.4, 0.003)]
    #expect(decide(facts(options)).advice == .choose("a", because: .littleToLose))
    let goal = facts(options) { $0.goals = [(.valuePerInstall, "b")] }
    #expect(decide(goal).advice == .choose("b", because: .goal(.valuePerInstall)))
    let built = facts(options) { $0.options[0].parts = 1 }
    #expect(decide(built).advice == .choose("b", because: .simplest))
  }

  @Test("else a test, against what is most often best otherwise; meanwhile what gives up least")
  func test() {
    let size = TestSize(installsPerOption: 2_800, weeks: 1, readOnDay: 37)
    let options: [Option] = [("a", 0.5, 0.012), ("b", 0.1, 0.009), ("c", 0.4, 0.04)]
    let advice = decide(facts(options) { $0.testSize = size }).advice
    #expect(advice == .test("a", against: "c", size: size, meanwhile: "b"))
  }

  /// A test was recommended of which its plan said that no size pays.
  @Test("a test that no size pays for is not proposed")
  func unpaid() {
    #expect(
      decide(facts(open) { $0.testPays = false }).advice
        == .choose("At launch", because: .testWouldNotPay))
  }

  /// The analysis of a test and the answer after it advised the opposite.
  @Test("a finished test of the two is not proposed again")
  func tested() {
    #expect(
      decide(facts(open) { $0.testedByDay = 30 }).advice == .choose("At launch", because: .tested(day: 30)))
  }

  @Test("a chance is no surer than its draws: 50 without an exception are medium, 200 are high")
  func bound() {
    #expect(decide(facts([("a", 1, 0), ("b", 0, 0.06)], draws: 50)).confidence?.level == .medium)
    #expect(decide(facts([("a", 1, 0), ("b", 0, 0.06)], draws: 200)).confidence?.level == .high)
  }

  @Test("what is within two errors of a threshold is close")
  func close() {
    #expect(decide(facts([("a", 0.5, 0.0051), ("b", 0.5, 0.02)])).isClose)
    #expect(decide(facts([("a", 0.94, 0.02), ("b", 0.06, 0.05)])).isClose)
    #expect(!decide(facts(open)).isClose)
  }

  /// Guardrails were judged by means of 0.0998 and 0.106 against a limit of 0.1, which each held in 64% of draws.
  @Test("a guardrail is judged by its chance, not by its mean")
  func guardrails() {
    let states = [0.64, 0.9, 0.1, nil].map { GuardrailReading.State(chance: $0) }
    #expect(states == [.open, .holds, .fails, .open])
  }
}
