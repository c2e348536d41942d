import FlowRehearsal
import PromptFlow
import Testing

@Suite("A request that the end of its process cuts off, and what falls on one instant")
struct CutOffRequestTests {
  @Test(
    "R26, R31, R145: a request whose alert goes with the process has ended, and comes again as the retry says"
  )
  func alertGoesWithProcess() {
    for (retry, comesAgain) in [(RetryPolicy.never, false), (.nextSession, true), (.eachActivation, true)] {
      var life = Rehearsal.launched(.make(retry: retry))
      #expect(life.isAlertUp)
      life.relaunch()
      #expect(life.isAlertUp == comesAgain, "\(retry)")
    }
  }

  @Test("R27, R31, R39: an answer whose handler the process's end took away is still the person's")
  func answerBeforeProcessEnds() {
    var life = Rehearsal.launched(.make(settingsLink: .afterDenial, version: .iOS17_4))
    life.settleSeconds = 1  // the process ends before the app is active again
    life.answer(.deny)
    life.launch()
    #expect(life.actions.contains(.showSettingsLink))
  }

  @Test("R94, R101: what falls on one instant has the ask before the SDK's start, as in the simulation")
  func askBeforeStart() throws {
    var life = Rehearsal.launched(
      .make(
        consent: FlowSetup.ConsentSetup(order: .beforeATT),
        attribution: FlowSetup.AttributionSetup(waitSeconds: 60, start: .afterConsent)))
    life.send(.consentEnded(isAccepted: true))
    let request = try #require(life.actions.firstIndex(of: .request))
    let start = try #require(life.actions.firstIndex(of: .startAttribution(waitSeconds: 60)))
    #expect(request < start)
  }
}
