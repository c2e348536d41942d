/// One permission request at a time, first come first served.
///
/// A tracking request behind another permission's alert is lost, so an app sends every permission it asks for through
/// the turns of its flow:
///
/// ```swift
/// await flow.turns.run {
///   _ = try? await UNUserNotificationCenter.current().requestAuthorization(options: [.alert])
/// }
/// ```
///
/// A request that never ends keeps its turn for ever; what is run here must end
/// when its alert does.
@MainActor
public final class PermissionTurns {
  /// A position in the queue.
  package struct Ticket: Hashable, Sendable {
    let number: Int
  }

  private var next = 0
  private var holder: Ticket?
  private var queue: [(ticket: Ticket, begin: @MainActor () -> Void)] = []

  /// Turns that nobody has taken.
  public init() {}

  /// Whether somebody holds the turn.
  public var isTaken: Bool { holder != nil }

  /// A ticket, not yet in the queue.
  package func newTicket() -> Ticket {
    next += 1
    return Ticket(number: next)
  }

  /// Queues; what is given is called when the turn has come, at once where nobody holds it.
  ///
  /// The turn is held until ``release(_:)``.
  package func enqueue(_ ticket: Ticket, whenReached begin: @escaping @MainActor () -> Void) {
    guard holder == nil else {
      queue.append((ticket, begin))
      return
    }
    holder = ticket
    begin()
  }

  /// Gives the turn back, or leaves the queue; a ticket that has neither is left alone.
  package func release(_ ticket: Ticket) {
    guard holder == ticket else {
      queue.removeAll { $0.ticket == ticket }
      return
    }
    holder = nil
    guard !queue.isEmpty else { return }
    let first = queue.removeFirst()
    holder = first.ticket
    first.begin()
  }

  /// Runs a request when its turn has come.
  ///
  /// A task that is cancelled while it waits still gets its turn: `body` learns of the cancellation in
  /// the usual way and passes the turn on when it ends.
  public func run<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
    let ticket = newTicket()
    await withCheckedContinuation { continuation in
      enqueue(ticket) { continuation.resume() }
    }
    defer { release(ticket) }
    return try await body()
  }
}
