import ExperimentDesign
import TextFormats

/// Why an experiment is read.
public enum ReadingPurpose: Sendable {
  /// Its arms are simulated; what it lets be searched is left aside.
  case simulation
  /// Its arms, and every strategy of its `search`, are compared.
  case search
}

extension ExperimentDecoder {
  /// The strategies that `search` adds to the arms; one that an arm is already is not added.
  mutating func searchedArms(beside arms: [ExpandedArm]) -> [ExpandedArm] {
    guard let search = root["search"] else {
      problems.error(
        root.point, "the experiment lacks 'search', lists of values for the keys of an option")
      return []
    }
    let (found, keys) = expandSearch(search, room: SizeLimits.arms - arms.count, problems)
    var added: [ExpandedArm] = []
    for strategy in found {
      problems.check(strategy.entry.value, .section(.arm), name: "search")
      guard let same = arms.first(where: { $0.name == strategy.name }) else {
        added.append(strategy)
        continue
      }
      if Set(same.entry.value.entries.map(\.flowText)) != Set(strategy.entry.value.entries.map(\.flowText)) {
        problems.error(
          same.entry.point,
          "an option and a strategy that 'search' allows are both called \(same.name.cited), and differ. Rename the option"
        )
      }
    }
    let all = arms + added
    searchSpace = SearchSpace(
      keys: keys,
      strategies: found.map { arm in
        (arm.name, keys.map { key in arm.swept.first { $0.path == key.path }?.value ?? key.values[0] })
      },
      arms: Dictionary(all.map { ($0.name, $0.entry.value) }) { first, _ in first })
    return added
  }
}

/// The arms of every combination that a file's `search` allows, in document order, the last key fastest.
///
/// - Parameter room: the most that there may be.
/// - Returns: the arms, and what was searched; no arms where the section is malformed, with the reason in `problems`.
private func expandSearch(
  _ search: LocatedNode, room: Int, _ problems: ProblemList
) -> (arms: [ExpandedArm], keys: [(path: String, values: [String])]) {
  guard search.isMapping, !search.entries.isEmpty else {
    problems.error(
      search.point,
      "'search' expects a mapping from the keys of an option to lists of values, found \(search.found)")
    return ([], [])
  }
  let keys = search.entries.compactMap { searchedKey($0, room: room, problems) }
  guard keys.count == search.entries.count else { return ([], []) }
  let bare = LocatedNode.Entry(key: "", point: search.point, value: .mapping([], at: search.point))
  let searched = Set(keys.filter { $0.values.count > 1 }.map(\.path))
  var arms = ExpandedArm(name: "", entry: bare).expanded(
    by: keys, room: room, of: "strategies", problems
  ) { arm, path, value in
    if path != ["pre_prompt"] || value.scalar != "none" { arm.entry.value.set(value, at: path[...]) }
    arm.name = named(arm.name, path, value, isOnly: !searched.contains(path))
    if searched.contains(path) {
      arm.swept.append(SweptValue(path: path.joined(separator: "."), value: value.flowText))
    }
  }
  for index in arms.indices {
    if arms[index].name.isEmpty { arms[index].name = "searched" }
    arms[index].entry.key = arms[index].name
  }
  return (arms, keys.map { ($0.path.joined(separator: "."), $0.values.map(\.flowText)) })
}

/// A key that is searched, and its values; `nil` where it is none, with the reason in `problems`.
private func searchedKey(_ entry: LocatedNode.Entry, room: Int, _ problems: ProblemList) -> SweptPath? {
  let path = entry.key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  guard let first = path.first, KeyTable.arm[first] != nil, !path.contains("") else {
    return problems.none(
      entry.point,
      "'search' expects keys of an option, such as ask or attribution.wait_seconds, found \(entry.key.cited)."
        + suggestion(for: entry.key, among: KeyTable.arm.names))
  }
  let items = entry.value.items ?? [entry.value]
  guard !items.isEmpty else {
    return problems.none(entry.value.point, "'search.\(entry.key)' expects at least one value, found none")
  }
  let values = items.flatMap { item in
    expandSweeps(of: LocatedNode.Entry(key: "", point: item.point, value: item), room: room, problems)
      .map(\.entry.value)
  }
  guard !values.isEmpty else { return nil }
  var known: [String: LocatedNode] = [:]
  for value in values {
    let name = path == ["ask"] ? momentName(value) : value.flowText
    guard let first = known.updateValue(value, forKey: name) else { continue }
    return problems.none(
      value.point,
      "'search.\(entry.key)' expects values that differ in their names, found \(first.flowText.cut) and "
        + "\(value.flowText.cut), both named \(name.cited). Remove one")
  }
  // Numbers written at one place are one, whichever strategy has them.
  return (path, entry.point, values.enumerated().map { $1.placed(at: "search.\(entry.key).\($0)") })
}

/// The name of a strategy with one key more: `launch+screen/delay_seconds=1`.
///
/// A key of one value is left out, unless it says when to ask, and so is a value that an arm has by default.
private func named(_ name: String, _ path: [String], _ value: LocatedNode, isOnly: Bool) -> String {
  if path == ["ask"] { return name + (name.isEmpty ? "" : "/") + momentName(value) }
  let standard = path.count == 1 ? KeyTable.arm[path[0]]?.defaultText : nil
  if isOnly || value.scalar == standard { return name }
  if path == ["pre_prompt"] {
    return value.scalar == "none" ? name : name + (name.isEmpty ? "" : "+") + value.flowText
  }
  return name + (name.isEmpty ? "" : "/") + "\(path.last ?? "")=\(value.flowText)"
}

/// The moment of asking as a name has it: `launch`, `session=2`, `article=3`.
private func momentName(_ ask: LocatedNode) -> String {
  if let word = ask.scalar { return word }
  if let event = ask["after"]?.flowText { return "\(event)=\(ask["count"]?.flowText ?? "1")" }
  return ask.entries.first.map { "\($0.key)=\($0.value.flowText)" } ?? "?"
}

/// The strategies that a file lets be searched, and how each is written.
public struct SearchSpace: Sendable {
  /// The keys of an arm, such as `ask` or `attribution.wait_seconds`, each with its values as they are written, in document
  /// order.
  public let keys: [(path: String, values: [String])]
  /// The strategies that `search` makes in the order of the experiment's arms, each with the value of every key.
  public let strategies: [(name: String, values: [String])]
  /// What each arm says, by its name.
  let arms: [String: LocatedNode]
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
    meant["arms"] = .mapping(arms.map { ($0, search?.arms[$0]) }, at: root.point)
    return MadeExperiment(meant: meant, base: root, comment: comment)
  }
}
