/// What the short keys of sources stand for.
public enum RuleSource {
  /// The citation behind a key; `nil` where the source is named in full already.
  public static func citation(_ key: String) -> String? { citations.first { $0.key == key }?.text }

  /// All keys with their citations.
  public static let citations: [(key: String, text: String)] =
    Record.all(of: "sources").flatMap { [$0.fields.joined(separator: " | ")] + $0.lines }.map { line in
      let parts = Record.parts(line, at: "|")
      return (parts[0], parts.dropFirst().joined())
    }
}
