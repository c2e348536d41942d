import ExperimentDesign
import ExperimentSamples
import Studies
import Testing

@Suite("Where installs go")
struct FunnelTests {
  private func tally(_ installs: Int64, switchedOff: Int64, reached: Int64) -> Tally {
    var tally = Tally(days: 2)
    tally[.installs] = installs
    tally[.finalDeniedByDevice] = switchedOff
    tally[.triggerReached] = reached
    return tally
  }

  /// Of 100 loyal installs 20 are switched off and 80 reach the moment; of 300 passing ones 150 and 60.
  ///
  /// Devices are drawn apart from lives, so that 0.8·80 + 0.5·60 = 94 of 400 can be asked at the moment.
  @Test("reaching the moment is counted for devices that can be asked, segment by segment")
  func reached() throws {
    let outline = sampleOutline(segments: ["loyal", "passing"])
    let segments = [
      tally(100, switchedOff: 20, reached: 80), tally(300, switchedOff: 150, reached: 60),
    ]
    var builder = FunnelBuilder(outline)
    builder.add(
      TrialResult(
        trial: 0, draws: [], tallies: SegmentGrid([[segments]]),
        wholes: ArmGrid([[Tally(sum: segments, days: 2)]], segments: [2])))
    let arm = try builder.funnel().scenarios[0][0]
    #expect(arm[.installs]?.mean == 1)
    #expect(arm[.askable]?.mean == 230.0 / 400)
    #expect(arm[.triggerReached]?.mean == 94.0 / 400)
    #expect(arm.switchedOff?.mean == 170.0 / 400)
  }

  @Test("the stage of a pre-prompt is there for arms that have one alone")
  func prePrompt() throws {
    var outline = sampleOutline(segments: ["all"])
    var other = outline.arms[0]
    other.name = "with"
    other.prePrompt = "open"
    outline.arms.append(other)
    var whole = tally(100, switchedOff: 0, reached: 50)
    whole[.prePromptContinues] = 30
    whole[.requests] = 40
    whole[.lostBehindAlert] = 10
    var builder = FunnelBuilder(outline)
    builder.add(
      TrialResult(
        trial: 0, draws: [], tallies: SegmentGrid([[[whole], [whole]]]),
        wholes: ArmGrid([[whole, whole]], segments: [1])))
    let arms = try builder.funnel().scenarios[0]
    #expect(arms[0][.prePromptContinued] == nil)
    #expect(arms[1][.prePromptContinued]?.mean == 0.3)
    #expect(arms[1].requests?.mean == 0.4)
    #expect(arms[1].lost.first { $0.cause == .behindAlert }?.perInstall.mean == 0.1)
  }

  private func sampleOutline(segments: [String]) -> RunOutline {
    var outline = StudiesTests.sampleOutline(trials: 1)
    outline.installs = 400
    outline.horizonDays = 2
    let share = 1 / Double(segments.count)
    outline.scenarios[0].segments = segments.map { RunDescription.Segment(name: $0, share: share) }
    outline.arms = [outline.arms[0]]
    outline.parameters = []
    return outline
  }
}
