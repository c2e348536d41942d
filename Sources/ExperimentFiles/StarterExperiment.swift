/// The experiments that come with the tool, by their names, beside the starters of ``BuiltInPopulation``.
public let shippedExperiments = [
  "news-timing", "pre-prompt-or-not", "usage-string-variants", "push-collision", "sdk-timeout",
  "consent-order",
  "shop-first-add-to-cart", "game-first-level", "news-by-country",
]

/// A commented experiment to start from, as `att-lab init` writes it.
///
/// It loads without warnings and asks for what decides: retention, onboarding, opt-in, when push is asked, the SDK's wait,
/// and whether the app's code asks again after a lost request. It has no name of its own, so that its runs have the file's.
public func starterExperiment(preset: BuiltInPopulation) -> String {
  let story = StarterStory(preset)
  return """
    # When should \(story.app) ask for permission to track?
    #
    # Take "# " away where you know better, and write your own figure. The rest is that of the preset '\(preset.rawValue)'.
    #
    # Run it: att-lab simulate \(preset.rawValue).yaml
    # Every key: att-lab guide experiment-file
    question: When should our app ask, and does a pre-prompt pay?
    seed: 1

    population: \(preset.rawValue)
    adjust:
      # 1. Installs back on day 1, 7 and 30; day 1 alone will do.
      # retention: {d1: 27%, d7: 10%, d30: 4%, sessions_per_active_day: 2.0}
      # 2. Onboarding completed in the first session.
      # onboarding: {first: 60%}
      # 3. Opt-in right after onboarding: 31 allowed, 69 did not.
      # allow: {rate: {beta: [31, 69]}}
      # 4. Push is asked at launch, onboarding or {after: \(story.event), count: 3}.
      # alerts: {push: {at: onboarding, share: 100%, offset: 0}}
      # 5. Seconds that your attribution SDK waits.
      # attribution: {wait_seconds: 60}
      # What you measured, not guessed:
      # evidence:
      #   retention: {grade: measured, source: our analytics}
      #   onboarding: {grade: measured, source: our funnel}
      #   allow.rate: {grade: measured, source: our funnel}
      #   attribution.wait_seconds: {grade: measured, source: our app}

    # For opt-ins a month and weeks of a test.
    # app: {installs_per_month: 40000}

    usage_strings:
      ours:
        text: "\(story.usage)"

    # Your screen before the prompt; its effect is a guess.
    pre_prompts:
      explain:
        title: \(story.title)
        body: \(story.body)
        button: Continue
        allow_odds_ratio: \(StarterGuess.value)

    # 6. Does your code ask again where another alert was up? If not, retry: never, or next_session.
    arms:
      At launch:
        ask: launch
        usage_string: ours
        # retry: never
      After onboarding:
        ask: onboarding
        usage_string: ours
        # retry: never
      After \(story.moment):
        ask: {after: \(story.event)}
        usage_string: ours
        # retry: never
      After \(story.moment) with pre-prompt:
        ask: {after: \(story.event)}
        pre_prompt: explain
        usage_string: ours
        # retry: never
      # After \(story.third):
      #   ask: {after: \(story.event), count: 3}
      #   usage_string: ours
      #   retry: never

    # For 'att-lab optimize'.
    search:
      ask: [launch, onboarding, {after: \(story.event), count: 3}]
      pre_prompt: [none, explain]
      usage_string: ours

    """
}

/// The only number that a starter gives, which is nobody's own guess until it is changed.
enum StarterGuess {
  static let path = "pre_prompts.explain.allow_odds_ratio"
  static let value = "{range: [0.8, 1.8]}"
}

/// The words in which the presets' starters differ.
private struct StarterStory {
  var app: String
  var event: String
  var moment: String
  var third: String
  var usage: String
  var title: String
  var body: String

  init(_ preset: BuiltInPopulation) {
    switch preset {
    case .news:
      app = "a news app"
      event = "article"
      moment = "an article"
      third = "the third article"
      usage = "Shows you ads about the topics you read, for example concerts if you follow music."
      title = "Ads that fit what you read"
      body = "On the next screen you decide whether we may match ads to your topics."
    case .game:
      app = "a game"
      event = "level"
      moment = "a level"
      third = "the third level"
      usage = "Shows you ads for games you may like, for example puzzles if you play puzzles."
      title = "Ads for games you may like"
      body = "On the next screen you decide whether ads may fit what you play."
    case .shop:
      app = "a shop"
      event = "product_view"
      moment = "a product"
      third = "the third product"
      usage = "Shows you our offers in other apps, for example the shoes you looked at."
      title = "Offers that fit you"
      body = "On the next screen you decide whether offers may fit what you looked at."
    case .utility:
      app = "a utility"
      event = "task"
      moment = "a finished task"
      third = "the third task"
      usage = "Measures which ad brought you here, for example a video in another app."
      title = "How you found us"
      body = "On the next screen you decide whether we may learn which ad brought you here."
    }
  }
}
