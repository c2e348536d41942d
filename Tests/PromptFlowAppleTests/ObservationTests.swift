import Observation
import PromptFlow
import PromptFlowApple
import Synchronization
import Testing
import TrackingStandIn

@MainActor
@Suite("Observation")
struct ObservationTests {
  @Test("R42: what a view read of the manager is announced when it changes, derived values too")
  func announces() {
    let manager = TrackingManager.make()
    let changes = Atomic(0)
    let derived: [@MainActor () -> Void] = [
      { _ = manager.status }, { _ = manager.isAuthorized }, { _ = manager.isDenied },
      { _ = manager.canRecoverInSettings },
    ]
    for read in derived {
      withObservationTracking {
        read()
      } onChange: {
        changes.add(1, ordering: .relaxed)
      }
    }
    manager.activate()
    #expect(changes.load(ordering: .relaxed) == 0, "nothing changed")
    manager.system.recorded = .denied
    manager.activate()
    #expect(changes.load(ordering: .relaxed) == 4)
  }
}
