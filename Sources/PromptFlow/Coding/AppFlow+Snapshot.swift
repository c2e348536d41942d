extension AppFlow {
  /// Everything an app's asking has to remember across processes, apart from its strategy.
  ///
  /// A type of its own, so that the machine's layout stays free to serve the simulation.
  package struct Snapshot: Hashable, Sendable, Codable {
    /// Where the one pending ask stood.
    package var stage: AskStage
    /// Sessions so far.
    package var sessions: Int
    /// Whether the trigger has come true (R146).
    package var hasTriggered: Bool
    /// Whether it had before this session began.
    package var hadTriggeredAtStart: Bool
    /// Events of the trigger's kind until it came true.
    package var triggerEvents: Int
    /// Whether onboarding has been completed.
    package var isOnboarded: Bool
    /// Whether a lost request is repeated at the next activation (R145).
    package var retriesAtActivation: Bool
    /// Whether no ask can come again.
    package var isFinished: Bool
    /// Whether a pre-prompt was continued (R92).
    package var hasContinuedPrePrompt: Bool
    /// Pre-prompt showings.
    package var prePromptShows: Int
    /// The first session in which an ask may come after a showing that was not continued.
    package var eligibleFrom: Int
    /// Whether the app was only called back early and believed it (R54).
    package var believesDenied: Bool
    /// Whether the way to Settings is still to be shown (R39).
    package var owesSettingsLink: Bool
    /// Whether the answer came from the person (R147).
    package var isAnsweredByPerson: Bool

    private enum CodingKeys: String, CodingKey {
      case stage, sessions
      case hasTriggered = "has_triggered"
      case hadTriggeredAtStart = "had_triggered_at_start"
      case triggerEvents = "trigger_events"
      case isOnboarded = "is_onboarded"
      case retriesAtActivation = "retries_at_activation"
      case isFinished = "is_finished"
      case hasContinuedPrePrompt = "has_continued_pre_prompt"
      case prePromptShows = "pre_prompt_shows"
      case eligibleFrom = "eligible_from"
      case believesDenied = "believes_denied"
      case owesSettingsLink = "owes_settings_link"
      case isAnsweredByPerson = "is_answered_by_person"
    }
  }

  /// What to keep of this machine.
  package var snapshot: Snapshot {
    Snapshot(
      stage: stage, sessions: memory.sessions, hasTriggered: memory.trigger.isMet,
      hadTriggeredAtStart: memory.trigger == .metBefore, triggerEvents: triggerEventsSeen,
      isOnboarded: memory.isOnboarded, retriesAtActivation: memory.retriesAtActivation,
      isFinished: state == .finished || state == .requesting(isLast: true),
      hasContinuedPrePrompt: memory.hasContinued, prePromptShows: memory.shows,
      eligibleFrom: memory.eligibleFrom, believesDenied: memory.believesDenied,
      owesSettingsLink: owesSettingsLink, isAnsweredByPerson: memory.answer != .notByPerson)
  }

  /// The machine as it was kept, under the same strategy.
  ///
  /// The version may be another: a system is updated, and an app that did not ask then asks now.
  package init(strategy: PromptStrategy, version: SystemVersion, resuming kept: Snapshot) {
    self.init(strategy: strategy, version: version)
    state = State(kept)
    memory.carry(kept, owesLink: kept.owesSettingsLink)
    memory.trigger =
      kept.hasTriggered
      ? (kept.hadTriggeredAtStart ? .metBefore : .metThisSession) : .awaited(eventsSeen: kept.triggerEvents)
    memory.retriesAtActivation = kept.retriesAtActivation
    memory.believesDenied = kept.believesDenied
  }

  /// The machine that goes on under another strategy than the one it was kept under.
  ///
  /// What happened to the install stands: sessions, onboarding, showings, a continued pre-prompt.
  /// What the old strategy concluded from it does not: the moment is looked for anew among the facts,
  /// and an app that had given up may ask again. No harm can come of that, because the system keeps
  /// the one answer (R29).
  ///
  /// - Parameter triggerEvents: events so far of the kind the new trigger counts; 0 for another trigger.
  package init(
    strategy: PromptStrategy, version: SystemVersion, carrying kept: Snapshot, triggerEvents: Int
  ) {
    self.init(strategy: strategy, version: version)
    memory.carry(kept, owesLink: kept.owesSettingsLink && strategy.settingsLink == .afterDenial)
    let isMet =
      switch strategy.trigger {
      case .launch: true
      case .onboarding: kept.isOnboarded
      case .session(let first): kept.sessions >= first
      case .event(_, let count): triggerEvents >= count
      }
    memory.trigger = isMet ? .metThisSession : .awaited(eventsSeen: triggerEvents)
    if let limit = strategy.prePrompt?.maximumShows, !memory.hasContinued, memory.shows >= limit {
      state = .finished
    }
  }
}

extension AppFlow.State {
  /// The state that was kept as a stage and whether the asking was over.
  fileprivate init(_ kept: AppFlow.Snapshot) {
    switch kept.stage {
    case .inFlight: self = .requesting(isLast: kept.isFinished)
    case _ where kept.isFinished: self = .finished
    case .none: self = .idle
    case .delaying: self = .delaying
    case .waitingForConsent: self = .waitingForConsent
    case .waitingToShowPrePrompt: self = .waitingToShowPrePrompt
    case .showingPrePrompt: self = .showingPrePrompt
    }
  }
}

extension AppFlow.Memory {
  /// What happened to the install, whatever its strategy is now.
  fileprivate mutating func carry(_ kept: AppFlow.Snapshot, owesLink: Bool) {
    sessions = kept.sessions
    isOnboarded = kept.isOnboarded
    hasContinued = kept.hasContinuedPrePrompt
    shows = kept.prePromptShows
    eligibleFrom = kept.eligibleFrom
    answer = owesLink || kept.isAnsweredByPerson ? .byPerson(owesLink: owesLink) : .notByPerson
  }
}
