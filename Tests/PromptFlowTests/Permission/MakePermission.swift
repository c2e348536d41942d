import PromptFlow

/// A fresh install whose process runs and whose app is active, unless said otherwise.
func makePermission(
  _ version: SystemVersion = .modern, _ device: TrackingDevice = TrackingDevice(), isActive: Bool = true,
  answered answer: AlertAnswer? = nil
) -> SystemPermission {
  var permission = SystemPermission(rules: SystemRules(version), device: device)
  permission.tell(.processStarted, .activated)
  if let answer { permission.tell(.requested, .answered(answer), .activated) }
  if !isActive { permission.tell(.processStarted) }
  return permission
}

extension SystemPermission {
  /// Hands over events whose actions the test does not look at.
  mutating func tell(_ events: Event...) {
    for event in events { _ = handle(event) }
  }

  /// Hands over events and returns what the system did about each.
  mutating func transcript(_ events: Event...) -> [Action] {
    events.map { handle($0) }
  }
}
