extension FlowSetup {
  /// A setup written in code; by default of an app that asks without a screen before the alert.
  ///
  ///     FlowSetup(asking: .event("article_read", count: 3), prePrompt: PrePromptPolicy())
  ///
  /// Seconds below zero and values that are no numbers count as zero.
  public init(
    asking moment: AskMoment<CountedEvent>, prePrompt: PrePromptPolicy? = nil,
    hook: AskHook = .didBecomeActive, retry: RetryPolicy = .eachActivation,
    settingsLink: SettingsLink = .none,
    asksFrom: SystemVersion = .iOS14_5, version: SystemVersion = .modern, delaySeconds: Double = 0,
    consent: ConsentSetup? = nil, attribution: AttributionSetup? = nil, sessionGapSeconds: Double = 1800,
    region: RegionalRules? = nil, askedBefore: AskedBefore = .unknown
  ) {
    self.init(
      strategy: PromptStrategy(
        trigger: AskTrigger(
          moment.kind, of: moment.event.map { _ in EventKind(rawValue: 0) }, count: moment.count),
        hook: hook, retry: retry, prePrompt: prePrompt, asksFrom: asksFrom, settingsLink: settingsLink),
      events: moment.event.map { [$0] } ?? [], version: version, delaySeconds: delaySeconds, consent: consent,
      attribution: attribution, sessionGapSeconds: sessionGapSeconds, region: region, askedBefore: askedBefore
    )
  }
}
