/// Words that texts are judged by, in lists under names (`Data/rules/words.txt`).
public enum WordList {
  private static let all = Dictionary(grouping: Record.all(of: "words")) { $0.fields[0] }
  private static let lists = all.mapValues { $0.flatMap(\.lines).flatMap(words(in:)) }
  private static let sets = lists.mapValues(Set.init)

  /// The words of a list, in their order; none where there is no such list.
  public static func words(_ name: String) -> [String] { lists[name] ?? [] }

  /// Whether a list has a word.
  public static func has(_ name: String, _ word: String) -> Bool { sets[name]?.contains(word) ?? false }

  /// The words of a line.
  public static func words(in line: String) -> [String] { Record.parts(line, at: ",") }

  /// The lists of a name, each with what it is of.
  public static func lists(_ name: String) -> [(of: String, lines: [String])] {
    all[name, default: []].map { ($0.fields.count > 1 ? $0.fields[1] : "", $0.lines) }
  }

  /// What each word of the lists of a name is of.
  public static func of(_ name: String) -> [String: [String]] {
    lists(name).reduce(into: [:]) { found, list in
      for word in list.lines.flatMap(words(in:)) { found[word, default: []].append(list.of) }
    }
  }
}
