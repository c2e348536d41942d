import Observation
import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Synchronization
import Testing

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

  @Test("an observation ends with the token that nobody keeps any more, or that is cancelled")
  func tokens() {
    let manager = TrackingManager.make()
    let told = Told()
    var kept: FlowObservation? = manager.observe { told.statuses.append($0) }
    let cancelled = manager.observe { told.statuses.append($0) }
    cancelled.cancel()
    manager.system.recorded = .denied
    manager.activate()
    #expect(told.statuses == [.denied])
    #expect(kept != nil)
    kept = nil
    manager.system.recorded = .granted
    manager.activate()
    #expect(told.statuses == [.denied])
  }

  @Test("an observation cancelled by another one's call is not notified of that change any more")
  func cancelledMeanwhile() {
    let manager = TrackingManager.make()
    let told = Told()
    var second: FlowObservation?
    let first = manager.observe { _ in second?.cancel() }
    second = manager.observe { told.statuses.append($0) }
    manager.system.recorded = .denied
    manager.activate()
    first.cancel()
    #expect(told.statuses == [])
  }
}
