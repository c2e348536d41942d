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
