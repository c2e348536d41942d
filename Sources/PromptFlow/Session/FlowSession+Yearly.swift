/// The one more request that some regions allow a year after an answer (R78).
extension FlowSession {
  /// Keeps the day on which the answer that stands was first read; where none stands, the question is open.
  mutating func rememberAnswer(_ turn: Turn) {
    readings.note(turn.moment.status, at: Self.date(turn.moment))
    if turn.moment.status == .notDetermined { _ = flow.handle(.questionOpen) }  // R7, R30
  }

  /// At a session's activation, once in it: with the delay that precedes every ask (R142), no pre-prompt, because
  /// the system alone knows whether an alert follows (R89).
  mutating func askAfterAYear(_ turn: inout Turn) {
    guard yearly == .none, mayRequestAgain(turn) else { return }
    yearly = .delaying
    start(.ask, seconds: setup.delaySeconds, "R78", &turn)
  }

  /// The delay is over.
  mutating func requestAfterAYear(_ turn: inout Turn) {
    guard yearly == .delaying else { return }
    guard view(turn).isUncovered, driver.screen == .none, mayRequestAgain(turn) else {
      yearly = .none  // the next activation looks again
      return
    }
    yearly = .made
    request = OpenRequest(isYearly: true)
    emit(.request, "R78", &turn)
  }

  /// Whatever it says, a year begins anew; except where the person went for more information (R76).
  mutating func endYearlyRequest(_ handed: AuthorizationStatus, _ turn: inout Turn) {
    request = nil
    if handed.isDetermined { readings.answeredAt = Self.date(turn.moment) ?? readings.answeredAt }
    notice(&turn)
    carryOut(driver.screenFree(view(turn)), &turn)
  }

  private func mayRequestAgain(_ turn: Turn) -> Bool {
    guard let region = setup.region, let answeredAt = readings.answeredAt, let now = Self.date(turn.moment),
      !holdsBack, flow.asksOnThisSystem, flow.stage == .none, request == nil,
      consent?.holdsBackAsks != true, consent?.refusedFirst != true  // R109
    else { return false }
    return region.mayAskAgain(daysSinceAnswer: (now - answeredAt) / 86_400)
  }

  /// A calendar's seconds, where the app reads one that shows a number.
  static func date(_ moment: Moment) -> Double? {
    moment.secondsSince1970.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
  }
}
