import ExperimentDesign
import TextFormats

/// An arm after its sweeps: its name, what it sweeps, and its keys.
struct ExpandedArm {
  var name: String
  var swept: [SweptValue]
  var entry: LocatedNode.Entry
}

/// Makes one arm of every combination of an arm's sweeps.
///
/// In document order, the last sweep fastest; each part of the name is the last
/// key of the swept path and the value as written.
///
/// - Returns: an empty list where the sweeps are malformed; the reason is in `problems`.
func expandSweeps(of arm: LocatedNode.Entry, room: Int, _ problems: ProblemList) -> [ExpandedArm] {
  var sweeps: [(path: [String], items: [LocatedNode], point: SourcePoint)] = []
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
        sweeps.append((here, items, entry.value.point))
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
  var count = 1
  for sweep in sweeps {
    let (product, isTooMany) = count.multipliedReportingOverflow(by: sweep.items.count)
    count = product
    if isTooMany || count > room {
      problems.error(
        sweep.point,
        "expected at most \(SizeLimits.arms) options, found more: the sweeps of \(arm.key.cited) multiply to "
          + "\(isTooMany ? "too many" : "at least \(count)")")
      return []
    }
  }
  var arms = [ExpandedArm(name: arm.key, swept: [], entry: arm)]
  for sweep in sweeps {
    arms = arms.flatMap { arm in
      sweep.items.enumerated().map { index, item in
        var next = arm
        var value = item
        // Numbers written at one place are one; distributions of a sweep are several.
        let path = arm.entry.value.value(at: sweep.path)?.path ?? item.path
        value = item.placed(at: item.isMapping ? "\(path).sweep.\(index)" : path)
        let text = item.isNull ? "null" : item.flowText
        next.name += "/\(sweep.path.last ?? "")=\(text)"
        next.swept.append(SweptValue(path: sweep.path.joined(separator: "."), value: text))
        next.entry.value.set(value, at: sweep.path[...])
        return next
      }
    }
  }
  return arms
}
