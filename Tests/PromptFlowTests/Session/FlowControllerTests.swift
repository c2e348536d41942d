import PromptFlow
import Testing

/// A store that fails on request.
@MainActor
private final class FaultyStore: StateStore {
  var error: (any Error)?
  var saved: [FlowState] = []

  init(_ error: (any Error)?) { self.error = error }

  func load() throws -> FlowState? {
    if let error { throw error }
    return nil
  }

  func save(_ state: FlowState) throws { saved.append(state) }
}

private struct DiskIsFull: Error {}

@MainActor
@Suite("The driver that an app links")
struct FlowControllerTests {
  /// What the app reads, for a test to change.
  private final class World {
    var status: AuthorizationStatus? = .notDetermined
    var actions: [FlowSession.Action] = []
    var react: (FlowSession.Action) -> Void = { _ in }
  }

  private func make(_ setup: FlowSetup, _ store: any StateStore, _ world: World) -> FlowController {
    FlowController(setup, store: store) {
      FlowSession.Moment(status: world.status, seconds: 0)
    } perform: { action in
      world.actions.append(action)
      world.react(action)
    }
  }

  @Test("an event sent while actions are carried out waits until they are done")
  func reentrancy() {
    let world = World()
    let controller = make(
      .make(attribution: FlowSetup.AttributionSetup(kind: .none, waitSeconds: 0)), InMemoryStateStore(), world
    )
    var order: [String] = []
    world.react = { [weak controller] action in
      order.append("begin \(action)")
      if case .startTimer(let timer, _) = action { controller?.send(.timerFired(timer)) }
      if action == .request {
        world.status = .authorized
        controller?.send(.requestCompleted(.authorized))
      }
      order.append("end \(action)")
    }
    controller.send(.processStarted)
    controller.send(.activated)
    #expect(controller.session.status == .authorized && world.actions.contains(.setTracking(.allowed)))
    let nested = zip(order, order.dropFirst()).filter { $0.0.hasPrefix("begin") && $0.1.hasPrefix("begin") }
    #expect(nested.isEmpty)
  }

  @Test("the state is kept before the actions, so that one which ends the process is gone on from")
  func keptFirst() {
    let world = World()
    let store = InMemoryStateStore()
    let controller = make(.make(), store, world)
    var keptAtRequest: AppFlow.State?
    world.react = { [weak controller] action in
      if case .startTimer(let timer, _) = action { controller?.send(.timerFired(timer)) }
      if action == .request { keptAtRequest = store.kept?.flow.state }
    }
    controller.send(.processStarted)
    controller.send(.activated)
    #expect(keptAtRequest == .requesting)
    #expect(make(.make(), store, World()).beginning == .resumed)
  }

  @Test("a state of a newer version is left as it is, and this process asks nothing")
  func newerVersion() {
    let world = World()
    let error = FlowStateError.newerVersion(found: 2, known: 1)
    let store = FaultyStore(error)
    let controller = make(.make(), store, world)
    world.react = { [weak controller] action in
      if case .startTimer(let timer, _) = action { controller?.send(.timerFired(timer)) }
    }
    controller.send(.processStarted)
    controller.send(.activated)
    #expect(controller.beginning == .heldBack(error))
    #expect(store.saved.isEmpty && !world.actions.contains(.request))
    #expect(world.actions.contains(.tellStatus(.notDetermined)))
  }

  @Test("R29: a state that cannot be read is replaced by that of a new install")
  func damaged() {
    let impossible = FlowStateError.impossible(key: "flow.sessions", found: "-1", expected: "0 to 9")
    for error in [DiskIsFull() as any Error, impossible] {
      let store = FaultyStore(error)
      let controller = make(.make(), store, World())
      controller.send(.processStarted)
      let isReplaced = if case .replaced = controller.beginning { true } else { false }
      #expect(isReplaced, "began as \(controller.beginning)")
      #expect(store.saved.count == 1)
    }
  }

  @Test("R101: the log stream hands over every record in order, and proves consent after the permission")
  func log() async {
    let world = World()
    var controller: FlowController? = make(
      .make(consent: FlowSetup.ConsentSetup()), InMemoryStateStore(), world)
    world.react = { [weak controller] action in
      switch action {
      case .startTimer(let timer, _): controller?.send(.timerFired(timer))
      case .request:
        world.status = .denied
        controller?.send(.requestCompleted(.denied))
      case .rejectAdPurposes: controller?.send(.adPurposesRejected)
      case .showConsent: controller?.send(.consentEnded(isAccepted: true))
      default: break
      }
    }
    guard let log = controller?.log else { return }
    controller?.send(.processStarted)
    controller?.send(.activated)
    controller = nil
    var records: [FlowRecord] = []
    for await record in log { records.append(record) }
    #expect(records.map(\.number) == Array(1...records.count))
    #expect(records.actions == world.actions)
    #expect(records.actions.contains(.showConsent(asksToTrack: false)))
    #expect(ConsentOrderProof.firstViolation(in: records) == nil)
    #expect(records.first { $0.action == .rejectAdPurposes }?.rule == "R104")
  }
}
