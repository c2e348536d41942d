extension FlowSetup {
  /// The moment at which an app first wants to ask, in the app's own words for its events.
  public enum Trigger: Hashable, Sendable {
    /// From the first session on.
    case launch
    /// The moment onboarding completes.
    case onboarding
    /// The `count`th event of this name in the whole life of the install ends; `count` ≥ 1.
    case event(CountedEvent, count: Int)
    /// From the start of the given session on; the install's first session is 1.
    case session(Int)
  }

  /// A setup written in code; by default of an app that asks without a screen before the alert.
  ///
  ///     FlowSetup(asking: .event("article_read", count: 3), prePrompt: PrePromptPolicy())
  ///
  /// Seconds below zero and values that are no numbers count as zero, a count or a session below 1 as 1.
  public init(
    asking trigger: Trigger, prePrompt: PrePromptPolicy? = nil, hook: AskHook = .didBecomeActive,
    retry: RetryPolicy = .eachActivation, settingsLink: SettingsLink = .none,
    asksFrom: SystemVersion = .iOS14_5, version: SystemVersion = .modern, delaySeconds: Double = 0,
    consent: ConsentSetup? = nil, attribution: AttributionSetup? = nil, sessionGapSeconds: Double = 1800,
    region: RegionalRules? = nil, askedBefore: AskedBefore = .unknown
  ) {
    var events: [CountedEvent] = []
    let moment: AskTrigger
    switch trigger {
    case .launch: moment = .launch
    case .onboarding: moment = .onboarding
    case .session(let first): moment = .session(max(1, first))
    case .event(let event, let count):
      events = [event]
      moment = .event(EventKind(rawValue: 0), count: max(1, count))
    }
    self.init(
      strategy: PromptStrategy(
        trigger: moment, hook: hook, retry: retry, prePrompt: prePrompt, asksFrom: asksFrom,
        settingsLink: settingsLink),
      events: events, version: version, delaySeconds: delaySeconds, consent: consent,
      attribution: attribution, sessionGapSeconds: sessionGapSeconds, region: region, askedBefore: askedBefore
    )
  }
}
