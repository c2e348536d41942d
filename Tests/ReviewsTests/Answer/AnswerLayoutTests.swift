import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Rendering
import Reviews
import Studies
import Testing

@Suite("The layout of an answer")
struct AnswerLayoutTests: AnswerSuite {
  @Test("the answer of four options takes at most 48 lines of 100 columns")
  func size() throws {
    let names = ["launch", "after_onboarding", "third_article", "third_article_pre_prompt"]
    let found = try summary(names, trials: 400) {
      let trial = Int64($0)
      return [400, 300 + 7 * trial / 10, 200 + trial / 10, 210 + trial / 9]
    }
    let lines = text(found).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 48)
    #expect(lines.filter { $0.count > 100 } == [])
  }

  @Test("goals of options with names of more than 40 characters stay in one table of 100 columns")
  func longNames() throws {
    let names = ["launch", "onboarding", "article"].map {
      "Ask everybody for permission at the moment of \($0)"
    }
    let answer = text(
      try summary(names, trials: 400, metrics: [.optInPerInstall, .sessionsLostPerInstall]) { trial in
        [400, 300 + 7 * Int64(trial) / 10, 100]
      })
    let lines = answer.components(separatedBy: "\nGoals: ")[1].split(separator: "\n")
    #expect(lines.filter { $0.count > 100 } == [])
    #expect(lines.count { $0.hasPrefix("  goal ") } == 1)
    #expect(lines.contains { $0.contains("best option") && $0.contains("recommended option") })
  }

  @Test("the plot is to scale, and drawn in ASCII where the terminal has nothing else")
  func plot() throws {
    let found = try summary(trials: 400) { trial in [400, 300 + 7 * Int64(trial) / 10] }
    #expect(text(found).contains("●"))
    let ascii = AnswerText(
      summary: found, store: "s", warnings: [],
      style: ReviewStyle(width: 100, isColoured: false, isASCII: true)
    ).text
    #expect(!ascii.contains("●") && ascii.contains("*"))
    let narrow = AnswerText(
      summary: found, store: "s", warnings: [], style: ReviewStyle(width: 60, isColoured: false)
    ).text
    // Below the other columns, which leave it no room.
    #expect(narrow.contains("●") && narrow.contains("vs b, pp"))
    #expect(narrow.split(separator: "\n").allSatisfy { !$0.contains("●") || $0.count <= 60 })
  }

  @Test("Markdown has the same headline and table, with what it would take for its own made plain")
  func markdown() throws {
    let found = try summary(["at_launch", "later"], trials: 400) { trial in
      [400, 300 + 7 * Int64(trial) / 10]
    }
    let markdown = AnswerText(
      summary: found, store: "s", warnings: [], style: .plain, file: "x.yaml"
    ).markdown
    #expect(markdown.contains("**Recommendation** A/B test later vs at\\_launch before you commit."))
    #expect(markdown.contains("| at\\_launch |"))
  }
}
