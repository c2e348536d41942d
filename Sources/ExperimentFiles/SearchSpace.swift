import TextFormats

/// The strategies that a file lets be searched, and how each is written.
public struct SearchSpace: Sendable {
  /// The keys of an arm, such as `ask` or `attribution.wait_seconds`, each with its values as they are written, in document
  /// order.
  public let keys: [(path: String, values: [String])]
  /// The strategies that `search` makes in the order of the experiment's arms, each with the value of every key.
  public let strategies: [(name: String, values: [String])]
  /// What each arm says, by its name.
  let arms: [String: LocatedNode]

  /// A strategy that differs from another in one key, with the key's value in the other and in this one.
  public typealias Neighbour = (key: String, from: String, to: String, strategy: String)

  /// The strategies that differ from another in one key, those with the nearest values in the lists first.
  ///
  /// - Returns: none for an arm that `search` does not make.
  public func neighbours(of strategy: String) -> [Neighbour] {
    guard let own = strategies.first(where: { $0.name == strategy })?.values else { return [] }
    let found = strategies.compactMap { other -> (distance: Int, key: Int, neighbour: Neighbour)? in
      let differing = keys.indices.filter { own[$0] != other.values[$0] }
      guard let key = differing.first, differing.count == 1,
        let from = keys[key].values.firstIndex(of: own[key]),
        let to = keys[key].values.firstIndex(of: other.values[key])
      else { return nil }
      return (abs(to - from), key, (keys[key].path, own[key], other.values[key], other.name))
    }
    return found.indices.sorted {
      (found[$0].distance, -found[$0].key, $0) < (found[$1].distance, -found[$1].key, $1)
    }.map { found[$0].neighbour }
  }
}

extension ExperimentFile {
  /// An experiment of some of the arms that are searched, with sizes and a seed of its own; all arms are given to the same
  /// people, as in a search.
  ///
  /// - Parameter arms: names of the arms that it has, the first of them first.
  public func experiment(
    ofSearched arms: [String], baseline: String, seed: UInt64, trials: Int, installs: Int, comment: [String]
  ) -> MadeExperiment {
    var meant = root
    meant["search"] = nil
    for (key, value) in [
      ("seed", "\(seed)"), ("trials", "\(trials)"), ("installs", "\(installs)"), ("baseline", baseline),
    ] {
      meant[key] = .word(value, at: root.point)
    }
    var own = LocatedNode.emptyMapping(at: root.point)
    for arm in arms { own[arm] = search?.arms[arm] }
    meant["arms"] = own
    return MadeExperiment(meant: meant, base: root, comment: comment)
  }
}

extension LocatedNode {
  /// The keys of a mapping as lines of a file: nested ones in flow style.
  var lines: [String] { entries.map { "\(yamlWord($0.key)): \($0.value.writtenText)" } }

  /// The entries of a mapping without the headings under which comments alone stand.
  var writtenEntries: [Entry] { entries.filter { $0.value.content != .scalar("", isPlain: true) } }

  /// The node on one line, so that it reads back as what it is.
  var writtenText: String {
    switch content {
    case .scalar(let text, let isPlain):
      isNull
        ? "null"
        : isPlain ? Double(text) == nil ? yamlWord(text) : text : JSONValue.text(text).compactText
    case .mapping:
      "{" + writtenEntries.map { "\(yamlWord($0.key)): \($0.value.writtenText)" }.joined(separator: ", ")
        + "}"
    case .sequence(let items): "[" + items.map(\.writtenText).joined(separator: ", ") + "]"
    case .jointMember: flowText
    }
  }
}

/// A word as YAML reads it back: as it is where nothing in it means anything there, else in quotes.
func yamlWord(_ text: String) -> String {
  let plain = text.unicodeScalars.allSatisfy {
    $0.properties.isAlphabetic || ("0"..."9").contains($0)
      || ["_", ".", "-", "+", "=", "/", "%"].contains($0)
  }
  let begins =
    text.unicodeScalars.first.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) } ?? false
  return plain && begins && !text.isEmpty ? text : JSONValue.text(text).compactText
}
