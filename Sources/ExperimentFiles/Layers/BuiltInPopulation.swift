import EmbeddedFiles

/// A population that comes with the tool, each number with its evidence.
public enum BuiltInPopulation: String, CaseIterable, Hashable, Sendable {
  case news
  case game
  case shop
  case utility

  /// The population mapping, as YAML with its comments.
  public var text: String { String(cString: embeddedFile("populations/\(rawValue).yaml")) }

  /// What kind of app it stands for, in a few words.
  public var summary: String {
    switch self {
    case .news: "articles read in short, frequent sessions"
    case .game: "levels played, often several in a session"
    case .shop: "products viewed, now and then one put into the cart"
    case .utility: "a tool opened when it is needed"
    }
  }
}
