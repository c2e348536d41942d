import ExperimentDesign
import ExperimentSamples
import Reviews
import Studies
import Testing

@testable import Inference

@Suite("What an answer says after a finished test")
struct LearntTestTests: AnswerSuite {
  @Test(
    "a test that the numbers have learnt from is not asked for again: what to ship, and how sure that is with it"
  )
  func learnt() throws {
    func answer(_ test: LearntTest, isClear: Bool = false) throws -> String {
      var found = try summary(["a", "b", "c"], trials: 400) {
        [400, (isClear ? 450 : 300) + 7 * Int64($0) / 10, 100]
      }
      var number = makeParameter("allow.rate", isDrawn: true, grade: .measured)
      let source = "calibrate, f.csv, sha256 1, counts 2; test.csv, sha256 3\(test.mark), counts 4"
      number.evidence = Evidence(grade: .measured, source: source)
      found.outline.description.parameters = [number]
      return unwrapped(text(found))
    }
    let early = try answer(LearntTest(options: ["a", "b"], day: 7, ahead: "b", chance: 0.9993))
    // Ahead in the draws from 144 on, and level in one.
    #expect(
      early.contains(
        "Recommendation Ship b unless you test further: it gives up 1.8 pp on average to whichever option turns out best. A "
          + "test of b vs a by day 7 is in these numbers: with it, b is better in 64% of draws."), "\(early)")
    #expect(
      early.contains("--update test.csv --day 30")
        && early.contains("Settle it The plan names")
        && early.contains("--installs-per-week 10000"),
      "\(early)")
    #expect(!early.contains("A/B test") && !early.contains("Plan that test"), "\(early)")
    #expect(early.contains("Ship it b. ") && early.contains("--arm b --out strategy.json"), "\(early)")
    let late = try answer(LearntTest(options: ["a", "b"], day: 30, ahead: "b", chance: 0.6))
    #expect(late.contains("by day 30 is in these numbers: with it, b is better in 64% of draws."), "\(late)")
    #expect(!late.contains("Count later days") && !late.contains("A/B test"), "\(late)")
    let other = try answer(LearntTest(options: ["a", "c"], day: 30, ahead: "a", chance: 0.9))
    #expect(other.contains("A/B test b vs a before you commit"), "\(other)")
    let clear = try answer(LearntTest(options: ["a", "b"], day: 30, ahead: "b", chance: 0.97), isClear: true)
    #expect(
      clear.contains(
        "Recommendation Choose b. A test of b vs a by day 30 is in these numbers: with it, b is better in 100% of draws."
      ),
      "\(clear)")
  }

  @Test("after a test with a clear result, its better option is shipped first where it is the best of all")
  func settledByTest() throws {
    // The third was not in the test, is behind on average, and may be ahead.
    var found = try summary(["a", "b", "c"], trials: 400) { [430, 380, 250 + 7 * Int64($0) / 10] }
    var number = makeParameter("allow.rate", isDrawn: true, grade: .measured)
    let test = LearntTest(options: ["a", "b"], day: 30, ahead: "a", chance: 0.9999)
    number.evidence = Evidence(grade: .measured, source: "test.csv, sha256 3\(test.mark), counts 4")
    found.outline.description.parameters = [number]
    let answer = unwrapped(text(found))
    #expect(
      answer.contains(
        "Recommendation Ship a: with the test of it vs b, it is better than b in 100% of draws. Then A/B test it vs c, which "
          + "was not in that test."), "\(answer)")
    #expect(answer.contains("Ship it a. ") && !answer.contains("meanwhile"), "\(answer)")
  }

  @Test("where a measured input refutes an alternative model, the answer does not warn of it")
  func refuted() throws {
    func answer(_ ends: (Double, Double), _ grade: Evidence.Grade) throws -> String {
      var found = try summary(trials: 400) { [400, 300 + 7 * Int64($0) / 10] }
      found.outline.description.parameters = [
        makeParameter("allow.cold_odds_ratio", isDrawn: true, grade: grade)
      ]
      found.inputQuantiles = [0.05, 0.95].map { level in
        InputQuantile(
          path: "allow.cold_odds_ratio", probability: level, value: level < 0.5 ? ends.0 : ends.1)
      }
      found.scenarios[0].alternatives = [
        AlternativeVerdict(
          model: .freeColdQuestion, outcome: .falls, best: 0, lead: .init(mean: 0.05, mcse: 0.001))
      ]
      return unwrapped(text(found))
    }
    let warning = "a is best if asking at launch costs nothing"
    #expect(try answer((0.3, 1.4), .measured).contains(warning))
    #expect(try answer((0.3, 0.7), .assumed).contains(warning))
    #expect(try !answer((0.3, 0.7), .measured).contains(warning))
  }

  @Test(
    "where the test to run next is of another option, the better one of the finished test is shipped meanwhile"
  )
  func meanwhile() throws {
    func answer(_ second: @escaping (Int) -> Int64) throws -> String {
      // The third option is ahead or behind, so that it is to be tested.
      var found = try summary(["a", "b", "c"], trials: 400) {
        [430, second($0), 320 + 7 * Int64($0) / 10]
      }
      var number = makeParameter("allow.rate", isDrawn: true, grade: .measured)
      let test = LearntTest(options: ["a", "b"], day: 30, ahead: "a", chance: 0.9999)
      number.evidence = Evidence(grade: .measured, source: "test.csv, sha256 3\(test.mark), counts 4")
      found.outline.description.parameters = [number]
      return unwrapped(text(found))
    }
    let settled = try answer { _ in 380 }
    #expect(
      settled.contains(
        "before you commit. Meanwhile ship a: after the test of the two it is better than b in 100% of draws."
      ), "\(settled)")
    #expect(settled.contains("Plan that test") && !settled.contains("Ship it"), "\(settled)")
    #expect(
      settled.contains("Ship meanwhile a. The file tells PromptFlow in the app when and how to ask")
        && settled.contains("--table strategy --arm a --out strategy.json"), "\(settled)")
    // In a tenth of the draws the other one is better.
    let open = try answer { $0 % 10 == 0 ? 440 : 380 }
    #expect(
      open.contains(
        "before you commit. After the test of the two, a is better than b in 90% of draws."),
      "\(open)")
    #expect(!open.contains("Ship meanwhile"), "\(open)")
  }
}
