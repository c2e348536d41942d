extension FlowSession {
  /// Seconds after which a pre-prompt that was asked to leave is gone, whether or not the app says so.
  ///
  /// A dismissal takes about half a second. Longer than that, and nothing would ever come after the screen of
  /// an app that forgets to say.
  static let dismissalSeconds = 2.0

  /// The person is through with the pre-prompt.
  mutating func endPrePrompt(_ end: PrePromptEnd, _ turn: inout Turn) {
    notice(&turn)
    guard driver.screen == .prePrompt else { return }
    hidePrePrompt(end == .continued ? "R81" : end == .dismissed ? "R83" : "R90", &turn)
    carryOut(driver.prePromptEnded(end, view(turn)), &turn)
  }

  /// The screen is gone; one that was not asked to leave was left.
  mutating func prePromptDisappeared(_ turn: inout Turn) {
    if driver.screen == .prePrompt { endPrePrompt(.left, &turn) }
    guard prePromptIsLeaving else { return notice(&turn) }
    prePromptIsLeaving = false
    screenBecameFree(&turn)
  }

  /// Takes the pre-prompt away, if it is up.
  mutating func hidePrePrompt(_ rule: String, _ turn: inout Turn) {
    guard driver.screen == .prePrompt else { return }
    driver.screen = .none
    prePromptIsLeaving = true
    emit(.hidePrePrompt, rule, &turn)
    start(.dismissal, seconds: Self.dismissalSeconds, "R112", &turn)
  }

  /// No alert can follow any more: the switch was turned off, a profile came, Settings answered, the layer refused (R89).
  mutating func withdrawPrePrompt(_ turn: inout Turn) {
    guard driver.screen == .prePrompt, turn.moment.status != .notDetermined || flow.isOver else { return }
    hidePrePrompt("R89", &turn)
    _ = driver.prePromptEnded(.left, view(turn))
  }
}
