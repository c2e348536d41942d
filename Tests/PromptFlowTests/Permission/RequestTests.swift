import PromptFlow
import Testing

/// What of the system's machine no transcript shows: devices whose restriction comes and goes.
@Suite("A request on a device that changes")
struct RequestTests {
  /// A fresh install whose app is active, on a modern system.
  private func makePermission(
    _ device: TrackingDevice = TrackingDevice(), answered answer: AlertAnswer? = nil
  ) -> SystemPermission {
    var permission = SystemPermission(rules: SystemRules(.modern), device: device)
    permission.tell(.processStarted, .activated)
    if let answer { permission.tell(.requested, .answered(answer), .activated) }
    return permission
  }

  @Test("R13: a locked setting cannot be switched")
  func locked() {
    var permission = makePermission(TrackingDevice(restriction: .profile, allowsRequests: false))
    permission.tell(.globalSwitch(.on))
    #expect(!permission.device.allowsRequests)
  }

  @Test("R4, R5: a restriction hides what is recorded and, lifted, shows it again")
  func restrictionComesAndGoes() {
    var permission = makePermission(answered: .allow)
    permission.device.restriction = .settingNotChangeable
    #expect(permission.status == .restricted && !permission.identifierIsReadable)
    permission.device.restriction = .none
    #expect(permission.status == .authorized)
  }

  @Test("R40: a restricted device's way to Settings is a dead end", arguments: [nil, AlertAnswer.deny])
  func restrictedDeadEnd(answer: AlertAnswer?) {
    var permission = makePermission(answered: answer)
    permission.device.restriction = .settingNotChangeable
    permission.tell(.appSwitch(isOn: true))
    #expect(permission.status == .restricted)
    permission.device.restriction = .none
    #expect(permission.status != .authorized)
  }
}

extension SystemPermission {
  /// Hands over events whose actions the test does not look at.
  mutating func tell(_ events: Event...) {
    for event in events { _ = handle(event) }
  }
}
