import ExperimentDesign
import PromptFlow

extension ArmPlayer {
  /// Counts what became of the life just played in expectation over the answer.
  mutating func score(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment, _ writer: TallyWriter) {
    guard let answer = outcome.answer else {
      writer.add(.identifiedScoreMicro, TallyWriter.fixed(Double(outcome.identifiedSessions), 1e6))
      writer.add(.attributedScoreNano, probability: outcome.attributed ? 1 : 0)
      writer.add(.personalizableScoreNano, probability: outcome.personalizable ? 1 : 0)
      return
    }
    let found = answerScore(&life, arm, people)
    writer.addScore(
      found, lived: Int(outcome.sessions), identifiedBefore: Int(outcome.identifiedBeforeAnswer))
    if hasConsent {
      scoreBothAnswers(answer, found.allows, &life, arm, people, writer)
    } else {
      writer.add(.personalizableScoreNano, probability: found.authorized)
      writer.add(
        .attributedScoreNano, probability: outcome.sentAtAnswer ? found.allows : outcome.attributed ? 1 : 0)
    }
  }

  // Not borrowed: Swift 6.3 copies a whole life for that.
  @inline(__always)
  private mutating func answerScore(
    _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment
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
      life.leavingUniform(of: next)
      < Leaving.probability(life.leavingProbability, stayProbability: people.stayChances.afterLink(1))
    return AnswerScore(
      allows: outcome.allows, answeredIn: outcome.answeredIn, livedAllowing: all,
      livedDenying: isDrivenAway ? next + 1 : all,
      firstReenable: arm.reenable(people, showsLink: true), settings)
  }

  /// With a consent layer much depends on the answer: the other branch is played too.
  private mutating func scoreBothAnswers(
    _ answer: AlertAnswer, _ allows: Double, _ life: inout Life, _ arm: TrialArm,
    _ people: TrialSegment, _ writer: TallyWriter
  ) {
    let weight = answer == .allow ? allows : 1 - allows
    var (isAttributed, isPersonalizable) = (outcome.attributedBeforeAnswer, false)
    if !wouldDenyForGood(&life, people) {
      otherwise.pointee.playOtherAnswer(&life, arm, people)
      isAttributed = otherwise.pointee.outcome.attributed
      isPersonalizable = otherwise.pointee.outcome.personalizable
    }
    func expected(_ own: Bool, _ others: Bool) -> Double { (own ? weight : 0) + (others ? 1 - weight : 0) }
    writer.add(.attributedScoreNano, probability: expected(outcome.attributed, isAttributed))
    writer.add(.personalizableScoreNano, probability: expected(outcome.personalizable, isPersonalizable))
  }
}
