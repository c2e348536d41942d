import PromptFlow
import Testing

/// A store whose state cannot be read.
@MainActor
private final class FaultyStore: StateStore {
  private let error: any Error
  var saved: [FlowState] = []

  init(_ error: any Error) { self.error = error }

  func load() throws -> FlowState? { throw error }

  func save(_ state: FlowState) throws { saved.append(state) }
}

private struct DiskIsFull: Error {}

@MainActor
@Suite("The driver that an app links")
struct FlowControllerTests {
  /// An app whose timers fire at once, and what it reads, for a test to change.
  @MainActor
  private final class World {
    var status: AuthorizationStatus? = .notDetermined
    var actions: [FlowSession.Action] = []
    /// Where the carrying out of each action begins and ends.
    var order: [String] = []
    var react: (FlowSession.Action) -> Void = { _ in }
    var controller: FlowController?

    init(_ setup: FlowSetup = .make(), _ store: any StateStore = InMemoryStateStore()) {
      controller = FlowController(setup, store: store) { [weak self] in
        FlowSession.Moment(status: self?.status, seconds: 0)
      } perform: { [weak self] in
        self?.carryOut($0)
      }
    }

    func launch() {
      controller?.send(.processStarted)
      controller?.send(.activated)
    }

    private func carryOut(_ action: FlowSession.Action) {
      order.append("begin \(action)")
      actions.append(action)
      if case .startTimer(let timer, _) = action { controller?.send(.timerFired(timer)) }
      react(action)
      order.append("end \(action)")
    }
  }

  @Test("an event sent while actions are carried out waits until they are done")
  func reentrancy() {
    let world = World(.make(attribution: FlowSetup.AttributionSetup(kind: .none, waitSeconds: 0)))
    world.react = { [unowned world] action in
      guard action == .request else { return }
      world.status = .authorized
      world.controller?.send(.requestCompleted(.authorized))
    }
    world.launch()
    #expect(world.controller?.session.status == .authorized && world.actions.contains(.setTracking(.allowed)))
    let nested = zip(world.order, world.order.dropFirst())
      .filter { $0.0.hasPrefix("begin") && $0.1.hasPrefix("begin") }
    #expect(nested.isEmpty)
  }

  @Test("the state is kept before the actions, so that one which ends the process is gone on from")
  func keptFirst() {
    let store = InMemoryStateStore()
    let world = World(.make(), store)
    var keptAtRequest: AppFlow.State?
    world.react = { if $0 == .request { keptAtRequest = store.kept?.flow.state } }
    world.launch()
    #expect(keptAtRequest == .requesting)
    #expect(World(.make(), store).controller?.beginning == .resumed)
  }

  @Test("a state of a newer version is left as it is, and this process asks nothing")
  func newerVersion() {
    let error = FlowStateError.newerVersion(found: 2, known: 1)
    let store = FaultyStore(error)
    let world = World(.make(), store)
    world.launch()
    #expect(world.controller?.beginning == .heldBack(error))
    #expect(store.saved.isEmpty && !world.actions.contains(.request))
    #expect(world.actions.contains(.tellStatus(.notDetermined)))
  }

  @Test("R29: a state that cannot be read is replaced by that of a new install")
  func damaged() {
    let impossible = FlowStateError.impossible(key: "flow.sessions", found: "-1", expected: "0 to 9")
    for error in [DiskIsFull() as any Error, impossible] {
      let store = FaultyStore(error)
      let world = World(.make(), store)
      world.controller?.send(.processStarted)
      let isReplaced = if case .replaced? = world.controller?.beginning { true } else { false }
      #expect(isReplaced, "began as \(String(describing: world.controller?.beginning))")
      #expect(store.saved.count == 1)
    }
  }

  @Test("R101: the log stream hands over every record in order, and proves consent after the permission")
  func log() async {
    let world = World(.make(consent: FlowSetup.ConsentSetup()))
    world.react = { [unowned world] action in
      switch action {
      case .request:
        world.status = .denied
        world.controller?.send(.requestCompleted(.denied))
      case .rejectAdPurposes: world.controller?.send(.adPurposesRejected)
      case .showConsent: world.controller?.send(.consentEnded(isAccepted: true))
      default: break
      }
    }
    guard let log = world.controller?.log else { return }
    world.launch()
    world.controller = nil
    var records: [FlowRecord] = []
    for await record in log { records.append(record) }
    #expect(records.map(\.number) == Array(1...records.count))
    #expect(records.actions == world.actions)
    #expect(records.actions.contains(.showConsent(asksToTrack: false)))
    #expect(ConsentOrderProof.firstViolation(in: records) == nil)
    #expect(records.first { $0.action == .rejectAdPurposes }?.rule == "R104")
  }
}
