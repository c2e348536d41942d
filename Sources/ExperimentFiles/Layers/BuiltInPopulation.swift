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
