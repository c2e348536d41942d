import Inference

/// What may be said of the best arm of a scenario, from what its lead over the others leaves open.
///
/// The baseline has no part in it, so that the same arms under another baseline have the same headline.
public enum Headline: String, CaseIterable, Equatable, Sendable {
  /// It is the only arm that may win.
  case onlyOption = "only_option"
  /// Other arms have its value in every trial, and none is better.
  case level
  /// It is tied with another arm at this size.
  case tied
  /// Too few trials to say what the uncertain inputs leave open.
  case tooFewTrials = "too_few_trials"
  /// It is best: within the margin of the best in at least ``surely`` of the draws of the uncertain
  /// inputs, or ahead of every other arm in the central 90% of them.
  case best
  /// It is best on average, and the uncertain inputs can change that.
  case bestGuess = "best_guess"

  /// The chance of being within the margin of the best from which an arm is called the best.
  public static let surely = 0.95

  /// - Parameter decision: what is known where an arm has to be chosen; `nil` where that is not worked out.
  init(_ verdict: Verdict, _ decision: Decision?, parametersVary: Bool) {
    let chance = decision?[verdict.best]?.withinMargin?.value
    self =
      if verdict.runnerUp == nil {
        .onlyOption
      } else if !verdict.tied.isEmpty {
        verdict.level == verdict.tied ? .level : .tied
      } else if parametersVary, verdict.lead?.parameter90 == nil {
        .tooFewTrials
      } else if verdict.leadsEveryArm || chance.map({ $0 >= Self.surely }) == true {
        .best
      } else {
        .bestGuess
      }
  }
}
