import PromptFlow

extension AppFlow {
  /// An app that asks at its first activation, unless said otherwise.
  static func make(
    _ trigger: AskTrigger = .launch, hook: AskHook = .didBecomeActive,
    retry: RetryPolicy = .eachActivation, prePrompt: PrePromptPolicy? = nil,
    settingsLink: SettingsLink = .none, trustsCallback: Bool = false,
    version: SystemVersion = .modern
  ) -> AppFlow {
    AppFlow(
      strategy: PromptStrategy(
        trigger: trigger, hook: hook, retry: retry, prePrompt: prePrompt,
        settingsLink: settingsLink, trustsCallback: trustsCallback),
      version: version)
  }

  /// Hands over events whose actions the test does not look at.
  mutating func tell(_ events: Event...) {
    for event in events { _ = handle(event) }
  }

  /// Hands over events and returns what the app does about each.
  mutating func transcript(_ events: Event...) -> [Action] {
    events.map { handle($0) }
  }
}

extension AppFlow.Situation {
  /// An active, uncovered, undetermined app without a consent layer.
  static let free = Self(status: .notDetermined, canShowScreen: true, consentHoldsBack: false)

  static func reading(_ status: AuthorizationStatus?) -> Self {
    Self(status: status, canShowScreen: true, consentHoldsBack: false)
  }
}
