/// The file's own keys and the lines at which they begin, for a text of which some are written anew.
struct FileSections: Hashable, Sendable {
  struct Section: Hashable, Sendable {
    var key: String
    /// From 1.
    var line: Int
  }

  /// In the order of the text.
  private let sections: [Section]

  /// The keys of a file's root that stand in the file itself.
  init(of root: LocatedNode) {
    sections = root.entries.filter { $0.point.rank == 0 }
      .map { Section(key: $0.key, line: $0.point.line) }
      .sorted { $0.line < $1.line }
  }

  /// The lines of the text that are not part of some keys; everything else stays as it is written, comments too.
  ///
  /// - Returns: `nil` where two of the file's own keys stand in one line, so that nothing can be cut out of it.
  func lines(of text: String, without keys: Set<String>) -> [String]? {
    guard Set(sections.map(\.line)).count == sections.count else { return nil }
    var kept: [String] = []
    for (number, line) in zip(1..., yamlLines(of: text)) {
      let section = sections.last { $0.line <= number }
      guard let section, keys.contains(section.key) else {
        kept.append(line)
        continue
      }
      // What stands between two keys at the left edge is about the next one.
      if number > section.line, line.hasPrefix("#") { kept.append(line) }
    }
    while kept.last?.isEmpty == true { kept.removeLast() }
    return kept
  }
}
