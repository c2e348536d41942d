import ExperimentDesign
import ExperimentSamples

/// A person with onboarding, two kinds of events and a moderate temper; then `change`.
func makeReader(_ change: (inout Segment) -> Void = { _ in }) -> Segment {
  makeSegment {
    $0.visits = VisitModel(rate: .constant(known(1.5)), leaving: .beta(a: known(1), b: known(3)))
    $0.onboarding = onboarding(0.6, 0.5)
    $0[.activitySpread] = known(0.6)
    $0[.withActivity] = 0.3
    $0[.withStaying] = 0.3
    $0.events = [
      events(0, perSession: 1.5, seconds: 40, value: 1), events(1, perSession: 0.5, seconds: 20, value: 0.3),
    ]
    $0[.allowRate] = 0.4
    $0[.allowSpread] = 1
    $0[.allowValue] = 0.3
    $0[.coldOddsRatio] = 0.7
    $0.continuing = continuing(0.6, spread: 0.5, value: 0.2, fatigue: 0.6)
    $0[.annoyancePrePrompt] = 0.05
    $0[.annoyanceAlert] = 0.05
    $0[.annoyanceCold] = 0.05
    $0[.annoyanceNag] = 0.05
    $0[.reenable] = 0.02
    $0[.revoke] = 0.01
    change(&$0)
  }
}

/// Who goes on from a pre-prompt.
func continuing(
  _ rate: Parameter, spread: Parameter, value: Parameter, fatigue: Parameter, persistence: Parameter = 0.5
) -> Numbers {
  numbers(
    .continuing,
    [
      .continueRate: rate, .continueSpread: spread, .continueValue: value, .fatigueOddsRatio: fatigue,
      .persistence: persistence,
    ])
}
