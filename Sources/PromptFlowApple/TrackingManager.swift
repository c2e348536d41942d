public import PromptFlow

#if canImport(Combine)
  public import Combine
#endif
#if canImport(Observation)
  public import Observation
#endif

/// An app's permission to track: its status for the screens, and the one way to ask for it.
///
/// It says nothing of *when* to ask; a `PromptFlow.FlowSession` or the app decides
/// that. What it promises, on any system and whatever the order of events:
///
/// - The status is read at the start and at every activation (R35, R42), on the main actor (R34).
/// - A call made while the app is inactive or another permission is being asked for waits (R19, R21).
/// - A lost request is made again at the next activation, once each (R92, R145).
/// - The callback of iOS 17.4 that says denied while the alert is up is not believed (R54, R55).
/// - A value from a future system is never permission (R2).
///
/// It is `Observable` from iOS 17 on, an `ObservableObject` everywhere, and has a
/// callback for code that is neither (``observe(_:)``).
@MainActor
public final class TrackingManager<System: TrackingAuthorization> {
  #if canImport(Combine)
    /// Tells SwiftUI before ``status`` changes.
    public nonisolated(unsafe) let objectWillChange = ObservableObjectPublisher()
  #endif

  /// The framework, or what stands in for it.
  public let system: System
  /// The turns that every permission of this app is asked in.
  public let turns: PermissionTurns

  private let memory: any AnswerMemory
  private let askedBefore: Bool?
  /// What follows the application's activity, for as long as the manager lives.
  var activity: AnyObject?
  private var cache = StatusCache(refresh: .atEachActivation)
  private var lifecycle: RequestLifecycle
  private var observers = ChangeObservers<AuthorizationStatus?>()
  private var waiters: [(number: Int, resume: @MainActor (AuthorizationStatus?) -> Void)] = []
  private var nextWaiter = 0
  private var ticket: PermissionTurns.Ticket?

  /// Reads the status, which asks nothing (R3).
  ///
  /// - Parameters:
  ///   - system: the framework, or what stands in for it.
  ///   - turns: the turns that the app's other permissions are asked in.
  ///   - memory: where it is remembered that the person answered.
  ///   - asksAgain: whether a lost request is made again at the next activation without a further call;
  ///     `false` where something else decides that, as a `FlowSession` with another retry policy does.
  ///   - askedBefore: for an app that is updated to this library: whether an earlier version of it has asked
  ///     on this install; `nil` where nobody knows (``settingsRecovery``).
  public init(
    system: System, turns: PermissionTurns = PermissionTurns(), memory: any AnswerMemory,
    asksAgain: Bool = true, askedBefore: Bool? = nil
  ) {
    self.askedBefore = askedBefore
    self.system = system
    self.turns = turns
    self.memory = memory
    lifecycle = RequestLifecycle(asksAgain: asksAgain)
    _ = cache.handle(.processStarted(readStatus()))
    remember()
  }

  // MARK: - For the screens

  /// The status as last read; `nil` before iOS 14 (R10).
  public var status: AuthorizationStatus? {
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { observers.access(self, \.status) }
    #endif
    return cache.lastSeen
  }

  /// Whether tracking is permitted: authorized and nothing else (R2).
  public var isAuthorized: Bool { status?.permitsTracking ?? false }

  /// Whether the system says no: denied or restricted.
  public var isDenied: Bool { status == .denied || status == .restricted }

  /// Where the person could allow tracking after all, as far as an app can know (R39, R40).
  ///
  /// After an answer it is the app's page in Settings. That the device's switch for all apps was turned
  /// off *since*, which makes that page a dead end too, no app can see.
  ///
  /// A denial that was there at the first reading may be the answer to an earlier version of the app, which
  /// had not this library, or the device's switch: ``SettingsRecovery/eitherPage``, unless the app says which
  /// (`askedBefore`).
  public var settingsRecovery: SettingsRecovery {
    guard status == .denied else { return .nowhere }  // R40
    if memory.personHasAnswered { return .appPage }  // R36, R39
    let isSwitch = memory.hasReadUndetermined || askedBefore == false
    return isSwitch ? .trackingPage : .eitherPage  // R40
  }

  /// Whether a link to the app's page in Settings leads anywhere (R40); `isDenied` alone does not say so.
  public var canRecoverInSettings: Bool { settingsRecovery == .appPage }

  /// The advertising identifier while tracking is authorized, `nil` otherwise (R66, R67).
  ///
  /// The status decides, as read at this moment, and never the bytes: on the Simulator they are zeros
  /// although the status is authorized (R61).
  public var advertisingIdentifier: AdvertisingIdentifier? {
    guard let now = readStatus(), now.permitsTracking else { return nil }
    return system.advertisingIdentifier.passedOn(under: now)
  }

  /// Calls back with every later change of the status, for as long as what it returns is kept.
  public func observe(_ call: @escaping @MainActor (AuthorizationStatus?) -> Void) -> FlowObservation {
    observers.add(call)
  }

  // MARK: - Asking

  /// Asks, once it can be shown, and returns the status read after the request ended.
  ///
  /// Returns at once where the status is determined or the system has none, without a call. A lost
  /// request returns `notDetermined`, so that a screen which waits for it can go away, and is made again
  /// at the next activation. Calls made meanwhile join the one under way (R33).
  ///
  /// A task that is cancelled gets the status as it is. A request not yet made of the system is then not
  /// made, unless others wait for it; an alert that is up stays.
  @discardableResult
  public func requestAuthorization() async -> AuthorizationStatus? {
    nextWaiter += 1
    let number = nextWaiter
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: readStatus()) }
        request(number) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      Task { @MainActor in self.cancel(number) }
    }
  }

  /// Asks as ``requestAuthorization()`` does, for code without concurrency.
  ///
  /// - Parameter completion: called once, on the main actor, at once where nothing has to be asked.
  public func requestAuthorization(completion: @escaping @MainActor (AuthorizationStatus?) -> Void) {
    nextWaiter += 1
    request(nextWaiter, completion)
  }

  /// Stops asking by itself: no lost request is made again, no waiting one is made.
  ///
  /// For what makes asking wrong in the meantime, such as a refusal in the consent layer (R77, R109).
  /// A caller that waits gets the status as it is. An alert that is up stays.
  public func stopAsking() {
    _ = lifecycle.handle(.withdrawn)
    guard !lifecycle.isUnderWay else { return }
    releaseTurn()
    resumeWaiters(with: readStatus())
  }

  /// Asks once more although the person has answered, where the region allows it a year later (R78).
  ///
  /// The system alone knows whether it does: elsewhere, and before the year is over, it returns the answer
  /// that stands without an alert. So make this call when `RegionalRules.mayAskAgain(daysSinceAnswer:on:)`
  /// says yes, as a `TrackingFlow` does, and not at every launch.
  ///
  /// - Parameter completion: called once, on the main actor, with the status read afterwards, or
  ///   `notDetermined` where the request ended without a decision (R76).
  public func requestAgain(completion: @escaping @MainActor (AuthorizationStatus?) -> Void) {
    nextWaiter += 1
    waiters.append((nextWaiter, completion))
    handle { .askedAgain($0) }
  }

  /// To be called whenever the application has become active: at every activation, not only the first.
  public func applicationDidBecomeActive() {
    handle { .activated($0) }
  }

  /// Whether a request has been made of the system and its outcome cannot be read yet.
  public var isAsking: Bool { lifecycle.isUnderWay }

  // MARK: - Inside

  private func request(_ number: Int, _ resume: @escaping @MainActor (AuthorizationStatus?) -> Void) {
    waiters.append((number, resume))
    handle { .asked($0) }
  }

  private func cancel(_ number: Int) {
    guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
    let waiter = waiters.remove(at: index)
    if waiters.isEmpty, !lifecycle.isUnderWay {
      _ = lifecycle.handle(.withdrawn)
      releaseTurn()
    }
    waiter.resume(readStatus())
  }

  /// Reads, lets the lifecycle decide, acts, and only then tells of a change: an observer may call again.
  private func handle(_ event: (RequestLifecycle.Reading) -> RequestLifecycle.Event) {
    let read = RequestLifecycle.Reading(status: readStatus(), isActive: system.isActive)
    let changes = see(read.status)
    take(lifecycle.handle(event(read)))
    if changes {
      let told = observers
      told.tell(read.status)  // R42
    }
  }

  private func take(_ action: RequestLifecycle.Action) {
    switch action {
    case .none: break
    case .takeTurn:
      releaseTurn()
      let mine = turns.newTicket()
      ticket = mine
      // Strongly held: a manager that is let go of passes its turn on all the same.
      turns.queue(mine) { self.handle { .turnCame($0) } }
    case .request(let number):
      system.requestTrackingAuthorization { raw in
        Task { @MainActor in  // R34
          self.handle { .completed(number, AuthorizationStatus(rawValue: raw), $0) }
        }
      }
    case .releaseTurn: releaseTurn()
    case .endUndetermined:
      releaseTurn()
      resumeWaiters(with: .notDetermined)
    case .end(let status):
      releaseTurn()
      resumeWaiters(with: status)
    }
  }

  private func releaseTurn() {
    guard let held = ticket else { return }
    ticket = nil
    turns.release(held)
  }

  private func resumeWaiters(with status: AuthorizationStatus?) {
    let resumed = waiters
    waiters = []
    for waiter in resumed { waiter.resume(status) }
  }

  private func readStatus() -> AuthorizationStatus? {
    system.trackingAuthorizationStatus.map { AuthorizationStatus(rawValue: $0) }  // R1, R2
  }

  /// Keeps a status for the screens; returns whether it is another than before.
  private func see(_ read: AuthorizationStatus?) -> Bool {
    guard cache.isStale(read) else { return false }
    #if canImport(Combine)
      objectWillChange.send()
    #endif
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { observers.willSet(self, \.status) }
    #endif
    _ = cache.handle(.activated(read))
    remember()
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { observers.didSet(self, \.status) }
    #endif
    return true
  }

  /// Only a person's answer authorizes, and only one ends a request of this app's in a denial (R36).
  private func remember() {
    let isFirst = !memory.hasReadUndetermined && askedBefore == true  // an earlier version's answer
    let answered =
      cache.lastSeen == .authorized || (cache.lastSeen == .denied && (lifecycle.isUnderWay || isFirst))
    if answered, !memory.personHasAnswered { memory.personHasAnswered = true }
    if cache.lastSeen == .notDetermined, !memory.hasReadUndetermined { memory.hasReadUndetermined = true }
  }
}

#if canImport(Observation)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  extension TrackingManager: Observable {}
#endif
#if canImport(Combine)
  extension TrackingManager: ObservableObject {}
#endif
