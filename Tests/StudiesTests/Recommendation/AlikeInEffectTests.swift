import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Studies

@Suite("Options of which the same effect is assumed")
struct AlikeInEffectTests {
  private func string(_ name: String, _ effect: Distribution) -> (inout Arm) -> Void {
    {
      $0.usageString = UsageString(
        name: name, text: name, numbers(.usageString, [.usageOddsRatio: uncertain(effect, at: name)]))
    }
  }

  private func alike(_ arms: [Arm]) -> [[Int]] {
    AnswerContext(makeExperiment([makeSegment()], arms)).alikeInEffect
  }

  @Test("usage strings with one odds ratio, or one distribution of it, are alike")
  func usageStrings() {
    let wide = Distribution.lognormal(median: 1.1, sigma: 0.2)
    #expect(
      alike([
        makeArm("plain", .launch), makeArm("free", .launch, string("free", wide)),
        makeArm("help", .launch, string("help", wide)),
      ]) == [[1, 2]])
    #expect(
      alike([
        makeArm("free", .launch, string("free", .constant(1.1))),
        makeArm("help", .launch, string("help", .constant(1.1))),
      ]) == [[0, 1]])
  }

  @Test("another distribution, another moment, or no effect at all is not alike")
  func others() {
    let wide = Distribution.lognormal(median: 1.1, sigma: 0.2)
    #expect(
      alike([
        makeArm("free", .launch, string("free", wide)),
        makeArm("help", .launch, string("help", .lognormal(median: 1.1, sigma: 0.3))),
        makeArm("later", .onboarding, string("later", wide)),
        makeArm("plain", .session(3)),
        makeArm("none", .session(3), string("none", .constant(1))),
      ]).isEmpty)
  }

  @Test("pre-prompts that behave alike and have one effect are alike")
  func screens() {
    func screen(_ name: String, _ effect: Double) -> (inout Arm) -> Void {
      { arm in
        arm.prePrompt = makePrePrompt(PrePromptPolicy(), allowOddsRatio: effect).changed {
          $0.name = name
          $0.body = name
        }
      }
    }
    #expect(
      alike([makeArm("a", .launch, screen("a", 1.2)), makeArm("b", .launch, screen("b", 1.2))]) == [[0, 1]])
    #expect(alike([makeArm("a", .launch, screen("a", 1)), makeArm("b", .launch, screen("b", 1))]).isEmpty)
  }

  @Test("value is counted in the file's currency, or in sessions where one without the identifier is worth 1")
  func unit() {
    func unit(_ currency: String, _ otherwise: Double) -> ValueUnit? {
      let segment = makeSegment {
        $0.value = SessionValue(
          currency: currency, numbers(.worth, [.identified: 1.5, .otherwise: known(otherwise)]))
      }
      return AnswerContext(makeExperiment([segment], [makeArm("a", .launch)])).valueUnit
    }
    #expect(unit("EUR", 0.01) == .currency("EUR"))
    #expect(unit("XXX", 1) == .sessions)
    #expect(unit("XXX", 2) == ValueUnit.none)
    #expect(AnswerContext(makeExperiment([makeSegment()], [makeArm("a", .launch)])).valueUnit == nil)
  }
}
