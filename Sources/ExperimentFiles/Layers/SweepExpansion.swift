import ExperimentDesign
import TextFormats

/// An arm after its sweeps: its name, what it sweeps, and its keys.
struct ExpandedArm {
  var name: String
  var swept: [SweptValue] = []
  var entry: LocatedNode.Entry
}

/// What may stand at a path of an arm.
typealias SweptPath = (path: [String], point: SourcePoint, values: [LocatedNode])

extension ExpandedArm {
  /// The arm with every combination of values at some paths of it, the last path fastest.
  ///
  /// - Returns: an empty list where there are more than may be; the reason is in `problems`.
  func expanded(
    by places: [SweptPath], room: Int, of noun: String, _ problems: ProblemList,
    _ write: (inout ExpandedArm, [String], LocatedNode) -> Void
  ) -> [ExpandedArm] {
    let count = places.reduce(1.0) { $0 * Double($1.values.count) }
    if count > Double(room), let longest = places.max(by: { $0.values.count < $1.values.count }) {
      let sizes = places.map { "\($0.path.joined(separator: ".")) \($0.values.count)" }.joined(
        separator: ", ")
      problems.error(
        longest.point,
        "expected at most \(room) \(noun), found \(count < 1e15 ? "\(Int(count))" : "far more"): "
          + "the lists multiply (\(sizes)). Shorten '\(longest.path.joined(separator: "."))'")
      return []
    }
    return places.reduce([self]) { arms, place in
      arms.flatMap { arm in
        place.values.map { value in
          var next = arm
          write(&next, place.path, value)
          return next
        }
      }
    }
  }
}

/// Makes one arm of every combination of an arm's sweeps.
///
/// In document order, the last sweep fastest; each part of the name is the last
/// key of the swept path and the value as written.
///
/// - Returns: an empty list where the sweeps are malformed; the reason is in `problems`.
func expandSweeps(of arm: LocatedNode.Entry, room: Int, _ problems: ProblemList) -> [ExpandedArm] {
  if arm.value["sweep"]?.items != nil {
    problems.error(
      arm.value.point,
      "\(arm.key.cited) expects an option, found a sweep. Put the sweep after one of the option's keys")
    return []
  }
  var sweeps: [SweptPath] = []
  func find(_ node: LocatedNode, _ path: [String]) {
    for entry in node.entries {
      let here = path + [entry.key]
      // A named alert may be called 'sweep'; then a mapping stands here.
      guard let sweep = entry.value["sweep"], entry.value.entries.count == 1, !sweep.isMapping else {
        find(entry.value, here)
        continue
      }
      let items = sweep.items ?? []
      if items.isEmpty {
        problems.error(sweep.point, "'sweep' expects a list of at least one value, found \(sweep.found)")
      }
      // Numbers written at one place are one; distributions of a sweep are several.
      let path = entry.value.path
      let values = items.enumerated().map { $1.placed(at: $1.isMapping ? "\(path).sweep.\($0)" : path) }
      sweeps.append((here, entry.value.point, values))
    }
  }
  find(arm.value, [])
  return ExpandedArm(name: arm.key, entry: arm).expanded(
    by: sweeps, room: room, of: "options", problems
  ) { arm, path, value in
    let text = value.isNull ? "null" : value.flowText
    arm.name += "/\(path.last ?? "")=\(text)"
    arm.swept.append(SweptValue(path: path.joined(separator: "."), value: text))
    arm.entry.value.set(value, at: path[...])
  }
}
