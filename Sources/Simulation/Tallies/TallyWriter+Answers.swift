import ExperimentDesign
import PromptFlow

/// What comes of a life that was asked, and then met nothing that only the machines follow.
extension TallyWriter {
  /// Counts a life in which the alert was answered, its asks and its losses aside.
  ///
  /// - Parameters:
  ///   - allows: the probability of allowing that decided the answer.
  ///   - day: of the answer's session.
  ///   - end: whether the install ends authorized, and how many of the `lived` sessions were.
  ///   - isSent: whether the install event went out before the answer; `nil` where no event is.
  @inline(__always)
  func addAnswered(
    isAllowed: Bool, allows: Double, day: Double, end: (isAuthorized: Bool, sessions: Int), lived: Int,
    _ score: AnswerScore, isSent: Bool?
  ) {
    addEnd(triggerReached: true, final: end.isAuthorized ? .authorized : .deniedByAnswer)
    addAnswer(isAllowed: isAllowed, day: day, allows: allows)
    addSessions(authorized: end.sessions, identified: end.sessions, lived: lived)
    count(.trackedBeforePermission, if: isSent == true)
    count(.attributed, if: isSent == false && isAllowed)  // R118
    count(.personalizable, if: end.isAuthorized)
    addScore(
      score, lived: lived, identifiedBefore: 0, isPersonalizable: true, isAttributed: isSent == false)
  }

  /// Counts a life in which nobody answered, its asks and its losses aside.
  ///
  /// - Parameter isSent: whether the install event went out; `nil` where no event is.
  @inline(__always)
  func addUnanswered(isSent: Bool?) {
    addEnd(triggerReached: true, final: .undetermined)
    count(.trackedBeforePermission, if: isSent == true)
    count(.unreported, if: isSent == false)
  }
}
