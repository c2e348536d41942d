import PromptFlow

/// The one way in which a flow asks the system, whatever the order of events.
///
/// - A call made while the app is inactive, or while another permission is being asked for, waits.
/// - The callback of iOS 17.4 that says denied while the alert is up is not believed.
/// - A handler that is never called is given up at the second activation after the request.
///
/// ``RequestLifecycle`` decides; this reads, carries out, and tells the flow how a request ended.
@MainActor
final class PermissionRequest {
  private let system: any TrackingAuthorization
  private let turns: PermissionTurns
  private var lifecycle = RequestLifecycle()
  /// Told how the request under way ends; of two, the one that was made later.
  private var completion: (@MainActor (AuthorizationStatus?) -> Void)?
  private var ticket: PermissionTurns.Ticket?

  init(_ system: any TrackingAuthorization, turns: PermissionTurns) {
    self.system = system
    self.turns = turns
  }

  /// Whether an alert is up or may come, of a request that waits for its turn too.
  var isWanted: Bool { lifecycle.stage != .idle }

  /// Asks once it can be shown; joins the request that is under way.
  ///
  /// - Parameters:
  ///   - isAgain: whether the person has answered already, and a region lets the app ask once more (R78).
  ///   - completion: called on the main actor with the status read afterwards, or `notDetermined` where the request
  ///     ended without a decision.
  func ask(isAgain: Bool, completion: @escaping @MainActor (AuthorizationStatus?) -> Void) {
    self.completion = completion
    handle { isAgain ? .askedAgain($0) : .asked($0) }
  }

  /// To be called at every activation.
  func applicationDidBecomeActive() { handle { .activated($0) } }

  /// Asks no more: what waits is not asked; an alert that is up stays.
  func withdraw() {
    _ = lifecycle.handle(.withdrawn)
    if !lifecycle.isUnderWay { end(system.status) }
  }

  private func handle(_ event: (RequestLifecycle.Reading) -> RequestLifecycle.Event) {
    let read = RequestLifecycle.Reading(status: system.status, isActive: system.isActive)
    take(lifecycle.handle(event(read)))
  }

  private func take(_ action: RequestLifecycle.Action) {
    switch action {
    case .none: break
    case .takeTurn:
      releaseTurn()
      let mine = turns.newTicket()
      ticket = mine
      // Strongly held: one that is let go of passes its turn on all the same.
      turns.enqueue(mine) { self.handle { .turnCame($0) } }
    case .request(let number):
      system.request { status in
        Task { @MainActor in  // R34
          self.handle { .completed(number, status, $0) }
        }
      }
    case .releaseTurn: releaseTurn()
    case .endUndetermined: end(.notDetermined)
    case .end(let status): end(status)
    }
  }

  private func end(_ status: AuthorizationStatus?) {
    releaseTurn()
    let ended = completion
    completion = nil
    ended?(status)
  }

  private func releaseTurn() {
    guard let held = ticket else { return }
    ticket = nil
    turns.release(held)
  }
}
