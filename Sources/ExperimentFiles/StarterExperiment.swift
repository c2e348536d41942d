/// A commented experiment to start from, as `att-lab init` writes it.
///
/// It loads without warnings and asks a small question of the preset's own kind
/// of app: at launch, after onboarding, or once something has been got from the app.
public func starterExperiment(preset: BuiltInPopulation) -> String {
  let story = StarterStory(preset)
  return """
    # When should \(story.app) ask for permission to track?
    #
    # Run it:      att-lab simulate \(preset.rawValue)-experiment.yaml
    # Look first:  att-lab simulate \(preset.rawValue)-experiment.yaml --dry-run
    #
    # For completion and checks in an editor, write the schema to a file with
    # `att-lab schema > att-lab.schema.json` and let the next line name it.
    # yaml-language-server: $schema=att-lab.schema.json

    experiment: \(preset.rawValue)-experiment
    question: When should \(story.app) ask, at launch, after onboarding, or after \(story.moment)?
    seed: 1                # the same file and seed give the same answer, bit for bit
    trials: 200            # each trial draws anew what is not known
    installs: 20000        # per trial
    horizon_days: 30
    baseline: launch       # the arm the others are compared with
    objective: opt_in_per_install

    # Who installs the app: a built-in preset (news, game, shop, utility), with its evidence.
    population: \(preset.rawValue)

    # What you know better than the preset. A bare number is a fact; {uniform: [lo, hi]} and the
    # like are what you do not know. Remove the '#' and put your own numbers.
    adjust: {}
    #  retention: {d1: .25, d7: .11, d30: .05, sessions_per_active_day: 2.0}
    #  allow: {rate: {beta: [30, 70]}}
    #  device: {requests_off: {uniform: [0.15, 0.25]}}

    # What the alert says, as in NSUserTrackingUsageDescription: a use, and an example of it.
    usage_strings:
      concrete:
        text: "\(story.usage)"

    # Your own screen before the alert: one button that always leads on.
    pre_prompts:
      explain:
        title: \(story.title)
        body: \(story.body)
        button: Continue
        # Nobody has published what such a screen does to the answer: a wide guess.
        allow_odds_ratio: {lognormal: [1.2, 0.25]}

    # The strategies to compare.
    arms:
      launch:
        ask: launch
        usage_string: concrete
      after_onboarding:
        ask: onboarding
        delay_seconds: 1
        usage_string: concrete
      after_\(story.event):
        ask: {after: \(story.event), count: {sweep: [1, 3]}}    # one arm for each value
        usage_string: concrete
      after_\(story.event)_explained:
        ask: {after: \(story.event), count: 1}
        pre_prompt: explain
        usage_string: concrete

    """
}

/// The words in which the presets' starters differ.
private struct StarterStory {
  var app: String
  var event: String
  var moment: String
  var usage: String
  var title: String
  var body: String

  init(_ preset: BuiltInPopulation) {
    switch preset {
    case .news:
      app = "a news app"
      event = "article"
      moment = "an article"
      usage = "Shows you ads about the topics you read, for example concerts if you follow music."
      title = "Ads that fit what you read"
      body = "On the next screen you decide whether we may match ads to your topics."
    case .game:
      app = "a game"
      event = "level"
      moment = "a level"
      usage = "Shows you ads for games you may like, for example puzzles if you play puzzles."
      title = "Ads for games you may like"
      body = "On the next screen you decide whether ads may fit what you play."
    case .shop:
      app = "a shop"
      event = "product_view"
      moment = "a product"
      usage = "Shows you our offers in other apps, for example the shoes you looked at."
      title = "Offers that fit you"
      body = "On the next screen you decide whether offers may fit what you looked at."
    case .utility:
      app = "a utility"
      event = "task"
      moment = "a finished task"
      usage = "Measures which ad brought you here, for example a video in another app."
      title = "How you found us"
      body = "On the next screen you decide whether we may learn which ad brought you here."
    }
  }
}
