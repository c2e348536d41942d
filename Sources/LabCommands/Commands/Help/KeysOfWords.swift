import ExperimentFiles

// What a word means among the keys of the experiment file.

extension ExperimentKey {
  /// The keys that stand right under it, where they are listed under its path.
  var below: [ExperimentKey] {
    Self.all.filter { key in
      guard let end = key.path.lastIndex(of: ".") else { return false }
      return [path, "\(path).NAME"].contains(String(key.path[..<end]))
    }
  }

  /// The keys for which a word may stand, such as `before_att`.
  static func taking(_ word: String) -> [ExperimentKey] {
    let found = all.filter { $0.choices.contains(word) }
    // What may be searched is said of an option's key already.
    let plain = found.filter { !$0.path.hasPrefix("search.") }
    return plain.isEmpty ? found : plain
  }

  /// The keys that a word may mean: a whole path, or the end of one, with or without the names in it.
  static func named(_ word: String) -> [ExperimentKey] {
    let parts = word.split(separator: ".").map(String.init)
    guard !parts.isEmpty else { return [] }
    let found = all.filter { key in
      let own = key.path.split(separator: ".").map(String.init)
      return parts.count <= own.count && own.last == parts.last
        && zip(own.suffix(parts.count), parts).allSatisfy { $0 == $1 || $0 == $0.uppercased() }
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
