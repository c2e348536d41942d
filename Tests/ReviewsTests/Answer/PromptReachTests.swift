import ExperimentDesign
import Rendering
import Reviews
import Studies
import Testing

@Suite("Why not everybody is shown the prompt, and for whom another option is better")
struct PromptReachTests: AnswerSuite {
  /// 100 installs: 20 with requests off, 5 restricted, 70 shown; of all devices 80 of 100 reach the moment.
  private func tally(_ authorized: Int64 = 30) -> Tally {
    var tally = makeTally(authorized: authorized, prompted: 58)
    tally[.finalDeniedByDevice] = 20
    tally[.finalRestricted] = 5
    tally[.finalUndetermined] = 75 - authorized
    tally[.triggerReached] = 80
    return tally
  }

  @Test("the installs that are not shown it are split by the reason, in the long answer")
  func reasons() throws {
    var outline = makeOutline(trials: 3)
    outline.arms[1].prePrompt = "screen"
    var builder = RunSummaryBuilder(outline)
    for trial in 0..<3 { builder.add(makeTrial(trial, [tally(), tally()])) }
    let answer = unwrapped(
      AnswerText(
        summary: try builder.summary(), store: "s", warnings: [], style: .plain, isVerbose: true
      ).text)
    // 60 of 75 that can be asked reach the moment; 58 are shown the alert.
    let others =
      "20% have requests switched off in Settings, 5% are restricted by age or device, 15% left before the moment, 2%"
    #expect(answer.contains("a shows the prompt to 58% of installs. The rest: \(others) lost the request."))
    #expect(
      answer.contains(
        "b shows the prompt to 58% of installs. The rest: \(others) declined the pre-prompt or lost the request."
      ))
  }

  /// Two kinds of people, of whom the smaller has these numbers authorized of 100.
  private func segments(_ smaller: [Int64]) throws -> String {
    let kinds = [("few", 0.3), ("many", 0.7)].map { RunDescription.Segment(name: $0, share: $1) }
    let outline = makeOutline(trials: 40, scenarios: [RunDescription.Scenario(name: "base", segments: kinds)])
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<40 {
      let change = Int64(trial % 2)
      let tallies = [[smaller[0], 40 + change], [smaller[1], 20 + change]].map { arm in
        arm.map { makeTally(authorized: $0) }
      }
      let wholes = [30, 25].map { makeTally(authorized: $0 + change) }
      builder.add(
        TrialResult(
          trial: trial, draws: [], tallies: SegmentGrid([tallies]), wholes: ArmGrid([wholes], segments: [2])))
    }
    return unwrapped(text(try builder.summary()))
  }

  @Test("the last line names a segment for which another option is better, and none where there is none")
  func segment() throws {
    #expect(
      try segments([20, 40]).hasSuffix(
        "By segment, b is better for few: att-lab compare 0123456789 --db s --segment few"))
    #expect(try !segments([40, 20]).contains("By segment"))
  }
}
