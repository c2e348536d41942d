import ExperimentDesign
import Inference
import Rendering
import Studies
import Testing

@testable import Reviews

@Suite("Alternative models in words")
struct AlternativeSentenceTests {
  /// b leads a by 20 points.
  private func text(_ change: (inout ScenarioSummary) -> Void) throws -> String? {
    let outline = makeOutline(trials: 3)
    var scenario = try makeSummary(outline, authorized: [[20, 40], [22, 41], [21, 42]]).scenarios[0]
    change(&scenario)
    // As a terminal shows it, with names between backticks.
    return AlternativeSentence(outline: outline, scenario: scenario).text.map(TerminalText.safe)
  }

  @Test("all are listed by their name, with what each changes and which option is then best")
  func listed() throws {
    let outline = makeOutline(trials: 3)
    var scenario = try makeSummary(outline, authorized: [[20, 40], [22, 41], [21, 42]]).scenarios[0]
    scenario.alternatives = [
      alternative(.freeColdQuestion, .stands, lead: 0.1),
      alternative(.noFraming, .falls, best: 0, lead: 0.05),
      alternative(.selectionOnly, .open, lead: 0),
    ]
    let listed = AlternativeSentence(outline: outline, scenario: scenario).listed
    #expect(listed.map(\.name) == ["free cold question", "no framing", "selection only"])
    let words = listed.map { TerminalText.safe($0.words) }
    #expect(words[0].hasPrefix("asking at launch costs nothing: b is still best by 10.0"))
    #expect(words[1].hasPrefix("neither wording nor a pre-prompt has an effect: a is best by 5.0"))
    #expect(
      words[1].hasSuffix("a change of the answer.") && words[2].hasSuffix("with the trials given to it."))
  }

  private func alternative(
    _ model: AlternativeModel, _ outcome: AlternativeVerdict.Outcome, best: Int = 1, lead: Double
  ) -> AlternativeVerdict {
    AlternativeVerdict(model: model, outcome: outcome, best: best, lead: .init(mean: lead, mcse: 0.001))
  }

  @Test("models that move the lead both ways are counted")
  func counted() throws {
    let found = try text {
      $0.alternatives = [
        alternative(.freeColdQuestion, .stands, lead: 0.1),
        alternative(.costlyColdQuestion, .stands, lead: 0.3),
      ]
    }
    #expect(found == "b stays best or within the margin in 2 of 2 alternative models.")
  }

  @Test(
    "models that all move the lead one way are not counted, and are said to be no test where they raise it")
  func oneSided() throws {
    let raised = try #require(
      try text {
        $0.alternatives = [
          alternative(.freeColdQuestion, .stands, lead: 0.3), alternative(.noFraming, .stands, lead: 0.3),
        ]
      })
    #expect(
      raised == "The alternative models that apply only raise the lead of b, and so are no test of it.")
    let lowered = try #require(
      try text { $0.alternatives = [alternative(.costlyColdQuestion, .stands, lead: 0.1)] })
    #expect(
      lowered
        == "The one alternative model that applies only lowers the lead of b, which stays best or within the margin."
    )
  }

  @Test("the first model that changes the recommendation is named, with how many more do")
  func changed() throws {
    let found = try text {
      $0.alternatives = [
        alternative(.selectionOnly, .stands, lead: 0.2), alternative(.noFraming, .falls, best: 0, lead: 0.05),
        alternative(.costlyColdQuestion, .falls, best: 0, lead: 0.1),
        alternative(.fallingWillingness, .open, lead: 0),
      ]
    }
    #expect(
      found
        == "In 1 of 4 alternative models b stays best or within the margin. a is best by 5.0 ± 0.1 pp "
        + "if neither wording nor a pre-prompt has an effect. 1 more changes it too. Too few trials to say if "
        + "experience makes people less willing.")
  }

  @Test("none, one or several models that change the recommendation, or cannot say, make a sentence each")
  func counts() throws {
    let none = try text { $0.alternatives = [] }
    #expect(none == "No alternative model applies to this experiment.")
    #expect(try text { $0.alternatives = nil } == nil)
    let one = try text { $0.alternatives = [alternative(.noFraming, .falls, best: 0, lead: 0.05)] }
    #expect(
      one
        == "The one alternative model that applies changes the recommendation. a is best by 5.0 ± 0.1 pp if "
        + "neither wording nor a pre-prompt has an effect.")
    let all = try text {
      $0.alternatives = [
        alternative(.noFraming, .falls, best: 0, lead: 0.05),
        alternative(.freeColdQuestion, .falls, best: 0, lead: 0.05),
      ]
    }
    #expect(all?.hasPrefix("In none of 2 alternative models b stays best or within the margin. ") == true)
    let open = try text { $0.alternatives = [alternative(.noFraming, .open, lead: 0)] }
    #expect(
      open
        == "Too few trials to say whether b stays best or within the margin if neither wording nor a pre-prompt "
        + "has an effect.")
    let several = try text {
      $0.alternatives = [
        alternative(.noFraming, .open, lead: 0), alternative(.freeColdQuestion, .open, lead: 0),
      ]
    }
    #expect(
      several
        == "Too few trials to say whether b stays best or within the margin in any of the 2 alternative models."
    )
  }

  @Test("a search of one input alone speaks of no two together")
  func oneInput() throws {
    let input = InputQuantile(path: "allow.rate", probability: 0.05, value: 0.2)
    let found = try text {
      $0.inputSearch = InputSearch(settings: [.init(inputs: [input], outcome: .stands, best: 1, lead: nil)])
    }
    #expect(
      found
        == "No single input was found to change the recommendation at its 5% or 95% quantile (1 setting simulated)."
    )
  }

  @Test("the fewest inputs are named with their quantiles, and an empty search says what it cost")
  func inputs() throws {
    let inputs = [
      InputQuantile(path: "allow.rate", probability: 0.05, value: 0.2134),
      InputQuantile(path: "allow.value", probability: 0.95, value: 0.3),
    ]
    let settings = [
      InputSearch.Setting(inputs: [inputs[0]], outcome: .stands, best: 1, lead: nil),
      InputSearch.Setting(inputs: inputs, outcome: .falls, best: 0, lead: .init(mean: 0.02, mcse: 0.002)),
    ]
    let two = try text { $0.inputSearch = InputSearch(settings: settings) }
    #expect(
      two
        == "Two inputs are enough to change the recommendation (2 settings simulated). With allow.rate at its 5% "
        + "quantile (0.21) and allow.value at its 95% quantile (0.30), a is best by 2.0 ± 0.2 pp.")
    let none = try text {
      $0.inputSearch = InputSearch(settings: [
        settings[0], .init(inputs: inputs, outcome: .stands, best: 1, lead: nil),
      ])
    }
    #expect(
      none
        == "No single input, and no two together, were found to change the recommendation at their 5% or 95% "
        + "quantiles (2 settings simulated).")
  }
}
