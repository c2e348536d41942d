import ExperimentSamples
import Reviews
import Testing

@Suite("Names of options in an answer")
struct OptionNameTests: AnswerSuite {
  @Test("a name of several words stands in quotation marks in a sentence, and without them in a table")
  func namesOfSeveralWords() throws {
    let found = try summary(["At launch", "After \"the\" tour"], trials: 400) { trial in
      [400, 300 + 7 * Int64(trial) / 10]
    }
    let answer = text(found)
    #expect(unwrapped(answer).contains("A/B test 'After \"the\" tour' vs \"At launch\" before you commit."))
    #expect(answer.contains("\n  At launch  ") && answer.contains("vs the best, pp"))
  }
}
