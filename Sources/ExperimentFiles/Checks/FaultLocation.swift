/// Where a fault of several values together is reported: at the one written last.
///
/// A value of a higher layer, and above all layers one set from outside, was
/// written over what stood there before; so it is the one that broke the rule.
///
/// - Parameters:
///   - values: The values involved; those left to their default are absent.
///   - section: Around the values; where all are of its own layer, the fault is the section's.
func faultLocation(of values: [LocatedNode?], in section: LocatedNode) -> SourcePoint {
  let written = values.compactMap { $0 }
  let isOneLayer = written.allSatisfy {
    $0.level == section.level && $0.point.rank == section.point.rank
  }
  return isOneLayer ? section.point : lastWritten(of: values, in: section)
}

/// Where the value stands that was written last of those that contradict each other.
///
/// - Parameter section: Where the fault is, if none of them is written.
func lastWritten(of values: [LocatedNode?], in section: LocatedNode) -> SourcePoint {
  values.compactMap { $0 }.max { $0.isWritten(before: $1) }?.point ?? section.point
}

extension LocatedNode {
  /// Whether `other` goes over this one, by setting, layer and line.
  fileprivate func isWritten(before other: LocatedNode) -> Bool {
    func order(_ node: LocatedNode) -> (Int, Int, Int, Int) {
      let setting = node.point.rank >= SourcePoint.firstSetting ? node.point.rank : 0
      return (setting, node.level, node.point.line, node.point.column)
    }
    return order(self) < order(other)
  }
}
