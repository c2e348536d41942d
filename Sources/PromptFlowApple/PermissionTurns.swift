/// One permission request at a time, first come first served.
///
/// A tracking request behind another permission's alert is lost (R21, R53), so
/// an app sends every permission it asks for through the same turns:
///
/// ```swift
/// await tracking.turns.run {
///   try? await UNUserNotificationCenter.current().requestAuthorization(options: [.alert])
/// }
/// ```
///
/// A request that never ends keeps its turn for ever; what is run here must end
/// when its alert does.
@MainActor
public final class PermissionTurns {
  /// A place in the queue.
  public struct Place: Hashable, Sendable {
    let number: Int
  }

  private var next = 0
  private var holder: Place?
  private var queue: [(place: Place, begin: @MainActor () -> Void)] = []

  /// Turns that nobody has taken.
  public init() {}

  /// Whether somebody holds the turn.
  public var isTaken: Bool { holder != nil }

  /// A place of one's own, not yet in the queue.
  public func newPlace() -> Place {
    next += 1
    return Place(number: next)
  }

  /// Queues; `begin` is called when the turn has come, at once where nobody holds it.
  ///
  /// The turn is held until ``giveBack(_:)``.
  public func queue(_ place: Place, _ begin: @escaping @MainActor () -> Void) {
    guard holder == nil else {
      queue.append((place, begin))
      return
    }
    holder = place
    begin()
  }

  /// Gives the turn back, or leaves the queue; a place that has neither is left alone.
  public func giveBack(_ place: Place) {
    guard holder == place else {
      queue.removeAll { $0.place == place }
      return
    }
    holder = nil
    guard !queue.isEmpty else { return }
    let first = queue.removeFirst()
    holder = first.place
    first.begin()
  }

  /// Runs a request when its turn has come.
  ///
  /// A task that is cancelled while it waits still gets its turn: `body` is told of the cancellation in
  /// the usual way and passes the turn on when it ends.
  public func run<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
    let place = newPlace()
    await withCheckedContinuation { continuation in
      queue(place) { continuation.resume() }
    }
    defer { giveBack(place) }
    return try await body()
  }
}
