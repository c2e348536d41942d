import ExperimentDesign
import RuleBook

extension KeyTable {
  /// What a team states of its app: one key per question of the book of rules.
  static let app = KeyTable(
    noun: "what is stated of the app",
    keys: TeamQuestion.all.map { Key($0.key, $0.answers.kind, $0.question) })
}

extension TeamQuestion.Answers {
  /// What may stand after the key.
  fileprivate var kind: ValueKind {
    switch self {
    case .flag: .flag
    case .choice(let words): .choice(words)
    case .seconds: .known(.nonNegative, why: "it is what the code does")
    }
  }
}

/// A key of a text, and where it stands.
public struct TextPlace: Hashable, Sendable {
  /// The file as it was named, or `preset news` for a built-in population.
  public var file: String
  /// 1-based; 0 where it was set from outside.
  public var line: Int
  /// 1-based; 0 where ``line`` is.
  public var column: Int
}

/// One answer of a team about its app.
public struct StatedFact: Hashable, Sendable {
  /// The key under `app`.
  public var key: String
  /// The answer; a flag's is `true` or `false`, however it is written.
  public var answer: String
}

/// The answers under `app`.
func statedFacts(_ root: LocatedNode) -> [StatedFact] {
  (root["app"]?.entries ?? []).compactMap { entry in
    guard let text = entry.value.scalar, let question = TeamQuestion.keyed(entry.key) else { return nil }
    guard case .flag = question.answers else { return StatedFact(key: entry.key, answer: text) }
    return readFlag(text).map { StatedFact(key: entry.key, answer: $0 ? "true" : "false") }
  }
}

/// Where every key of the population, of what is written over it, and of the experiment stands.
func keyPlaces(population: LocatedNode?, root: LocatedNode) -> [String: TextPlace] {
  var places: [String: TextPlace] = [:]
  func visit(_ node: LocatedNode, _ path: String) {
    for entry in node.entries {
      let here = path.isEmpty ? entry.key : "\(path).\(entry.key)"
      places[here] = TextPlace(file: entry.point.file, line: entry.point.line, column: entry.point.column)
      visit(entry.value, here)
    }
  }
  if let population { visit(population, "") }
  if let adjust = root["adjust"] { visit(adjust, "") }
  visit(root, "")
  return places
}
