/// Where an app's one pending ask stands.
@frozen
public enum AskStage: UInt8, CaseIterable, Hashable, Sendable {
  case none
  case delaying
  case waitingForConsent
  case waitingToShowPrePrompt
  case showingPrePrompt
  case inFlight
}

/// How a pre-prompt ended.
@frozen
public enum PrePromptEnd: UInt8, Hashable, Sendable {
  case continued
  /// Closed, and the session goes on: only where it is dismissible.
  case dismissed
  /// The person left the app.
  case left
}
