import ExperimentDesign
import TextFormats

/// A key of an experiment set from outside: `--set path=value`.
public struct Setting: Hashable, Sendable {
  /// The key, as a path: `population.allow.rate`.
  public var path: String
  /// The value, spelled as in the file.
  public var value: String

  /// A setting of a key.
  public init(path: String, value: String) {
    self.path = path
    self.value = value
  }

  /// Reads ``text``; `nil` for a text that has no path before a `=`.
  public init?(_ text: String) {
    guard let separator = text.firstIndex(of: "="), separator > text.startIndex else { return nil }
    path = String(text[..<separator])
    value = String(text[text.index(after: separator)...])
  }

  /// As it was given: `path=value`.
  public var text: String { "\(path)=\(value)" }

  /// Writes the value into the experiment's tree.
  ///
  /// Where the population is a preset or another file, `population.x` means `adjust.x`: the preset itself stays what it
  /// is. So it does where `adjust` has the number, which goes over the population's.
  func apply(to root: inout LocatedNode, rank: Int, _ problems: ProblemList) {
    let file = "--set \(path)"
    let point = SourcePoint(file: file, rank: rank, line: 0, column: 0)
    let reading = ProblemList()
    guard
      let parsed = try? readYAML(Array(value.utf8), file: file, rank: rank, problems: reading)
        ?? .word("", at: point)
    else {
      for problem in reading.errors.problems {
        problems.error(point, "in \(value.cited): \(problem.message)")
      }
      return
    }
    let keys = path.split(separator: ".", omittingEmptySubsequences: false)
    guard !keys.contains("") else {
      return problems.error(
        point, "expected a path of keys such as population.allow.rate, found \(path.cited)")
    }
    guard keys.count <= ReadingLimits.depth else {
      return problems.error(
        point, "expected at most \(ReadingLimits.depth) keys in a path, found \(keys.count)")
    }
    guard keys[0] != "extends" else {
      return problems.error(point, "'extends' stands in a file, and cannot be set from outside")
    }
    let place = root.keys(meantBy: path)
    if place.count > 2, place[0] == "arms", let arms = root["arms"], arms.isMapping,
      problems.position(of: place[1], among: arms.entries.map(\.key), "option", at: point) == nil
    {
      return
    }
    root.set(parsed.moved(to: point), at: place[...])
  }
}

extension LocatedNode {
  /// The keys that the parts of a path mean from here on: a name of the user's may hold dots, so the longest key that is
  /// there wins.
  func keys(of path: [String]) -> [String] {
    guard let first = path.first else { return [] }
    if let items, let index = Int(first), items.indices.contains(index) {
      return [first] + items[index].keys(of: Array(path.dropFirst()))
    }
    let known = path.indices.last { self[path[...$0].joined(separator: ".")] != nil } ?? 0
    let key = path[...known].joined(separator: ".")
    return [key] + (self[key] ?? .mapping([], at: point)).keys(of: Array(path.dropFirst(known + 1)))
  }

  /// The keys that a path means in this experiment: the population's are those of `adjust` where that has the number, or
  /// where the population stands elsewhere.
  func keys(meantBy path: String) -> [String] {
    var keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if keys.count > 1, keys[0] == "population", let population = self["population"],
      !population.isMapping || self["adjust"]?.gives(Array(keys.dropFirst())) == true
    {
      keys[0] = "adjust"
    }
    return self.keys(of: keys)
  }

  /// Whether a layer of the population gives a number, itself or by a joint.
  private func gives(_ path: [String]) -> Bool {
    let keys = keys(of: path)
    if keys.count > 2, keys[0] == "segments" {
      return value(at: keys.prefix(2))?.gives(Array(keys.dropFirst(2))) ?? false
    }
    // Figures go over a joint that draws the visits.
    if keys[0] == "retention" { return self["retention"] != nil || isDrawnByJoint("sessions.leave.a") }
    return parameterRange(at: keys, in: .population) != nil
      && (value(at: keys) != nil || isDrawnByJoint(keys.joined(separator: ".")))
  }

  /// Whether one of a layer's joints sets a path.
  private func isDrawnByJoint(_ path: String) -> Bool {
    (self["joint"]?.items ?? []).contains { $0["paths"]?.items?.contains { $0.scalar == path } == true }
  }

  /// Whether the value at a path, or a part of it, was written over a text: by one that extends it, or from outside.
  func isWritten(over rank: Int, at path: ArraySlice<String>) -> Bool {
    guard let key = path.first else {
      return point.rank > rank || entries.contains { $0.value.isWritten(over: rank, at: []) }
    }
    return self[key]?.isWritten(over: rank, at: path.dropFirst()) ?? false
  }

  /// The same node as if all of it were written at one point.
  fileprivate func moved(to point: SourcePoint) -> LocatedNode {
    changed { node, _ in
      node.point = point
      guard case .mapping(var entries) = node.content else { return }
      for index in entries.indices { entries[index].point = point }
      node.content = .mapping(entries)
    }
  }
}

/// The path under which a file, or `--set`, gives the number that a run lists under a path.
///
/// Runs list the numbers of a population by their paths in it: `allow.rate` is set as `population.allow.rate`. Any other
/// path is its own.
public func settingPath(ofNumber path: String) -> String {
  let first = String(path.prefix { $0 != "." })
  return KeyTable.experiment[first] == nil && KeyTable.population[first] != nil ? "population.\(path)" : path
}
