import EmbeddedFiles

/// A population that comes with the tool, each number with its evidence.
public enum BuiltInPopulation: String, CaseIterable, Hashable, Sendable {
  case news
  case game
  case shop
  case utility

  /// The population mapping, as YAML with its comments.
  public var text: String { String(cString: embeddedFile("populations/\(rawValue).yaml")) }
}

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
  let words = [("preset", preset.rawValue), ("guess", StarterGuess.value)] + preset.words
  return words.reduce(String(cString: embeddedFile("starter.yaml"))) { text, word in
    text.replacing("<\(word.0)>", with: word.1)
  }
}

extension BuiltInPopulation {
  /// What kind of app it stands for, in a few words.
  public var summary: String { words.first { $0.0 == "summary" }?.1 ?? "" }

  /// The words in which the starters differ.
  fileprivate var words: [(String, String)] {
    let text = String(cString: embeddedFile("starters.yaml")).utf8
    let all = try? readYAML(Array(text), file: "starters.yaml", rank: 0, problems: ProblemList())
    return (all?[rawValue]?.entries ?? []).map { ($0.key, $0.value.scalar ?? "") }
  }
}

/// The only number that a starter gives, which is nobody's own guess until it is changed.
enum StarterGuess {
  static let path = "pre_prompts.explain.allow_odds_ratio"
  static let value = "{range: [0.8, 1.8]}"
}
