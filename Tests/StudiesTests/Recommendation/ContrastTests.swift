import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Studies

@Suite("Pairs of options that differ in one thing alone")
struct ContrastTests {
  private func contrasts(_ arms: [Arm]) -> [Contrast] {
    Contrast.all(of: makeExperiment([makeSegment()], arms))
  }

  @Test("an option with a pre-prompt is held against the one without, at the same moment")
  func prePrompt() {
    let found = contrasts([
      makeArm("launch", .launch), makeArm("onboarding", .onboarding),
      makeArm("onboarding_screen", .onboarding) { $0.prePrompt = makePrePrompt(PrePromptPolicy()) },
    ])
    #expect(found == [Contrast(subject: .prePrompt, option: 2, reference: 1, assumesNoEffect: true)])
  }

  @Test("where pre-prompts are compared at several moments, these are compared with each of them")
  func moments() {
    let screen = { (arm: inout Arm) in arm.prePrompt = makePrePrompt(PrePromptPolicy(), allowOddsRatio: 1.2) }
    let found = contrasts([
      makeArm("launch", .launch), makeArm("launch_screen", .launch, screen),
      makeArm("onboarding", .onboarding, delay: 2),
      makeArm("onboarding_screen", .onboarding, delay: 2, screen),
      makeArm("session", .session(3)),
    ])
    #expect(
      found == [
        Contrast(subject: .prePrompt, option: 1, reference: 0),
        Contrast(subject: .prePrompt, option: 3, reference: 2),
        Contrast(subject: .moment, option: 2, reference: 0),
        Contrast(subject: .moment, option: 3, reference: 1),
      ])
  }

  @Test("of a sweep over none and a pre-prompt each value is held against the arm without one")
  func swept() {
    let found = contrasts([
      makeArm("ask/pre_prompt=null", .onboarding) {
        $0.swept = [SweptValue(path: "pre_prompt", value: "null")]
      },
      makeArm("ask/pre_prompt=ours", .onboarding) {
        $0.swept = [SweptValue(path: "pre_prompt", value: "ours")]
        $0.prePrompt = makePrePrompt(PrePromptPolicy(), allowOddsRatio: 1.2)
      },
    ])
    #expect(found == [Contrast(subject: .prePrompt, option: 1, reference: 0)])
  }

  @Test("a delay, or another moment, is another thing")
  func others() {
    #expect(
      contrasts([
        makeArm("launch", .launch), makeArm("later", .launch, delay: 2),
        makeArm("screen", .onboarding) { $0.prePrompt = makePrePrompt(PrePromptPolicy()) },
      ]).isEmpty)
  }

  @Test("usage strings are held against the one without an effect")
  func usageStrings() {
    let found = contrasts([
      makeArm("warm", .launch) {
        $0.usageString = UsageString(
          name: "warm", text: "Warm.", numbers(.usageString, [.usageOddsRatio: 1.2]))
      },
      makeArm("plain", .launch),
    ])
    #expect(found == [Contrast(subject: .usageString, option: 0, reference: 1)])
  }
}
