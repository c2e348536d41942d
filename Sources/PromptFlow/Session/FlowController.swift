/// The driver an app links: keeps the state, queues events, carries out actions, writes the log.
///
/// One per process, on the main actor, where the system calls an app's life cycle and its screens
/// live. Send it what happens; it hands back what to do through `perform`, one action at a time and in
/// order.
///
/// - **Re-entrancy.** An event sent while actions are being carried out waits until they are done. So
///   `perform` may send events at once, and two parties never see each other half-way.
/// - **Relaunch.** The state is kept after every event and before its actions, so a process that ends
///   in the middle of one goes on from there (``FlowSession``).
/// - **What cannot be read** is decided case by case: <doc:WhenThingsGoWrong>.
/// - **Other threads.** The system promises no thread for a request's handler; come back to the
///   main actor before sending its event. The compiler insists.
@MainActor
public final class FlowController {
  /// How this process began.
  public enum Beginning: Hashable, Sendable {
    /// Nothing was kept: a new install.
    case new
    /// It goes on from what was kept.
    case resumed
    /// What was kept must not be used and is left as it is; nothing is asked.
    case heldBack(FlowStateError)
    /// What was kept cannot be read, for the reason given, and is replaced.
    case replaced(String)
  }

  /// The flow in its present state.
  public private(set) var session: FlowSession
  /// How this process began; a state that could not be read at its start and could be later counts as resumed.
  public private(set) var beginning: Beginning
  /// Every record of this process, in order; for one reader.
  ///
  /// At most the newest 10,000 wait for the reader; a gap in ``FlowRecord/number`` tells of more.
  public let log: AsyncStream<FlowRecord>
  /// Why the last state could not be kept; `nil` where it could.
  ///
  /// The flow goes on without.
  public private(set) var storeProblem: String?

  private let setup: FlowSetup
  private let store: any StateStore
  private let read: @MainActor () -> FlowSession.Moment
  private let perform: @MainActor (FlowSession.Action) -> Void
  private let writer: AsyncStream<FlowRecord>.Continuation
  private var waiting: [FlowSession.Event] = []
  private var isBusy = false
  /// How the process was said to start, once it was.
  private var start: FlowSession.Event?
  private var hasBeenActive = false

  /// A controller that goes on from what the store keeps.
  ///
  /// - Parameters:
  ///   - setup: how the app is set up.
  ///   - store: where the state is kept.
  ///   - reading: reads the status and a clock that only goes forward; called once per event.
  ///   - perform: carries out one action.
  public init(
    _ setup: FlowSetup, store: any StateStore, reading read: @escaping @MainActor () -> FlowSession.Moment,
    perform: @escaping @MainActor (FlowSession.Action) -> Void
  ) {
    self.setup = setup
    self.store = store
    self.read = read
    self.perform = perform
    (log, writer) = AsyncStream.makeStream(of: FlowRecord.self, bufferingPolicy: .bufferingNewest(10_000))
    (session, beginning) = Self.begin(setup, store)
  }

  deinit { writer.finish() }

  /// Tells the flow what happened.
  ///
  /// Sent from within `perform`, the event waits its turn and this returns at once.
  public func send(_ event: FlowSession.Event) {
    waiting.append(event)
    guard !isBusy else { return }
    isBusy = true
    defer { isBusy = false }
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      readAgainIfHeldBack(before: next)
      if next.isStart { start = next }
      if next == .activated { hasBeenActive = true }
      carryOut(session.handle(next, at: read()))
    }
  }

  private func carryOut(_ records: [FlowRecord], hasStartedSDK: Bool = false) {
    keep()
    for record in records {
      writer.yield(record)
      guard let action = record.action else { continue }
      if case .startAttribution = action, hasStartedSDK { continue }
      perform(action)
    }
  }

  private static func begin(_ setup: FlowSetup, _ store: any StateStore) -> (FlowSession, Beginning) {
    do {
      let kept = try store.load()
      return (FlowSession(setup, state: kept), kept == nil ? .new : .resumed)
    } catch let error as FlowStateError {
      switch error {
      case .newerVersion, .unreadable: return (FlowSession(setup, holdsBack: true), .heldBack(error))
      case .impossible: return (FlowSession(setup), .replaced(error.description))
      }
    } catch {
      return (FlowSession(setup), .replaced("\(error)"))
    }
  }

  /// Goes on from a state that could not be read when the process started and can be now.
  ///
  /// Not after an activation: by then the person has met a process that knew nothing of them.
  private func readAgainIfHeldBack(before event: FlowSession.Event) {
    guard case .heldBack(.unreadable) = beginning, !hasBeenActive else { return }
    let (readable, began) = Self.begin(setup, store)
    if case .heldBack = began { return }
    let other = session
    session = readable
    session.recordsWritten = other.recordsWritten  // its log goes on
    beginning = began
    guard let start, !event.isStart else { return }
    // An SDK starts once in a process, no matter what started it.
    carryOut(session.handle(start, at: read()), hasStartedSDK: other.hasStartedAttribution)
  }

  private func keep() {
    guard !session.holdsBack else { return }
    do {
      try store.save(session.state)
      storeProblem = nil
    } catch {
      storeProblem = "\(error)"
    }
  }
}
