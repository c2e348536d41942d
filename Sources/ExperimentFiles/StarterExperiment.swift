import EmbeddedFiles

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
  let words = preset.story + [("preset", preset.rawValue), ("guess", StarterGuess.value)]
  return words.reduce(String(cString: embeddedFile("starter.yaml"))) { text, word in
    text.replacing("<\(word.0)>", with: word.1)
  }
}

/// The only number that a starter gives, which is nobody's own guess until it is changed.
enum StarterGuess {
  static let path = "pre_prompts.explain.allow_odds_ratio"
  static let value = "{range: [0.8, 1.8]}"
}

extension BuiltInPopulation {
  /// The words in which the starters differ.
  fileprivate var story: [(String, String)] {
    switch self {
    case .news:
      [
        ("app", "a news app"),
        ("event", "article"),
        ("moment", "an article"),
        ("third", "the third article"),
        ("usage", "Shows you ads about the topics you read, for example concerts if you follow music."),
        ("title", "Ads that fit what you read"),
        ("body", "On the next screen you decide whether we may match ads to your topics."),
      ]
    case .game:
      [
        ("app", "a game"),
        ("event", "level"),
        ("moment", "a level"),
        ("third", "the third level"),
        ("usage", "Shows you ads for games you may like, for example puzzles if you play puzzles."),
        ("title", "Ads for games you may like"),
        ("body", "On the next screen you decide whether ads may fit what you play."),
      ]
    case .shop:
      [
        ("app", "a shop"),
        ("event", "product_view"),
        ("moment", "a product"),
        ("third", "the third product"),
        ("usage", "Shows you our offers in other apps, for example the shoes you looked at."),
        ("title", "Offers that fit you"),
        ("body", "On the next screen you decide whether offers may fit what you looked at."),
      ]
    case .utility:
      [
        ("app", "a utility"),
        ("event", "task"),
        ("moment", "a finished task"),
        ("third", "the third task"),
        ("usage", "Measures which ad brought you here, for example a video in another app."),
        ("title", "How you found us"),
        ("body", "On the next screen you decide whether we may learn which ad brought you here."),
      ]
    }
  }
}
