/// What an app does after a request that ended undetermined.
@frozen
public enum RetryPolicy: String, CaseIterable, Hashable, Sendable, Codable {
  /// Ask again at every later activation, in this session and later ones.
  case eachActivation = "each_activation"
  /// Ask again at the hook of the next session.
  case nextSession = "next_session"
  /// Never ask again.
  case never
}

/// Whether and when the app offers a way to the Settings app after a denial.
@frozen
public enum SettingsLink: String, CaseIterable, Hashable, Sendable, Codable {
  case none
  /// A quiet row among the app's preferences.
  case inPreferences = "in_preferences"
  /// Shown once, at the activation of the first session after a denying answer.
  case afterDenial = "after_denial"
}

/// The pre-prompt's behaviour: the app's own screen before the alert.
@frozen
public struct PrePromptPolicy: Hashable, Sendable, Codable {
  /// Whether the person can close it and stay in the app, which Apple forbids.
  public var isDismissible: Bool
  /// Sessions to wait after a showing that was not continued; 1 is the very next session.
  public var cooldownSessions: Int
  /// Showings after which the install is never asked; `nil` means no limit.
  public var maximumShows: Int?

  /// A pre-prompt's behaviour; by default the compliant one that comes again in every session until continued.
  @inlinable
  public init(isDismissible: Bool = false, cooldownSessions: Int = 1, maximumShows: Int? = nil) {
    self.isDismissible = isDismissible
    self.cooldownSessions = cooldownSessions
    self.maximumShows = maximumShows
  }
}

/// When an app asks, what it shows first, and what it does when nothing came of it.
///
/// This is the part of an arm that decides anything; the texts and their effects
/// on people belong to the experiment.
@frozen
public struct PromptStrategy: Hashable, Sendable, Encodable {
  /// When the app first wants to ask.
  public var trigger: AskTrigger
  /// Where the app's code sits at the start of a session.
  public var hook: AskHook
  /// What the app does after a request that ended undetermined.
  public var retry: RetryPolicy
  /// `nil` when the alert comes without a screen of the app's own before it.
  public var prePrompt: PrePromptPolicy?
  /// The oldest version on which the app asks: `iOS14_0` or `iOS14_5`.
  public var asksFrom: SystemVersion
  /// Whether the app shows a way to Settings after a denial.
  public var settingsLink: SettingsLink
  /// Whether the app believes the request's callback instead of reading the status.
  public var trustsCallback: Bool

  /// A strategy; by default the plainest compliant one for its trigger.
  @inlinable
  public init(
    trigger: AskTrigger, hook: AskHook = .didBecomeActive, retry: RetryPolicy = .eachActivation,
    prePrompt: PrePromptPolicy? = nil, asksFrom: SystemVersion = .iOS14_5,
    settingsLink: SettingsLink = .none, trustsCallback: Bool = false
  ) {
    self.trigger = trigger
    self.hook = hook
    self.retry = retry
    self.prePrompt = prePrompt
    self.asksFrom = asksFrom
    self.settingsLink = settingsLink
    self.trustsCallback = trustsCallback
  }
}
