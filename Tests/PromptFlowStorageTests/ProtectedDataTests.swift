import FlowRehearsal
import Foundation
import PromptFlow
import PromptFlowStorage
import Testing

/// User defaults of a device that may be locked: before the first unlock they are empty, whatever is kept, and what
/// is set then takes the place of all that was.
final class ProtectedValues: DefaultsStorage {
  var isUnlocked: Bool
  private(set) var kept: [String: Data] = [:]

  init(isUnlocked: Bool = true) { self.isUnlocked = isUnlocked }

  func data(forKey key: String) -> Data? { isUnlocked ? kept[key] : nil }

  func set(_ value: Any?, forKey key: String) { kept = (value as? Data).map { [key: $0] } ?? [:] }
}

/// A controller over a store, for an app whose question is open.
@MainActor
func controller(
  _ setup: FlowSetup, _ store: some StateStore, _ actions: @escaping (FlowSession.Action) -> Void = { _ in }
) -> FlowController {
  FlowController(setup, store: store) {
    FlowSession.Moment(status: .notDetermined, seconds: 0)
  } perform: {
    actions($0)
  }
}

@MainActor
@Suite("What is kept, on a device that has not been unlocked since its restart")
struct ProtectedDataTests {
  private let setup = FlowSetup(asking: .event("article", count: 3), consent: FlowSetup.ConsentSetup())

  private func store(_ values: ProtectedValues) -> DefaultsStateStore {
    DefaultsStateStore(DefaultsValue(values, key: "state") { values.isUnlocked })
  }

  /// An install that has read two of three articles.
  private func reader() -> FlowState {
    var life = Rehearsal(setup)
    life.launch()
    for _ in 0..<2 { life.record("article") }
    return life.session.state
  }

  /// Values that a reader's state was kept in, on a device that has been restarted since.
  private func locked() throws -> ProtectedValues {
    let values = ProtectedValues()
    try store(values).save(reader())
    values.isUnlocked = false
    return values
  }

  @Test("a state in user defaults that are empty for now is held back, not taken for a new install's")
  func heldBack() throws {
    let values = try locked()
    let before = values.kept

    let flow = controller(setup, store(values))
    let isHeldBack = if case .heldBack(.unreadable) = flow.beginning { true } else { false }
    #expect(isHeldBack, "began as \(flow.beginning)")
    flow.send(.processStarted)
    flow.send(.eventEnded("article"))
    #expect(values.kept == before && flow.storeProblem == nil)
    #expect(throws: FlowStateError.self) { try store(values).save(reader()) }
    #expect(values.kept == before)
  }

  @Test("unlocked before the first activation, the process goes on from what was kept")
  func unlocked() throws {
    let values = try locked()
    var actions: [FlowSession.Action] = []
    let flow = controller(setup, store(values)) { actions.append($0) }
    flow.send(.processStarted)

    values.isUnlocked = true
    flow.send(.activated)
    #expect(flow.beginning == .resumed)
    #expect(flow.session.state.count(of: "article") == 2)
    flow.send(.eventEnded("article"))
    #expect(actions.contains { if case .startTimer = $0 { true } else { false } })
    #expect(try store(values).load() == flow.session.state)
  }

  @Test("a file that could not be read and can be now is gone on from, and its log has no gap")
  func fileBecomesReadable() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("PromptFlow-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    // A folder in the file's place: it is there, and no reading of it succeeds.
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    var flow: FlowController? = controller(setup, FileStateStore(file: file))
    flow?.send(.processStarted)
    let log = try #require(flow?.log)

    try FileManager.default.removeItem(at: file)
    try FileStateStore(file: file).save(reader())
    flow?.send(.activated)
    #expect(flow?.beginning == .resumed && flow?.session.state.count(of: "article") == 2)
    flow = nil
    var numbers: [Int] = []
    for await record in log { numbers.append(record.number) }
    #expect(numbers == Array(1...numbers.count))
  }

  @Test("after the activation nothing is taken over: the person has met a process that knew nothing")
  func tooLate() throws {
    let values = try locked()
    let before = values.kept
    let flow = controller(setup, store(values))
    flow.send(.processStarted)
    flow.send(.activated)
    values.isUnlocked = true
    flow.send(.eventEnded("article"))
    #expect(flow.session.hasFinishedAsking && values.kept == before)
  }

  @Test("an SDK that a held-back process has started is not started again by the state that came later")
  func startsOnce() throws {
    let values = ProtectedValues(isUnlocked: false)
    let setup = FlowSetup(
      asking: .launch, attribution: FlowSetup.AttributionSetup(waitSeconds: 60, start: .process))
    var started = 0
    let flow = controller(setup, store(values)) { if case .startAttribution = $0 { started += 1 } }
    flow.send(.processStarted)
    values.isUnlocked = true
    flow.send(.activated)
    #expect(flow.beginning == .new && started == 1)
  }
}
