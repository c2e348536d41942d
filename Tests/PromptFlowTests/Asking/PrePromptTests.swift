import PromptFlow
import Testing

@Suite("The app's own screen before the alert")
struct PrePromptTests {
  private typealias Button = PrePromptDesign.Button

  @Test("R81: one button that leads to the alert breaks no rule")
  func compliant() {
    let design = PrePromptDesign(
      buttons: [Button("Continue", leadsTo: .alert)], canBeSwipedAway: false)
    #expect(design.violations == [])
  }

  @Test("R81: a screen without a button to the alert, or with two, breaks the rule")
  func notOneButton() {
    let none = PrePromptDesign(buttons: [], canBeSwipedAway: false)
    let two = PrePromptDesign(
      buttons: [Button("Continue", leadsTo: .alert), Button("Next", leadsTo: .alert)],
      canBeSwipedAway: false)
    #expect([none, two].map(\.violations) == [[.notOneButton], [.notOneButton]])
  }

  @Test("R81: the continued pre-prompt always leads to the request")
  func leadsToRequest() {
    var flow = makeFlow()
    #expect(flow.handle(.askDue(.free)) == .showPrePrompt)
    #expect(flow.handle(.prePromptEnded(.continued)) == .request)
  }

  @Test(
    "R82: a button that sounds like the permission is found out",
    arguments: ["Allow", "ALLOW TRACKING", "Enable tracking", "I accept", "Yes, allowing"])
  func permissionTitle(title: String) {
    let design = PrePromptDesign(buttons: [Button(title, leadsTo: .alert)], canBeSwipedAway: false)
    #expect(design.violations == [.titleSoundsLikePermission])
  }

  @Test(
    "R82: Continue and Next, and words that only contain another, pass",
    arguments: ["Continue", "Next", "Shallow"])
  func neutralTitle(title: String) {
    let design = PrePromptDesign(buttons: [Button(title, leadsTo: .alert)], canBeSwipedAway: false)
    #expect(design.violations == [])
  }

  @Test("R83: a dismissible pre-prompt, by button or by swipe, breaks the rule")
  func exits() {
    let swipe = PrePromptDesign(buttons: [Button("Continue", leadsTo: .alert)], canBeSwipedAway: true)
    #expect(swipe.violations == [.offersExit])
    let button = PrePromptDesign(
      buttons: [Button("Continue", leadsTo: .alert), Button("Not now", leadsTo: .exit)],
      canBeSwipedAway: false)
    #expect(button.violations.map(\.tag) == ["R81", "R83"])
  }

  @Test("R83: a choice that the law asks for does not make it dismissible")
  func legalConsent() {
    let design = PrePromptDesign(
      buttons: [Button("Continue", leadsTo: .alert), Button("Choices", leadsTo: .legalConsent)],
      canBeSwipedAway: false)
    #expect(design.violations == [])
  }

  private let policy = PrePromptPolicy(isDismissible: true, cooldownSessions: 2, maximumShows: 2)

  private func makeFlow(_ policy: PrePromptPolicy? = nil) -> AppFlow {
    var flow = AppFlow.make(prePrompt: policy ?? self.policy)
    flow.tell(.sessionStarted, .hookReached(.didBecomeActive))
    return flow
  }

  @Test(
    "R89: where the status is settled the pre-prompt is skipped",
    arguments: [AuthorizationStatus.restricted, .denied, .authorized])
  func skippedWhereSettled(status: AuthorizationStatus) {
    var flow = makeFlow()
    #expect(flow.handle(.askDue(.reading(status))) == .request)
    #expect(flow.prePromptShows == 0)
  }

  @Test("R90: a pre-prompt shown and dismissed has cost nothing: the alert can still be shown")
  func costsNothing() {
    var permission = makePermission()
    var flow = makeFlow()
    let before = permission
    #expect(flow.handle(.askDue(.free)) == .showPrePrompt)
    #expect(flow.handle(.prePromptEnded(.dismissed)) == .none)
    #expect(permission == before)
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R90: dismissed, it comes back after its cooldown and at most as often as it may")
  func cooldownAndLimit() {
    var flow = makeFlow()
    flow.tell(.askDue(.free), .prePromptEnded(.dismissed))
    var shownIn: [Int] = []
    for session in 2...8 {
      flow.tell(.sessionEnded, .sessionStarted, .hookReached(.didBecomeActive))
      if flow.handle(.askDue(.free)) == .showPrePrompt { shownIn.append(session) }
      flow.tell(.prePromptEnded(.dismissed))
    }
    #expect(shownIn == [3])
    #expect(flow.hasFinishedAsking)
  }

  @Test("R90: a session that ends under the pre-prompt counts as a showing not continued")
  func endOfSession() {
    var flow = makeFlow()
    flow.tell(.askDue(.free), .sessionEnded, .sessionStarted)
    #expect(flow.handle(.hookReached(.didBecomeActive)) == .none)
    flow.tell(.sessionEnded, .sessionStarted)
    #expect(flow.transcript(.hookReached(.didBecomeActive), .askDue(.free)) == [.startDelay, .showPrePrompt])
    flow.tell(.sessionEnded)
    #expect(flow.hasFinishedAsking)
  }

  @Test("R92: continued while the alert cannot show, the pre-prompt is not opened again")
  func notReopened() {
    var flow = makeFlow()
    flow.tell(.askDue(.free), .prePromptEnded(.continued), .requestEnded(.notDetermined))
    #expect(flow.handle(.activated) == .startDelay)
    #expect(flow.handle(.askDue(.free)) == .request)
    #expect(flow.prePromptShows == 1)
  }

  @Test("R92: a request that came back with a status is the end of it: nothing loops")
  func doesNotLoop() {
    var flow = makeFlow()
    flow.tell(.askDue(.free), .prePromptEnded(.continued), .requestEnded(.denied))
    #expect(flow.transcript(.activated, .hookReached(.didBecomeActive)) == [.none, .none])
  }

  @Test("R90: a pre-prompt that cannot show waits for an active, uncovered app")
  func waitsToShow() {
    var flow = makeFlow()
    let covered = AppFlow.Situation(
      status: .notDetermined, canShowScreen: false, consentHoldsBack: false)
    #expect(flow.handle(.askDue(covered)) == .none)
    #expect(flow.handle(.screenFree(.free)) == .showPrePrompt)
  }
}
