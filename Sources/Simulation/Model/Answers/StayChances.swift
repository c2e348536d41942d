import ExperimentDesign
import PromptFlow
import RandomStreams

/// What the questions of a session cost in people who stay after it (model, section 5).
struct StayChances: BitwiseCopyable {
  /// Probability that reading a pre-prompt annoys a person into leaving.
  private let prePrompt: Double
  /// The same of the alert.
  private let alert: Double
  /// The same of an alert that is cold, beside what every alert costs.
  private let cold: Double
  /// The same of a link to Settings.
  private let nag: Double

  init(_ people: Segment, _ draws: ParameterDraws) {
    prePrompt = draws(people[.annoyancePrePrompt])
    alert = draws(people[.annoyanceAlert])
    cold = draws(people[.annoyanceCold])
    nag = draws(people[.annoyanceNag])
  }

  /// What is left of a probability to stay once a pre-prompt has been shown.
  @inline(__always)
  func afterPrePrompt(_ stays: Double) -> Double { stays * (1 - prePrompt) }

  /// What is left of a probability to stay once the alert has been shown.
  @inline(__always)
  func afterAlert(_ stays: Double, isCold: Bool) -> Double {
    let warm = stays * (1 - alert)
    return isCold ? warm * (1 - cold) : warm
  }

  /// What is left of a probability to stay once a link to Settings has been shown.
  @inline(__always)
  func afterLink(_ stays: Double) -> Double { stays * (1 - nag) }
}

extension TrialSegment {
  /// Whether the person leaves the app under the alert, without an answer (model, section 6).
  ///
  /// - Parameter showing: 0-based.
  @inline(__always)
  func leavesUnanswered(_ stream: AddressedStream, showing: UInt32) -> Bool {
    unanswered > 0 && stream.uniform(purpose: DrawPurpose.unanswered, index: showing) < unanswered
  }
}

extension TrialArm {
  /// How a pre-prompt ends for somebody who goes on, or does not.
  func prePromptEnd(continues: Bool) -> PrePromptEnd {
    continues ? .continued : strategy.prePrompt?.isDismissible == true ? .dismissed : .left
  }
}
