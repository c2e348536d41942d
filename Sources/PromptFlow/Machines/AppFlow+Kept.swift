extension AppFlow {
  /// Everything an app's asking has to remember across processes, apart from its strategy.
  package struct Kept: Hashable, Sendable, Codable {
    /// Where the one pending ask stood.
    package var state: State
    /// What had happened.
    package var memory: Memory
  }

  /// What to keep of this machine.
  package var kept: Kept { Kept(state: state, memory: memory) }

  /// The machine as it was kept, under the same strategy.
  ///
  /// The version may be another: a system is updated, and an app that did not ask then asks now.
  package init(strategy: PromptStrategy, version: SystemVersion, resuming kept: Kept) {
    self.init(strategy: strategy, version: version)
    state = kept.state
    memory = kept.memory
  }

  /// The machine that goes on under another strategy than the one it was kept under.
  ///
  /// What happened to the install stands: sessions, onboarding, showings, a continued pre-prompt.
  /// What the old strategy concluded from it does not: the moment is looked for anew among the facts,
  /// and an app that had given up may ask again. No harm can come of that, because the system keeps
  /// the one answer (R29).
  ///
  /// - Parameter triggerEvents: events so far of the kind the new trigger counts; 0 for another trigger.
  package init(strategy: PromptStrategy, version: SystemVersion, carrying kept: Kept, triggerEvents: Int) {
    self.init(strategy: strategy, version: version)
    memory = kept.memory
    memory.retriesAtActivation = false
    memory.hasRefused = false  // the layer tells it again, where there still is one
    memory.believesDenied = false
    if memory.answer.owesLink, strategy.settingsLink != .afterDenial {
      memory.answer = .byPerson(owesLink: false)
    }
    memory.trigger = .awaited(eventsSeen: triggerEvents)
    if memory.has(strategy.trigger, events: triggerEvents) { memory.trigger = .metThisSession }
    if hasShownEnough { state = .finished }
  }
}
