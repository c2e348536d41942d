import PromptFlow
import PromptFlowApple
import PromptFlowTesting

extension TrackingManager where System == StandInSystem {
  /// A manager over a stand-in whose process runs and, unless said otherwise, is active.
  static func make(
    _ traits: Trait..., isActive: Bool = true, asksAgain: Bool = true,
    personHasAnswered: Bool = false
  ) -> TrackingManager {
    let system = StandInSystem(traits)
    system.launch()
    if isActive { system.activate() }
    return TrackingManager(
      system: system, memory: ProcessMemory(personHasAnswered: personHasAnswered), asksAgain: asksAgain)
  }

  /// The system activates the app and the app says so.
  func activate() {
    system.activate()
    applicationDidBecomeActive()
  }
}

/// What a callback received, in order.
@MainActor
final class Told {
  var statuses: [AuthorizationStatus?] = []
}
