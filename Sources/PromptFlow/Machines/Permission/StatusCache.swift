/// The status that an app keeps for its screens, and when it looks again.
///
/// An app that reads the status at launch and then only inside its own request
/// shows what is no longer so after a visit to Settings (R35). One that reads at
/// every activation does not, and tells its dependants what changed (R42).
package struct StatusCache: Hashable, Sendable {
  /// When the app reads the status.
  package enum Refresh: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// At launch, and when a request completes.
    case atLaunch
    /// At every activation as well.
    case atEachActivation
  }

  /// When this app reads the status.
  package let refresh: Refresh
  /// What the app last saw; `nil` before the first launch and where the system has no status.
  package private(set) var lastSeen: AuthorizationStatus?

  /// A cache that has not yet seen a status.
  package init(refresh: Refresh) { self.refresh = refresh }

  /// Something that lets the app look; statuses are as read at that moment.
  package enum Event: Hashable, Sendable {
    /// A process begins: whatever was cached is gone.
    case processStarted(AuthorizationStatus?)
    /// The app became active.
    case activated(AuthorizationStatus?)
    /// A request's handler was called, on the executor it found itself on.
    case completed(RequestCompletion, on: RequestCompletion.Executor)
  }

  /// What the app does about it.
  package enum Action: Hashable, Sendable {
    case none
    /// Tell gates, consent layer and screens of the new status (R42).
    case tellDependants(AuthorizationStatus?)
    /// Hand the completion in again on the main actor (R34).
    case hopToMain(RequestCompletion)
  }

  /// Whether what the app shows differs from what the system says (R35).
  package func isStale(_ read: AuthorizationStatus?) -> Bool { lastSeen != read }

  /// Records an event and returns what the app does about it.
  package mutating func handle(_ event: Event) -> Action {
    switch event {
    case .processStarted(let read):
      return see(read)
    case .activated(let read):
      return refresh == .atEachActivation ? see(read) : .none  // R35, R42
    case .completed(let completion, on: let executor):
      guard executor == .main else { return .hopToMain(completion) }  // R34
      return see(completion.status)
    }
  }

  private mutating func see(_ read: AuthorizationStatus?) -> Action {
    guard read != lastSeen else { return .none }
    lastSeen = read
    return .tellDependants(read)  // R42
  }
}

/// How an app comes back after its permission was changed in Settings.
///
/// The system may end a suspended process whose permission changed (R41). How
/// often is not known, so it is a value for the caller to set.
package enum SettingsReturn: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// The process was only suspended.
  case resumed
  /// The process was ended: the app starts anew.
  case relaunched

  /// What the app's cache is notified of.
  package func event(_ read: AuthorizationStatus?) -> StatusCache.Event {
    switch self {
    case .resumed: .activated(read)
    case .relaunched: .processStarted(read)  // R41
    }
  }
}
