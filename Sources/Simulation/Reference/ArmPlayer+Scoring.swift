import PromptFlow

extension ArmPlayer {
  /// Counts what became of the life just played in expectation over the answer.
  mutating func score(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers, _ ledger: Ledger
  ) {
    guard let answer = outcome.answer else {
      ledger.addIdentifiedScore(
        Double(outcome.identifiedSessions), sessions: Double(outcome.sessions))
      ledger.addAttributedScore(outcome.attributed ? 1 : 0)
      ledger.addPersonalizableScore(outcome.personalizable ? 1 : 0)
      return
    }
    let found = answerScore(answer, life, arm, people)
    authorizedScore = found.authorized
    ledger.addScore(
      found, lived: Int(outcome.sessions),
      identifiedBefore: Int(outcome.identifiedBeforeAnswer), isPersonalizable: !hasConsent,
      isAttributed: !hasConsent && outcome.sentAtAnswer)
    if hasConsent {
      scoreBothAnswers(answer, found.allows, &life, arm, people, ledger)
    } else {
      ledger.addAttributedScore(outcome.attributed && !outcome.sentAtAnswer ? 1 : 0)
    }
  }

  private func answerScore(
    _ answer: AlertAnswer, _ life: borrowing Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> AnswerScore {
    let settings = arm.settings
    let lived = Int(outcome.sessions)
    let next = outcome.answeredIn + 1
    guard arm.strategy.settingsLink == .afterDenial, lived > next else {
      return AnswerScore(
        allows: outcome.allows, answeredIn: outcome.answeredIn, lived: lived, settings)
    }
    // After the answer nothing but the link drives anybody away.
    let all = life.sessionCount
    let isDrivenAway =
      life.leavingUniform(of: next) < 1 - (1 - life.leavingProbability) * (1 - people.annoyanceNag)
    return AnswerScore(
      allows: outcome.allows, answeredIn: outcome.answeredIn, livedAllowing: all,
      livedDenying: isDrivenAway ? next + 1 : all,
      firstReenable: people.reenable + people.linkAfterDenial, settings)
  }

  /// With a consent layer much depends on the answer: the other branch is played too.
  private mutating func scoreBothAnswers(
    _ answer: AlertAnswer, _ allows: Double, _ life: inout Life, _ arm: ArmNumbers,
    _ people: SegmentNumbers, _ ledger: Ledger
  ) {
    let weight = answer == .allow ? allows : 1 - allows
    let attributed = outcome.attributed ? weight : 0
    let personalizable = outcome.personalizable ? weight : 0
    playByMachines(&life, arm, people, answering: answer == .allow ? .deny : .allow)
    ledger.addAttributedScore(attributed + (outcome.attributed ? 1 - weight : 0))
    ledger.addPersonalizableScore(personalizable + (outcome.personalizable ? 1 - weight : 0))
  }
}
