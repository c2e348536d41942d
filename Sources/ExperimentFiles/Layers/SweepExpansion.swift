import ExperimentDesign
import TextFormats

/// An arm after its sweeps: its name, what it sweeps, and its keys.
struct ExpandedArm {
  var name: String
  var swept: [SweptValue]
  var entry: LocatedNode.Entry
}

extension ExpandedArm {
  /// The arm with every combination of values at some paths of it, the last path fastest.
  func expanded(
    by places: [(path: [String], values: [LocatedNode])],
    _ write: (inout ExpandedArm, [String], LocatedNode) -> Void
  ) -> [ExpandedArm] {
    places.reduce([self]) { arms, place in
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
  var sweeps: [(path: [String], values: [LocatedNode])] = []
  var count = 1
  var isWell = true
  func find(_ node: LocatedNode, _ path: [String]) {
    for entry in node.entries {
      let here = path + [entry.key]
      if let sweep = entry.value["sweep"], entry.value.entries.count == 1 {
        guard let items = sweep.items, !items.isEmpty else {
          // A named alert may be called 'sweep'; then a mapping stands here.
          if sweep.isMapping {
            find(entry.value, here)
          } else {
            problems.error(sweep.point, "'sweep' expects a list of at least one value, found \(sweep.found)")
            isWell = false
          }
          continue
        }
        // Numbers written at one place are one; distributions of a sweep are several.
        let path = entry.value.path
        sweeps.append(
          (here, items.enumerated().map { $1.placed(at: $1.isMapping ? "\(path).sweep.\($0)" : path) }))
        count *= isWell ? items.count : 1
        if isWell, count > room {
          problems.error(
            entry.value.point,
            "expected at most \(SizeLimits.arms) options, found more: the sweeps of \(arm.key.cited) multiply to at least \(count)"
          )
          isWell = false
        }
      } else {
        find(entry.value, here)
      }
    }
  }
  if arm.value["sweep"]?.items != nil {
    problems.error(
      arm.value.point,
      "\(arm.key.cited) expects an option, found a sweep. Put the sweep after one of the option's keys"
    )
    return []
  }
  find(arm.value, [])
  guard isWell else { return [] }
  return ExpandedArm(name: arm.key, swept: [], entry: arm).expanded(by: sweeps) { arm, path, value in
    let text = value.isNull ? "null" : value.flowText
    arm.name += "/\(path.last ?? "")=\(text)"
    arm.swept.append(SweptValue(path: path.joined(separator: "."), value: text))
    arm.entry.value.set(value, at: path[...])
  }
}
