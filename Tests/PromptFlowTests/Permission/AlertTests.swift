import PromptFlow
import Testing

@Suite("The alert, from appearing to its end")
struct AlertTests {
  @Test("R26: an alert that goes away without a decision records nothing and may come again")
  func dismissed() {
    var permission = makePermission()
    let actions = permission.transcript(.requested, .endedUndecided, .activated)
    #expect(actions == [.present(.tracking), .settle, .none])
    #expect(permission.recordedAnswer == .unknown)
    #expect(permission.status == .notDetermined)
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R27: Allow is recorded, and the app reads authorized")
  func allow() {
    var permission = makePermission()
    permission.tell(.requested, .answered(.allow))
    #expect(permission.recordedAnswer == .granted)
    #expect(permission.status == .authorized)
  }

  @Test("R28: Ask App Not to Track is recorded, and the app reads denied")
  func deny() {
    var permission = makePermission()
    permission.tell(.requested, .answered(.deny))
    #expect(permission.recordedAnswer == .denied)
    #expect(permission.status == .denied)
  }

  @Test(
    "R29: an answer survives relaunches, and no alert can appear again",
    arguments: [AlertAnswer.allow, .deny])
  func sticky(answer: AlertAnswer) {
    var permission = makePermission(answered: answer)
    let status = permission.status
    permission.tell(.processStarted, .activated, .requested)
    #expect(permission.status == status)
    #expect(permission.presented == nil)
  }

  @Test("R29: an answer without an alert is not an answer")
  func strayAnswer() {
    var permission = makePermission()
    #expect(permission.handle(.answered(.allow)) == .none)
    #expect(permission.status == .notDetermined)
  }

  @Test("R30: deleting and installing again forgets the answer, and the alert may be shown again")
  func reinstalled() {
    var permission = makePermission(answered: .deny)
    permission.tell(.reinstalled, .processStarted, .activated)
    #expect(permission.status == .notDetermined)
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R31: a process that ends under the alert leaves no answer behind, and the next launch may ask")
  func killedUnderTheAlert() {
    var permission = makePermission()
    permission.tell(.requested, .processStarted)
    #expect(permission.presented == nil)
    #expect(permission.status == .notDetermined)
    permission.tell(.activated)
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R31: a device that locks under the alert leaves no answer behind")
  func lockedUnderTheAlert() {
    var permission = makePermission()
    permission.tell(.requested, .endedUndecided)
    #expect(permission.status == .notDetermined)
  }

  @Test("R32: once the alert is answered the app settles, and is activated once more")
  func activatedAgain() {
    var permission = makePermission()
    permission.tell(.requested)
    #expect(permission.handle(.answered(.allow)) == .settle)
    #expect(!permission.isActive)
    permission.tell(.activated)
    #expect(permission.isActive)
  }

  @Test("R32: an app that asks at each activation is not moved to ask by the one after the answer")
  func everyActivationIsIdempotent() {
    var flow = AppFlow.make()
    let actions = flow.transcript(
      .sessionStarted, .hookReached(.didBecomeActive), .askDue(.free), .requestEnded(.authorized),
      .activated, .hookReached(.didBecomeActive))
    #expect(actions == [.none, .startDelay, .request, .none, .none, .none])
  }

  @Test("R33: a second request while the alert is up shows no second alert and does not wait")
  func concurrent() {
    var permission = makePermission()
    let actions = permission.transcript(
      .requested, .requested, .answered(.deny), .activated, .requested)
    #expect(
      actions == [
        .present(.tracking), .complete(.notDetermined, .behindAlert), .settle, .none,
        .complete(.denied, nil),
      ])
  }

  @Test("R33, R52: where requests wait behind alerts, a second one does not wait beside the first")
  func concurrentWhileQueued() {
    var permission = makePermission(.iOS14_5)
    let actions = permission.transcript(
      .otherAlertDue(0), .requested, .requested, .otherAlertClosed, .answered(.deny))
    #expect(
      actions == [
        .present(.other(0)), .queued, .complete(.notDetermined, .behindAlert), .present(.tracking),
        .settle,
      ])
  }
}
