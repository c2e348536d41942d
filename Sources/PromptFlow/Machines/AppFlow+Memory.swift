extension AppFlow {
  /// What has happened to the install so far, as far as later asks depend on it.
  ///
  /// Facts and counts, each true whatever the ask's state.
  @frozen
  @usableFromInline
  package struct Memory: Hashable, Sendable, Codable {
    @usableFromInline package var trigger = Trigger.awaited(eventsSeen: 0)
    @usableFromInline package var answer = Answer.notByPerson
    /// Sessions so far.
    @usableFromInline package var sessions: Int
    /// Whole days from the first session's start to that of the last, as far as is known.
    @usableFromInline package var days: Int
    /// Pre-prompt showings so far.
    @usableFromInline package var shows = 0
    /// The first session in which an ask may come after a showing that was not continued (R90).
    @usableFromInline package var eligibleFrom = 0
    /// Whether a pre-prompt was continued (R92).
    @usableFromInline package var hasContinued = false
    @usableFromInline package var isOnboarded = false
    /// Whether a request was lost that the strategy repeats at every activation (R145).
    @usableFromInline package var retriesAtActivation = false
    /// Whether the person refused in the consent layer before being asked, and has not taken it back (R109).
    @usableFromInline package var hasRefused = false
    /// Whether the app was called back early and believed it (R54).
    @usableFromInline package var believesDenied = false

    /// What is known at the start of a session before which nothing else has happened.
    @inlinable
    @inline(__always)
    package init(sessions: Int = 0, days: Int = 0) {
      self.sessions = sessions
      self.days = days
    }

    /// How many of what a trigger waits for have been; of events, what is said.
    @inlinable
    @inline(__always)
    func count(of kind: TriggerKind, events: Int = 0) -> Int {
      switch kind {
      case .launch: 1
      case .session: sessions
      case .onboarding: isOnboarded ? 1 : 0
      case .event: events
      }
    }

    /// Whether a moment has come, with the number of its events until now.
    @inlinable
    @inline(__always)
    package func has(_ moment: AskTrigger, events: Int = 0) -> Bool {
      count(of: moment.kind, events: events) >= moment.count
    }

    /// A session begins; a trigger that it completes, or that was met in the last one, is met at its start.
    @inlinable
    @inline(__always)
    mutating func beginSession(_ awaited: AskTrigger, day: Int) {
      sessions += 1
      days = max(days, day)
      if trigger.isMet || has(awaited) { trigger = .metBefore }
    }

    /// A determined status was read; a denial that the person gave can owe a way to Settings (R39, R147).
    @inlinable
    @inline(__always)
    mutating func determined(denied: Bool, _ link: SettingsLink) {
      if case .byPerson = answer { answer = .byPerson(owesLink: link == .afterDenial && denied) }
    }
  }

  /// How far the strategy's trigger has come; once met it stays so.
  @frozen
  @usableFromInline
  package enum Trigger: Hashable, Sendable, Codable {
    /// Not met; events of the counted kind so far.
    case awaited(eventsSeen: Int)
    /// Met, and not yet at the start of a session: the hooks of this one have passed (R140).
    case metThisSession
    /// Met before the session began.
    case metBefore

    /// Whether it has come true.
    @inlinable
    @inline(__always)
    var isMet: Bool { if case .awaited = self { false } else { true } }
  }

  /// Whose the answer is that a determined status stands for.
  @frozen
  @usableFromInline
  package enum Answer: Hashable, Sendable, Codable {
    /// Nobody's yet, or the device's (R147).
    case notByPerson
    /// The person's; where it denies, a way to Settings can be owed (R39).
    case byPerson(owesLink: Bool)

    /// Whether the way to Settings is still to be shown.
    @inlinable
    @inline(__always)
    var owesLink: Bool { if case .byPerson(owesLink: true) = self { true } else { false } }
  }
}
