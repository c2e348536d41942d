import ExperimentDesign
import ExperimentSamples
import Testing

@testable import Studies

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
    let segments = [
      tally(100, switchedOff: 20, reached: 80), tally(300, switchedOff: 150, reached: 60),
    ]
    #expect(Tally(sum: segments, days: 2).reachedOfAskable(segments) == 94.0 / 400)
  }

  @Test("what became of the requests is counted per install, by what kept them from an answer")
  func requests() throws {
    var outline = sampleOutline(trials: 1)
    outline.description.arms = [outline.arms[0]]
    var whole = tally(100, switchedOff: 0, reached: 50)
    whole[.requests] = 40
    whole[.lostBehindAlert] = 10
    var course = RunCourse(outline)
    course.add(makeTrial(0, [whole]))
    let arm = try course.funnel()[0][0]
    #expect(arm[.requests]?.mean == 0.4)
    #expect(arm[.lostBehindAlert]?.mean == 0.1 && arm[.lostNotActive]?.mean == 0)
  }
}
