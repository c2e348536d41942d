import ExperimentDesign

/// One key of an experiment file, as the guide and `explain` show it.
public struct ExperimentKey: Hashable, Sendable {
  /// Where it stands, names that the user chooses in capitals: `arms.NAME.ask`.
  public var path: String
  /// What it is, in a sentence.
  public var summary: String
  /// What may stand there.
  public var expects: String
  /// The words that may stand there, where there is a choice of some.
  public var choices: [String]
  /// What holds where it is left out; `nil` where nothing does.
  public var defaultText: String?
  /// A value as somebody may write it, on one line; `nil` for what only has keys below.
  public var example: String?
  /// Whether it has to be there.
  public var isRequired: Bool
}

extension ExperimentKey {
  /// Every key in the order of the file, from the same tables that the loader checks by.
  ///
  /// Keys of a mapping that may stand in several paths are listed at the first.
  public static let all: [ExperimentKey] = {
    var visitor = KeyVisitor()
    visitor.visit(.experiment, under: "")
    return visitor.keys
  }()

  /// The keys that stand right under it, where they are listed under its path.
  public var below: [ExperimentKey] {
    Self.all.filter { key in
      guard let end = key.path.lastIndex(of: ".") else { return false }
      return [path, "\(path).NAME"].contains(String(key.path[..<end]))
    }
  }

  /// The keys for which a word may stand, such as `before_att`.
  public static func taking(_ word: String) -> [ExperimentKey] {
    let found = all.filter { $0.choices.contains(word) }
    // What may be searched is said of an option's key already.
    let plain = found.filter { !$0.path.hasPrefix("search.") }
    return plain.isEmpty ? found : plain
  }

  /// The keys that a word may mean: a whole path, or the end of one, with or without the names in it.
  public static func named(_ word: String) -> [ExperimentKey] {
    let parts = word.split(separator: ".").map(String.init)
    guard !parts.isEmpty else { return [] }
    let found = all.filter { key in
      let own = key.path.split(separator: ".").map(String.init)
      guard parts.count <= own.count else { return false }
      return zip(own.suffix(parts.count), parts).allSatisfy { $0 == $1 || $0 == $0.uppercased() }
        && own.last == parts.last
    }
    let whole = found.filter { $0.path == word || $0.path == "population.\(word)" }
    guard whole.isEmpty else { return whole }
    // By `retry` an option's is meant sooner than what a search may try, and by `pre_prompt` than what one costs.
    func rank(_ key: ExperimentKey) -> Int {
      key.path.hasPrefix("arms.") ? 0 : key.path.hasPrefix("search.") ? 2 : 1
    }
    return [0, 1, 2].flatMap { wanted in found.filter { rank($0) == wanted } }
  }
}

/// Walks the key tables, each table once.
private struct KeyVisitor {
  var keys: [ExperimentKey] = []
  /// Where the keys of a table are listed, by its noun and names.
  private var paths: [[String]: String] = [:]

  mutating func visit(_ table: KeyTable, under path: String) {
    paths[[table.noun] + table.names] = path
    var below: [(table: KeyTable, path: String)] = []
    for key in table.keys {
      let own = path.isEmpty ? key.name : "\(path).\(key.name)"
      let expects = words(key.kind, at: own, &below)
      keys.append(
        ExperimentKey(
          path: own, summary: key.summary, expects: expects, choices: key.kind.choices,
          defaultText: key.defaultText,
          example: key.example, isRequired: key.isRequired))
    }
    // What is in a fixed key comes before what is in names, which often has the same keys.
    // A search lists the keys of an option once more, so it comes last.
    let ranked = [0, 1, 2].flatMap { rank in
      below.filter { (_, path) in (path == "search" ? 2 : path.hasSuffix(".NAME") ? 1 : 0) == rank }
    }
    for (table, path) in ranked {
      guard paths[[table.noun] + table.names] == nil else { continue }
      visit(table, under: path)
    }
  }

  private static let metrics = Metric.allCases.map(\.rawValue)

  /// What may stand there; the mappings under it that are not listed yet are added to `below`.
  private func words(
    _ kind: ValueKind, at path: String, _ below: inout [(table: KeyTable, path: String)]
  ) -> String {
    switch kind {
    case .section(let table): section(table, path, &below)
    case .named(let table, let noun): "from the name of \(noun) to " + section(table, "\(path).NAME", &below)
    case .list(let kind): "a list of " + words(kind, at: path, &below)
    case .either(let scalar, let other):
      words(scalar, at: path, &below) + ", or " + words(other, at: path, &below)
    case .choice(let words) where words == Self.metrics: "the name of a metric"
    case .keyed(let names, _, let kind) where names == Self.metrics:
      "a mapping from metrics to weights, each " + words(kind, at: path, &below)
    case .keyed(let names, let noun, let kind) where names.count > 20:
      "a mapping from the tags of \(noun)s, \(names[0]) to \(names[names.count - 1]), each "
        + words(kind, at: path, &below)
    case .keyed(let names, _, let kind):
      "a mapping with \(names.joined(separator: ", ")), each " + words(kind, at: path, &below)
    case .text, .name, .choice, .flag, .seed, .integer, .known, .parameter, .evidence: kind.expectation
    }
  }

  private func section(
    _ table: KeyTable, _ path: String, _ below: inout [(table: KeyTable, path: String)]
  ) -> String {
    if let path = paths[[table.noun] + table.names] {
      return path.isEmpty ? table.noun : "\(table.noun), with the keys of '\(path)'"
    }
    below.append((table, path))
    return "\(table.noun): the keys below"
  }
}
