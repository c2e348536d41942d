import PromptFlow
import Testing

@Suite("What a request does, rule by rule in the system's order")
struct RequestTests {
  @Test("R13: a profile that locks the setting ends a request as restricted, without an alert")
  func profile() { expectRestricted(.profile) }

  @Test("R14: where the person may not change the setting, a request ends as restricted, without an alert")
  func settingNotChangeable() { expectRestricted(.settingNotChangeable) }

  @Test("R15: an App Clip's request ends as restricted, without an alert")
  func appClip() { expectRestricted(.appClip) }

  private func expectRestricted(_ restriction: TrackingRestriction) {
    var permission = makePermission(.modern, TrackingDevice(restriction: restriction))
    #expect(permission.handle(.requested) == .complete(.restricted, nil))
    #expect(permission.presented == nil)
    #expect(permission.recordedAnswer == .unknown)
  }

  @Test("R16: once allowed, a request returns authorized at once")
  func alreadyGranted() {
    var permission = makePermission(answered: .allow)
    #expect(permission.handle(.requested) == .complete(.authorized, nil))
    #expect(permission.presented == nil)
  }

  @Test("R17: once denied, no number of requests shows the alert again")
  func alreadyDenied() {
    var permission = makePermission(answered: .deny)
    let actions = permission.transcript(.requested, .requested, .activated, .requested)
    #expect(
      actions == [.complete(.denied, nil), .complete(.denied, nil), .none, .complete(.denied, nil)])
  }

  @Test("R18: with the device's switch off a request returns denied, and the one alert is kept for later")
  func switchedOff() {
    var permission = makePermission(.modern, TrackingDevice(allowsRequests: false))
    #expect(permission.handle(.requested) == .complete(.denied, nil))
    #expect(permission.recordedAnswer == .unknown)
    permission.tell(.globalSwitch(.on))
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R19: a request while inactive returns not determined, shows nothing and costs nothing")
  func inactive() {
    var permission = makePermission(isActive: false)
    let actions = permission.transcript(.requested, .activated, .requested)
    #expect(actions == [.complete(.notDetermined, .notActive), .none, .present(.tracking)])
  }

  @Test("R20: an app extension's request returns not determined and costs the app nothing")
  func appExtension() {
    var permission = makePermission()
    permission.isExtension = true
    #expect(permission.handle(.requested) == .complete(.notDetermined, .notActive))
    permission.isExtension = false
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R21, R53: a request behind another permission's alert is lost, not queued")
  func behindAnotherAlert() {
    var permission = makePermission()
    let actions = permission.transcript(
      .otherAlertDue(0), .requested, .otherAlertClosed, .activated, .requested)
    #expect(
      actions == [
        .present(.other(0)), .complete(.notDetermined, .behindAlert), .settle, .none,
        .present(.tracking),
      ])
  }

  @Test("R22: any system alert makes the app inactive, and a notice of activity does not undo that")
  func alertMakesInactive() {
    var permission = makePermission()
    permission.tell(.otherAlertDue(0))
    #expect(!permission.isActive)
    permission.tell(.activated)
    #expect(!permission.isActive)

    var asking = makePermission()
    asking.tell(.requested)
    #expect(!asking.isActive)
  }

  @Test("R23: an eligible request shows exactly one alert and completes only when it ends")
  func eligible() {
    var permission = makePermission()
    #expect(permission.handle(.requested) == .present(.tracking))
    #expect(permission.presented == .tracking)
    #expect(permission.status == .notDetermined)
    #expect(permission.handle(.answered(.allow)) == .settle)
    #expect(permission.presented == nil)
    #expect(permission.status == .authorized)
  }

  @Test("R24: without a usage string the process ends, but only where the alert would have appeared")
  func missingUsageString() {
    var permission = makePermission(isActive: false)
    permission.hasUsageString = false
    let actions = permission.transcript(.requested, .activated, .requested)
    #expect(actions == [.complete(.notDetermined, .notActive), .none, .crash])
    #expect(!permission.isActive)
    #expect(permission.status == .notDetermined)
  }

  @Test("R24: a request that waited behind another alert ends the process when its turn comes")
  func missingUsageStringWhileQueued() {
    var permission = makePermission(.iOS14_5)
    permission.hasUsageString = false
    let actions = permission.transcript(.otherAlertDue(0), .requested, .otherAlertClosed)
    #expect(actions == [.present(.other(0)), .queued, .crash])
  }

  @Test("R25: an empty usage string does not end the process, and App Review treats it as missing")
  func emptyUsageString() {
    let text = UsageDescription("  ")
    #expect(text == .empty)
    #expect(!text.explains)
    var permission = makePermission()
    permission.hasUsageString = text.isDeclared
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R24, R25: a missing usage string is neither declared nor explains; a written one is both")
  func usageStrings() {
    let strings = [UsageDescription(nil), UsageDescription(""), UsageDescription("So that we can …")]
    #expect(strings.map(\.isDeclared) == [false, true, true])
    #expect(strings.map(\.explains) == [false, false, true])
  }

  @Test("R63: a request before the app has a window returns not determined and costs nothing")
  func noWindow() {
    var permission = makePermission()
    permission.hasWindow = false
    #expect(permission.handle(.requested) == .complete(.notDetermined, .notActive))
    permission.hasWindow = true
    #expect(permission.handle(.requested) == .present(.tracking))
  }
}
