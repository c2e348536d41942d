import ExperimentDesign
import TextFormats

/// Why an experiment is read.
public enum ReadingPurpose: Sendable {
  /// Its arms are simulated; what it lets be searched is left aside.
  case simulation
  /// Its arms, and every strategy of its `search`, are compared.
  case search
}

/// The arms of every combination that a file's `search` allows, in document order, the last key fastest.
///
/// - Parameter room: the most that there may be.
/// - Returns: the arms, and what was searched; no arms where the section is malformed, with the reason in `problems`.
func expandSearch(
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
  let count = keys.reduce(1.0) { $0 * Double($1.values.count) }
  guard count <= Double(room) else {
    let sizes = keys.map { "\($0.path.joined(separator: ".")) \($0.values.count)" }.joined(separator: ", ")
    let longest = keys.max { $0.values.count < $1.values.count }?.path.joined(separator: ".") ?? ""
    problems.error(
      search.point,
      "expected at most \(room) strategies, found \(count < 1e15 ? "\(Int(count))" : "far more"): "
        + "the lists multiply (\(sizes)). Shorten '\(longest)'")
    return ([], [])
  }
  let bare = LocatedNode.Entry(
    key: "", point: search.point, value: .emptyMapping(at: search.point))
  let searched = Set(keys.filter { $0.values.count > 1 }.map(\.path))
  let arms = ExpandedArm(name: "", swept: [], entry: bare).expanded(by: keys) { arm, path, value in
    if path != ["pre_prompt"] || value.scalar != "none" { arm.entry.value.set(value, at: path[...]) }
    arm.name = named(arm.name, path, value, isOnly: !searched.contains(path))
    if searched.contains(path) {
      arm.swept.append(SweptValue(path: path.joined(separator: "."), value: value.flowText))
    }
  }.map { arm in
    var arm = arm
    if arm.name.isEmpty { arm.name = "searched" }
    arm.entry.key = arm.name
    return arm
  }
  return (arms, keys.map { ($0.path.joined(separator: "."), $0.values.map(\.flowText)) })
}

/// A key that is searched, and its values; `nil` where it is none, with the reason in `problems`.
private func searchedKey(
  _ entry: LocatedNode.Entry, room: Int, _ problems: ProblemList
) -> (path: [String], values: [LocatedNode])? {
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
  if let repeated = repeatedValue(values, of: path) { return problems.none(repeated.point, repeated.message) }
  // Numbers written at one place are one, whichever strategy has them.
  return (path, values.enumerated().map { $1.placed(at: "search.\(entry.key).\($0)") })
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

/// The first value of a key that stands there twice, or has the name of another, at its second place.
private func repeatedValue(
  _ values: [LocatedNode], of path: [String]
) -> (point: SourcePoint, message: String)? {
  let key = "'search.\(path.joined(separator: "."))'"
  var known: [String: LocatedNode] = [:]
  for value in values {
    let name = path == ["ask"] ? momentName(value) : value.flowText
    guard let first = known.updateValue(value, forKey: name) else { continue }
    return first.flowText == value.flowText
      ? (value.point, "\(key) has the value \(value.flowText.cited) twice. Remove one")
      : (
        value.point,
        "\(key) has two values that would both be named \(name.cited): \(first.flowText) and \(value.flowText). Remove one"
      )
  }
  return nil
}

/// The moment of asking as a name has it: `launch`, `session=2`, `article=3`.
private func momentName(_ ask: LocatedNode) -> String {
  if let word = ask.scalar { return word }
  if let session = ask["session"]?.scalar { return "session=\(session)" }
  return "\(ask["after"]?.flowText ?? "?")=\(ask["count"]?.flowText ?? "1")"
}
