/// A small experiment with something of everything: two segments, a distribution, a forbidden arm.
public let sampleText = """
  experiment: sample
  question: Now or later?
  seed: 5
  trials: 6
  installs: 400
  horizon_days: 10
  population:
    segments:
      loyal: {share: 0.5, sessions: {rate: 1, leave: 0.05}}
      passing: {share: 0.5, sessions: {rate: 0.5, leave: 0.5}}
    onboarding: {first: 0.7, later: 0.4, seconds: {median: 40, sigma: 0.5}}
    allow: {rate: {beta: [6, 14]}, cold_odds_ratio: 0.5}
    continue: {rate: 0.6}
  usage_strings:
    plain: {text: "Shows you ads for topics you read about."}
  pre_prompts:
    open: {title: A word first, body: It helps us., button: Continue, dismissible: true, allow_odds_ratio: 1}
  arms:
    launch: {ask: launch, usage_string: plain}
    later: {ask: onboarding, usage_string: plain}
    closable: {ask: onboarding, usage_string: plain, pre_prompt: open}
  """

/// An experiment on the people of a preset, with retention figures of an app's own in its fourth line.
public func retentionText(_ figures: String, population: String = "news") -> String {
  """
  experiment: small
  population: \(population)
  adjust:
    retention: {\(figures)}
    evidence: {retention: {grade: measured, source: our analytics}}
  usage_strings:
    plain: {text: "Shows ads about what you read, for example local concerts."}
  arms:
    launch: {ask: launch, usage_string: plain}
    onboarding: {ask: onboarding, usage_string: plain}
  """
}
