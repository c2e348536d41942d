import ExperimentDesign
import ExperimentSamples
import Inference
import Studies
import Testing

@Suite("The advice of a run")
struct AdviceTests: MadeAnswer {
  @Test("options that are level in every trial are one to the model; another goal may choose")
  func level() throws {
    #expect(
      advice(try summary(["a", "b", "c"]) { trial in [300, 300, 300].map { $0 + Int64(trial) } })
        == .sameToTheModel(["a", "b", "c"]))
    #expect(
      advice(try summary { [(300, 3_000 + Int64($0)), (300, 4_000 + Int64($0))] })
        == .choose("b", because: .goal(.authorizedSessionsPerInstall)))
  }

  @Test("a lead that its error hides takes more trials; one far beyond its error does not")
  func trials() throws {
    let few = advice(try summary(trials: 20) { [300, 300 + ($0.isMultiple(of: 2) ? 30 : -24)] })
    guard case .moreTrials(let needed?) = few else { throw Unexpected(few) }
    #expect(needed > 500)
    #expect(
      advice(try summary(trials: 100) { [100, 500 + ($0.isMultiple(of: 2) ? 30 : -24)] })
        == .choose("b", because: .clear))
  }

  @Test("an SDK that does not wait for the answers of the other option of a test is said")
  func shortWaitOfTheRival() throws {
    var finding = Finding(
      "L18", .warning, at: FileLocation(file: "x.yaml"), "It waits.", why: "It is short.",
      fix: "Wait longer.")
    finding.arms = ["b"]
    var outline = makeOutline(
      arms: ["a", "b"].map { makeArm($0, metrics: [.optInPerInstall, .attributedPerInstall]) }, trials: 400,
      installs: 1_000, parameters: uncertain)
    outline.platform = PlatformDescription(findings: [finding], visibilities: [])
    let summary = try makeSummary(outline) { trial in
      [(500, 240), (trial % 4 == 0 ? 700 : 100, 20)].map { (authorized: Int64, attributed: Int64) in
        var tally = makeTally(authorized: authorized, prompted: 800, installs: 1_000)
        tally[.attributed] = attributed
        return tally.scoredByOutcomes()
      }
    }
    let found = answer(summary)
    #expect(found.decided.advice == .test("a", against: "b", size: nil, meanwhile: "a"))
    #expect(found.cautions.contains(.shortWait(option: "b", best: "a", rule: "L18")))
  }

  @Test("what leads in most draws alone is tested, against what is most often best otherwise")
  func open() throws {
    let found = answer(
      try summary(["a", "b", "c"], trials: 400) { [500, 470, $0 % 4 == 0 ? 700 : 100] })
    #expect(
      found.decided.advice == .test("a", against: "c", size: nil, meanwhile: "a") && found.rival == 2)
    #expect(found.decided.confidence?.level == .low && found.lead?.overTrials.mean ?? 0 > 0.2)
  }

  @Test("two options that hardly differ share a chance, and one is tested against the others")
  func twins() throws {
    // `c` is `b` but for one install of 1,000 in every tenth trial.
    let made = answer(
      try summary(["a", "b", "c"], trials: 400) { trial in
        let both = 300 + 7 * Int64(trial) / 10
        return [400, both, both - (trial.isMultiple(of: 10) ? 1 : 0)]
      })
    #expect(made.decided.advice.option == "b" && made.rival == 0)
    #expect(made.decided.confidence.map { $0.chanceBest.value > 0.6 } ?? false)
  }

  @Test("an option that is seldom best is chosen where little can be lost")
  func little() throws {
    let made = answer(
      try summary(["a", "b", "c"], trials: 400) { [500, 470, $0 % 4 == 0 ? 515 : 100] })
    #expect(made.decided.advice == .choose("a", because: .littleToLose))
  }

  /// The worst earner was recommended without a word.
  @Test("an option that is nearly always last for a goal has a caution, whatever else is said")
  func last() throws {
    let made = answer(
      try summary(trials: 41) { trial in
        [(300, 9_000 + Int64(trial)), (380 + 2 * Int64(trial), 3_000 + Int64(trial))]
      })
    #expect(
      made.choice == 1
        && made.cautions.contains(.last(.authorizedSessionsPerInstall, option: "b", best: "a")))
  }
}
