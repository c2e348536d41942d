import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("Observation")
struct ObservationTests {
  /// What a callback received, in order.
  private final class Told {
    var statuses: [AuthorizationStatus?] = []
  }
  private let told = Told()

  private func launched() async -> (RehearsedDevice, TrackingFlow) {
    let device = RehearsedDevice()
    let flow = await device.launched(FlowSetup(asking: .onboarding))
    return (device, flow)
  }

  @Test("R35, R42: a change in Settings is seen at the next activation and reported once")
  func readAtEveryActivation() async {
    let (device, flow) = await launched()
    let observation = flow.observe { told.statuses.append($0.status) }
    device.system.recorded = .denied
    #expect(flow.shown.status == .notDetermined)
    await device.activate()
    await device.activate()
    #expect(told.statuses == [.denied])
    observation.cancel()
    device.system.recorded = .granted
    await device.activate()
    #expect(told.statuses == [.denied])
  }

  @Test("an observation ends with the token that nobody keeps any more")
  func tokens() async {
    let (device, flow) = await launched()
    var kept: FlowObservation? = flow.observe { told.statuses.append($0.status) }
    #expect(kept != nil)
    kept = nil
    device.system.recorded = .denied
    await device.activate()
    #expect(told.statuses == [])
  }

  @Test("an observation cancelled by another one's call is not notified of that change any more")
  func cancelledMeanwhile() async {
    let (device, flow) = await launched()
    var second: FlowObservation?
    let first = flow.observe { _ in second?.cancel() }
    second = flow.observe { told.statuses.append($0.status) }
    device.system.recorded = .denied
    await device.activate()
    first.cancel()
    #expect(told.statuses == [])
  }
}
