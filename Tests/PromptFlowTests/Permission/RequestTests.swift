import PromptFlow
import Testing

/// What of the system's machine no state in a transcript shows, or only a state after the one that a story ends with.
@Suite("What a request does, beside the transcripts")
struct RequestTests {
  @Test("R13: a locked setting cannot be switched")
  func locked() {
    var permission = makePermission(.modern, TrackingDevice(restriction: .profile, allowsRequests: false))
    permission.tell(.globalSwitch(.on))
    #expect(!permission.device.allowsRequests)
  }

  @Test("R18: with the device's switch off a request returns denied, and the one alert is kept for later")
  func switchedOff() {
    var permission = makePermission(.modern, TrackingDevice(allowsRequests: false))
    #expect(permission.handle(.requested) == .complete(.denied, nil))
    #expect(permission.recordedAnswer == .unknown)
    permission.tell(.globalSwitch(.on))
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R24: a request that waited behind another alert ends the process when its turn comes")
  func missingUsageStringWhileQueued() {
    var permission = makePermission(.iOS14_5)
    permission.hasUsageString = false
    let actions = permission.transcript(.otherAlertDue(0), .requested, .otherAlertClosed)
    #expect(actions == [.present(.other(0)), .queued, .crash])
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
    #expect(permission.handle(.answered(.allow)) == .settle && !permission.isActive)
    permission.tell(.activated)
    #expect(permission.isActive)
  }

  @Test("R52: a request that waits is moot once the device no longer lets apps ask")
  func mootWhileQueued() {
    var permission = makePermission(.iOS14_5)
    let actions = permission.transcript(
      .otherAlertDue(0), .requested, .globalSwitch(.offKeepingGrants), .otherAlertClosed)
    #expect(actions == [.present(.other(0)), .queued, .none, .settle])
  }

  @Test("R64: a request at launch is lost; the same request after activation and a delay is shown")
  func launchHook() {
    var permission = makePermission(isActive: false)
    var flow = AppFlow.make(hook: .didFinishLaunching, retry: .nextSession)
    // The code runs at process start, and a request there finds an inactive app.
    #expect(flow.transcript(.sessionStarted, .hookReached(.didFinishLaunching)) == [.none, .startDelay])
    #expect(flow.handle(.askDue(.free)) == .request)
    #expect(permission.handle(.requested) == .complete(.notDetermined, .notActive))
    var later = AppFlow.make(hook: .didBecomeActive)
    permission.tell(.activated)
    #expect(later.transcript(.sessionStarted, .hookReached(.didBecomeActive)) == [.none, .startDelay])
    #expect(later.handle(.askDue(.free)) == .request)
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R142: a delay precedes the ask, and an alert that came meanwhile wins")
  func delay() {
    var permission = makePermission()
    var flow = AppFlow.make(.launch)
    #expect(flow.transcript(.sessionStarted, .hookReached(.didBecomeActive)) == [.none, .startDelay])
    #expect(permission.handle(.otherAlertDue(0)) == .present(.other(0)))
    #expect(flow.handle(.askDue(.free)) == .request)
    #expect(permission.handle(.requested) == .complete(.notDetermined, .behindAlert))
  }

  @Test("R4, R5: a restriction hides what is recorded and, lifted, shows it again")
  func restrictionComesAndGoes() {
    var permission = makePermission(answered: .allow)
    permission.device.restriction = .settingNotChangeable
    #expect(permission.status == .restricted)
    #expect(!permission.identifierIsReadable)
    permission.device.restriction = .none
    #expect(permission.status == .authorized)
  }

  @Test(
    "R50, R51: across the update to 14.5 an app never answered keeps its status and loses the identifier"
  )
  func updateWithoutPrompt() {
    let before = makePermission(.iOS14_0)
    let after = makePermission(.iOS14_5)
    #expect(before.status == after.status)
    #expect([before.identifierIsReadable, after.identifierIsReadable] == [true, false])
  }
}
