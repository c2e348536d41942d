import PromptFlow
import Testing

@Suite("What versions of the system do differently")
struct SystemVersionTests {
  @Test("R50: on iOS 14.0 to 14.4 the identifier is readable until the person denies")
  func optionalPermission() {
    var permission = makePermission(.iOS14_0)
    #expect(permission.identifierIsReadable)
    permission.tell(.requested)
    #expect(permission.identifierIsReadable)
    permission.tell(.answered(.deny), .activated)
    #expect(!permission.identifierIsReadable)
    #expect(permission.handle(.requested) == .complete(.denied, nil))
  }

  @Test("R50: a switched-off or restricted device has no identifier even then")
  func optionalPermissionElsewhere() {
    let devices = [TrackingDevice(allowsRequests: false), TrackingDevice(restriction: .profile)]
    #expect(devices.allSatisfy { !makePermission(.iOS14_0, $0).identifierIsReadable })
  }

  @Test(
    "R51: from iOS 14.5 on there is no identifier without permission",
    arguments: [SystemVersion.iOS14_5, .modern, .iOS17_4])
  func requiredPermission(version: SystemVersion) {
    #expect(!makePermission(version).identifierIsReadable)
    #expect(!makePermission(version, answered: .deny).identifierIsReadable)
    #expect(makePermission(version, answered: .allow).identifierIsReadable)
  }

  @Test(
    "R52: on iOS 14 a request behind another alert waits and is shown after it",
    arguments: [SystemVersion.iOS14_0, .iOS14_5])
  func stacks(version: SystemVersion) {
    var permission = makePermission(version)
    let actions = permission.transcript(
      .otherAlertDue(0), .requested, .otherAlertClosed, .answered(.allow))
    #expect(actions == [.present(.other(0)), .queued, .present(.tracking), .settle])
    #expect(permission.status == .authorized)
  }

  @Test("R19, R52: on iOS 14 too a request before activation is lost, not stacked")
  func doesNotStackBeforeActivation() {
    var permission = makePermission(.iOS14_0, isActive: false)
    #expect(permission.handle(.requested) == .complete(.notDetermined, .notActive))
  }

  @Test("R52: a request that waits is moot once the device no longer lets apps ask")
  func mootWhileQueued() {
    var permission = makePermission(.iOS14_5)
    let actions = permission.transcript(
      .otherAlertDue(0), .requested, .globalSwitch(.offKeepingGrants), .otherAlertClosed)
    #expect(actions == [.present(.other(0)), .queued, .none, .settle])
  }

  @Test(
    "R53: from iOS 15 on a request behind another alert is skipped, and nothing comes after it",
    arguments: [SystemVersion.modern, .iOS17_4])
  func doesNotStack(version: SystemVersion) {
    var permission = makePermission(version)
    let actions = permission.transcript(.otherAlertDue(0), .requested, .otherAlertClosed)
    #expect(actions == [.present(.other(0)), .complete(.notDetermined, .behindAlert), .settle])
    #expect(permission.status == .notDetermined)
  }

  @Test("R54: on iOS 17.4 the callback says denied under the alert while the status says not determined")
  func callsBackEarly() {
    var permission = makePermission(.iOS17_4)
    #expect(permission.earlyCompletion == nil)
    permission.tell(.requested)
    #expect(permission.earlyCompletion?.status == .denied)
    #expect(permission.status == .notDetermined)
    #expect(permission.presented == .tracking)
    permission.tell(.answered(.allow))
    #expect(permission.status == .authorized)
  }

  @Test("R54: an app that trusts its callback treats the install as denied and asks no more")
  func trustsCallback() {
    var flow = AppFlow.make(trustsCallback: true, version: .iOS17_4)
    flow.tell(
      .sessionStarted, .hookReached(.didBecomeActive), .askDue(.free), .calledBackEarly,
      .requestEnded(.notDetermined))
    #expect(flow.believedStatus(.authorized) == .denied)
    #expect(flow.handle(.activated) == .none)
    flow.tell(.statusRechecked)
    #expect(flow.believedStatus(.authorized) == .authorized)
  }

  @Test("R55: an app that reads the status ignores a callback that came too early, and asks again")
  func readsStatus() {
    let early = RequestCompletion(status: .denied, wasPrompted: true, reason: .consentOrSwitch)
    #expect(early.isContradicted(by: .notDetermined))
    #expect(!early.isContradicted(by: .denied))

    var flow = AppFlow.make(version: .iOS17_4)
    flow.tell(
      .sessionStarted, .hookReached(.didBecomeActive), .askDue(.free), .calledBackEarly,
      .requestEnded(.notDetermined))
    #expect(flow.believedStatus(.notDetermined) == .notDetermined)
    #expect(flow.handle(.activated) == .startDelay)
  }

  @Test(
    "R56: no other version calls back early",
    arguments: [SystemVersion.iOS14_0, .iOS14_5, .modern])
  func doesNotCallBackEarly(version: SystemVersion) {
    var permission = makePermission(version)
    permission.tell(.requested)
    #expect(permission.presented == .tracking)
    #expect(permission.earlyCompletion == nil)
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

  @Test("R65: right after another permission's answer the app is still inactive; once active it may ask")
  func serialRequests() {
    var permission = makePermission()
    let actions = permission.transcript(
      .otherAlertDue(0), .otherAlertClosed, .requested, .activated, .requested)
    #expect(
      actions == [
        .present(.other(0)), .settle, .complete(.notDetermined, .notActive), .none,
        .present(.tracking),
      ])
  }

  @Test("R58: versions read by the names that experiment files use")
  func names() {
    #expect(
      SystemVersion.allCases.map(\.name) == ["before_14", "ios_14_0", "ios_14_5", "modern", "ios_17_4"])
  }
}
