/// Where a fault of several values together is reported: at the one written last.
///
/// A value of a higher layer, and above all layers one set from outside, was
/// written over what stood there before; so it is the one that broke the rule.
///
/// - Parameters:
///   - values: The values involved; those left to their default are absent.
///   - section: Where the fault is, if none of them is written.
func faultLocation(of values: [LocatedNode?], in section: LocatedNode) -> SourcePoint {
  func order(_ node: LocatedNode) -> (Int, Int, Int, Int) {
    let setting = node.point.rank >= SourcePoint.firstSetting ? node.point.rank : 0
    return (setting, node.level, node.point.line, node.point.column)
  }
  return values.compactMap { $0 }.max { order($0) < order($1) }?.point ?? section.point
}
