package import PromptFlow

/// One session of a life.
package struct TracedSession: Hashable, Sendable {
  /// 1 for the install's own.
  package var number: Int
  /// Days from the install.
  package var day: Double
  /// What happens, in order.
  package var moments: [TracedMoment]
  /// Seconds from process start to the end.
  package var seconds: Double
  /// What ended it.
  package var end: SessionEnd
  /// What the system says of the permission when it ends; `nil` without one.
  package var status: AuthorizationStatus?
  /// Whether the advertising identifier is readable when it ends.
  package var identifierIsReadable: Bool
  /// What comes after it.
  package var departure: Departure
  /// The probability of leaving for good after it, annoyance included, and the uniform that decided.
  package var leaving: Chance
}

/// What ends a session.
package enum SessionEnd: String, CaseIterable, Hashable, Sendable {
  /// It ran its course.
  case ranItsCourse = "ran_its_course"
  /// The person gave up during onboarding.
  case leftOnboarding = "left_onboarding"
  /// The person left the app at the pre-prompt.
  case leftPrePrompt = "left_pre_prompt"
  /// The person left the app at the alert, unanswered (R31).
  case leftAlert = "left_alert"
}

/// What comes after a session.
package enum Departure: String, CaseIterable, Hashable, Sendable {
  /// Another session.
  case stays
  /// The person leaves for good, asked or not.
  case leaves
  /// The person leaves for good because of what the app showed in this session.
  case drivenAway = "driven_away"
  /// The next session would start after the horizon.
  case horizon
}

/// A probability, and the uniform that was below it or not.
package struct Chance: Hashable, Sendable {
  /// Between 0 and 1.
  package var probability: Double
  /// Strictly between 0 and 1; what it stands for happens iff it is below the probability.
  package var uniform: Double
}

/// Something that happens at an instant of a session.
package struct TracedMoment: Hashable, Sendable {
  /// Seconds of the wall clock since the session's process started.
  package var seconds: Double
  /// What happens.
  package var event: TraceEvent
}
