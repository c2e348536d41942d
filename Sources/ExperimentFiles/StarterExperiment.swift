/// A commented experiment to start from, as `att-lab init` writes it.
///
/// It loads without warnings and asks a small question of the preset's own kind
/// of app: at launch, after onboarding, or once something has been got from the app.
public func starterExperiment(preset: BuiltInPopulation) -> String {
  let story = StarterStory(preset)
  return """
    # When should \(story.app) ask for permission to track?
    #
    \(StarterInstructions.filling)'\(preset.rawValue)', with its evidence.
    #
    \(StarterInstructions.running)     att-lab simulate \(preset.rawValue).yaml
    # Every key:  att-lab guide experiment-file
    experiment: our-\(preset.rawValue)-app
    question: When should our app ask, and does a pre-prompt pay?
    seed: 1                # the same file and seed give the same answer, bit for bit
    trials: 3000           # each trial draws anew what is not known
    installs: 2000         # per trial

    population: \(preset.rawValue)
    adjust:
      # 1. Retention: the share of installs that is back on day 1, on day 7 and on day 30. Then the sessions on a day that
      #    has any: without sessions_per_active_day they are 2.94, as in the median app.
      # retention: {d1: 27%, d7: 10%, d30: 4%, sessions_per_active_day: 2.0}
      # 2. Onboarding: the share of installs that completes it in the first session.
      # onboarding: {first: 60%}
      # 3. Opt-in, where you ask already: of those who were asked right after onboarding, as 31 who allowed and 69 who
      #    did not. Of another moment, or of all installs, it is another number: 'att-lab calibrate' takes such counts.
      # allow: {rate: {beta: [31, 69]}}
      # 4. Push: the share of installs that you ask for push at launch.
      # alerts: {push: {share: 70%}}
      # 5. Attribution: how many seconds your SDK waits for the answer.
      # attribution: {wait_seconds: 60}
      # Where the figures come from that you filled in; a guess has grade: assumed.
      # evidence:
      #   retention: {grade: measured, source: our analytics}
      #   onboarding: {grade: measured, source: our funnel}
      #   allow.rate: {grade: measured, source: our funnel}
      #   alerts.push.share: {grade: measured, source: our app}
      #   attribution.wait_seconds: {grade: measured, source: our app}

    # With the installs of a month, the answer also speaks of opt-ins a month and of weeks of a test.
    # app: {installs_per_month: 40000}

    # The text of the prompt (NSUserTrackingUsageDescription): a use, and an example of it.
    usage_strings:
      ours:
        text: "\(story.usage)"

    # Your own screen before the prompt: one button that always leads on.
    pre_prompts:
      explain:
        title: \(story.title)
        body: \(story.body)
        button: Continue
        # Nobody has published what such a screen does to the odds to allow: a wide guess, from 0.8 to 1.8 times.
        allow_odds_ratio: \(StarterGuess.value)

    # The options to compare. Name them as you speak of them.
    arms:
      At launch: {ask: launch, usage_string: ours}
      After onboarding: {ask: onboarding, usage_string: ours}
      After \(story.moment): {ask: {after: \(story.event)}, usage_string: ours}
      After \(story.moment) with pre-prompt: {ask: {after: \(story.event)}, pre_prompt: explain, usage_string: ours}

    """
}

/// The only number that a starter gives, which is nobody's own guess until it is changed.
enum StarterGuess {
  static let path = "pre_prompts.explain.allow_odds_ratio"
  static let value = "{range: [0.8, 1.8]}"
}

/// What a starter says of itself, which no file says that is made from it.
private enum StarterInstructions {
  /// How it is filled in, up to the preset.
  static let filling = """
    # Fill in your five numbers: take "# " away in front of a line, both characters, and put your own figure in its
    # place. It counts as yours: a guess, or measured with its grade (evidence, below). What you leave out comes from the preset \

    """
  /// Before the command that runs it.
  static let running = "# Run it:"
}

/// A file's text without what its comments at the top say of filling in and running the starter that it was made from.
public func withoutStarterInstructions(_ text: String) -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let end = lines.firstIndex { !$0.hasPrefix("#") } ?? lines.endIndex
  let filling = StarterInstructions.filling.split(separator: "\n")
  let kept = lines[..<end].filter { line in
    let runs = line.hasPrefix(StarterInstructions.running) && line.contains("att-lab simulate")
    return !runs && !filling.contains { line.hasPrefix($0) }
  }
  guard kept.count < end else { return text }
  // Of two bare signs that stood around what is gone, one is left.
  let comments = kept.indices.filter { index in
    kept[index] != "#" || index + 1 < kept.count && kept[index + 1] != "#"
  }.map { kept[$0] }
  return (comments + lines[end...]).joined(separator: "\n")
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
