import RandomStreams

/// What the person does about alerts, layers and Settings.
extension Life {
  /// The one uniform that decides the answer: allows iff it is below P.
  @inline(__always)
  var answerUniform: Double { stream.uniform(purpose: Purpose.answer) }

  /// Whether the person goes on from a showing of the pre-prompt (model, section 6).
  @inline(__always)
  mutating func continuesPrePrompt(
    showing: UInt32, _ logValue: Double, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Bool {
    let isOwn = stream.uniform(purpose: Purpose.persistence, index: showing) < people.persistence
    let uniform =
      isOwn
      ? stream.uniform(purpose: Purpose.ownContinue)
      : stream.uniform(purpose: Purpose.freshContinue, index: showing)
    let logOdds =
      people.continueIntercept + people.continueSpread * willingness(people)
      + people.continueValue * logValue + arm.logContinueOdds
      + Double(showing) * people.logFatigueOdds
    return ElementaryFunctions.logit(uniform) < logOdds
  }

  /// Log-odds of allowing at the moment the alert is shown (model, section 6).
  @inline(__always)
  mutating func logOddsOfAllowing(
    _ logValue: Double, isCold: Bool, isPrimed: Bool, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Double {
    var logOdds =
      people.allowIntercept + people.allowSpread * willingness(people)
      + people.allowValue * logValue + arm.logUsageOdds
    if isCold { logOdds += people.logColdOdds }
    if isPrimed { logOdds += arm.logAllowOdds }
    return logOdds
  }

  @inline(__always)
  mutating func alertSeconds(_ alert: AlertNumbers, _ people: SegmentNumbers) -> Double {
    if alertMemo.isForgotten, answerMemo.isForgotten {  // nearly always both are wanted
      let pair = stream.logNormals(
        Address(purpose: Purpose.alertSeconds, index: alert.id), Address(purpose: Purpose.answerSeconds),
        medians: SIMD2(alert.seconds.median, people.answerSeconds.median),
        sigmas: SIMD2(alert.seconds.sigma, people.answerSeconds.sigma))
      alertMemo.remember(pair[0], index: alert.id, alert.seconds)
      answerMemo.remember(pair[1], index: 0, people.answerSeconds)
      return pair[0]
    }
    return alertMemo.draw(stream, Purpose.alertSeconds, alert.id, alert.seconds)
  }

  @inline(__always)
  mutating func answerSeconds(_ showing: UInt32, _ people: SegmentNumbers) -> Double {
    answerMemo.draw(stream, Purpose.answerSeconds, showing, people.answerSeconds)
  }

  @inline(__always)
  mutating func readSeconds(_ showing: UInt32, _ law: SecondsLaw) -> Double {
    readMemo.draw(stream, Purpose.readSeconds, showing, law)
  }

  /// Whether any session holds a visit to Settings that could change the answer.
  @inline(__always)
  mutating func visitsSettings(_ people: SegmentNumbers) -> Bool {
    if !settings.areDrawn { settings.draw(stream, sessionCount, people) }
    return settings.count > 0
  }

  /// The uniform that decides about Settings in a session.
  @inline(__always)
  mutating func settingsUniform(of session: Int, _ people: SegmentNumbers) -> Double {
    visitsSettings(people) ? settings.uniform(inSession: session) : 1
  }
}
