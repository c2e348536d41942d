/// Finds room for the names of points, each beside its own.
package struct LabelPlacement {
  /// Where names may stand.
  package var area: FigureBox
  /// What they must not cover: points and names placed so far.
  package private(set) var taken: [FigureBox] = []
  /// Lines from points to names that stand far off, which no name may cover.
  private var leaders: [(start: FigurePoint, end: FigurePoint)] = []

  package init(area: FigureBox) { self.area = area }

  /// A name and where it stands.
  package struct Placed {
    package var lines: [String]
    /// Of the first line.
    package var point: FigurePoint
    package var anchor: FigureText.Anchor
    /// Whether it stands so far off that a line must lead to its point.
    package var needsLeader: Bool
    package var box: FigureBox
    /// Where that line ends.
    package var leaderEnd: FigurePoint
  }

  /// Keeps a position free.
  package mutating func keepFree(_ box: FigureBox) { taken.append(box) }

  /// Places a name as near to its point as there is room, right of it where there is a choice.
  ///
  /// It covers no other name, no point and no line to a name, and its own line crosses none of these.
  ///
  /// - Parameter names: the name broken into lines in one or more ways, the first preferred where they come as near.
  /// - Returns: `nil` without one.
  package mutating func position(anyOf names: [[String]], beside point: FigurePoint) -> Placed? {
    for distance in [11.0, 24, 38, 54, 72, 92, 114] {
      for lines in names {
        for (dx, dy, anchor) in Self.directions {
          // Above or below its point the whole name is.
          let rise = Double(lines.count - 1) * FigureText.lineHeight / 2 * (1 - dy.signum)
          let position = FigurePoint(
            x: point.x + dx * distance * (anchor == .middle ? 0 : 1),
            y: point.y + dy * distance + 4.5 - rise)
          let box = FigureText.box(lines, at: position, anchor: anchor, .strong)
          let end = box.end(ofLineFrom: point)
          let needsLeader = distance > 24
          guard area.holds(box), !taken.contains(where: { $0.overlaps(box) }),
            !leaders.contains(where: { box.isCrossed(from: $0.start, to: $0.end) }),
            !needsLeader || isFree(from: point, to: end)
          else { continue }
          taken.append(box)
          if needsLeader { leaders.append((point, end)) }
          return Placed(
            lines: lines, point: position, anchor: anchor, needsLeader: needsLeader, box: box, leaderEnd: end)
        }
      }
    }
    return nil
  }

  /// Whether a line from a point crosses nothing but what lies on that point.
  private func isFree(from point: FigurePoint, to end: FigurePoint) -> Bool {
    !taken.contains { box in
      !box.holds(FigureBox(x: point.x, y: point.y, width: 0, height: 0))
        && box.isCrossed(from: point, to: end)
    }
  }

  private static let directions: [(Double, Double, FigureText.Anchor)] = [
    (1, 0, .start), (0, -1.2, .middle), (0, 1.4, .middle), (-1, 0, .end), (0.8, -0.8, .start),
    (0.8, 0.8, .start), (-0.8, -0.8, .end), (-0.8, 0.8, .end),
  ]

  /// Heights moved apart so that neighbours are at least `gap` from one another, as little as possible
  /// and within the range; in the order given.
  package static func spread(_ heights: [Double], gap: Double, within range: ClosedRange<Double>) -> [Double]
  {
    let order = heights.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }
    // Blocks of neighbours that touch, each around the mean of what its members want.
    var blocks: [[Int]] = []
    func extent(_ members: [Int]) -> Double { Double(members.count - 1) * gap }
    func centre(_ members: [Int]) -> Double {
      let wanted = members.map { heights[$0] }.reduce(0, +) / Double(members.count)
      let half = extent(members) / 2
      return max(range.lowerBound + half, min(range.upperBound - half, wanted))
    }
    for index in order {
      var block = [index]
      while let last = blocks.last,
        centre(last) + extent(last) / 2 + gap > centre(block) - extent(block) / 2
      {
        blocks.removeLast()
        block = last + block
      }
      blocks.append(block)
    }
    var result = heights
    for block in blocks {
      for (position, member) in block.enumerated() {
        result[member] = centre(block) - extent(block) / 2 + Double(position) * gap
      }
    }
    return result
  }
}

extension Double {
  /// −1, 0 or 1.
  fileprivate var signum: Double { self > 0 ? 1 : self < 0 ? -1 : 0 }
}
