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
    var keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
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
    if root.isSetInAdjust(keys) { keys[0] = "adjust" }
    let place = root.keys(of: keys)
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
    return [key] + (self[key] ?? .emptyMapping(at: point)).keys(of: Array(path.dropFirst(known + 1)))
  }

  /// Whether a path into the population of this experiment means the same path into its `adjust`.
  func isSetInAdjust(_ keys: [String]) -> Bool {
    guard keys.count > 1, keys[0] == "population", let population = self["population"] else { return false }
    return !population.isMapping || self["adjust"]?.gives(keys.dropFirst()) == true
  }

  /// Whether a layer of the population gives a number, itself or by a joint.
  private func gives(_ path: ArraySlice<String>) -> Bool {
    if path.first == "segments" {
      let rest = path.dropFirst()
      // A segment's name may hold dots.
      return rest.indices.dropLast().contains { end in
        self["segments"]?[rest[...end].joined(separator: ".")]?.gives(rest[(end + 1)...]) == true
      }
    }
    // Figures go over a joint that draws the visits.
    if path.first == "retention" { return self["retention"] != nil || isDrawnByJoint("sessions.leave.a") }
    guard parameterRange(at: Array(path), in: .population) != nil else { return false }
    return value(at: Array(path)) != nil
      || isDrawnByJoint(path.joined(separator: "."))
  }

  /// Whether one of a layer's joints sets a path.
  func isDrawnByJoint(_ path: String) -> Bool {
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
