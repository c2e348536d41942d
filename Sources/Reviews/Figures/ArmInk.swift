import Rendering

/// How an arm is distinguished from the others in every figure: by a colour, and without it by a shape.
struct ArmInk {
  /// The arm's position in its run.
  var arm: Int

  /// Colours there are; the style sheet defines them for light and dark.
  static let colours = 8

  /// The class that sets the colour.
  var style: String { "arm\(arm % Self.colours)" }

  /// The arm's mark at a point.
  func marker(at point: FigurePoint, size: Double = 5.5) -> SVGElement {
    let (x, y) = (point.x, point.y)
    func shape(_ corners: [(Double, Double)]) -> SVGElement {
      .path(
        corners.map { FigurePoint(x: x + $0.0 * size, y: y + $0.1 * size) }, "marker \(style)", isClosed: true
      )
    }
    switch (arm / Self.colours + arm) % 5 {
    case 0:
      return SVGElement(
        name: "circle",
        attributes: [
          ("class", "marker \(style)"), ("cx", SVGElement.coordinate(x)), ("cy", SVGElement.coordinate(y)),
          ("r", SVGElement.coordinate(size)),
        ])
    case 1: return shape([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])
    case 2: return shape([(0, -1.15), (1.1, 0.85), (-1.1, 0.85)])
    case 3: return shape([(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)])
    case _: return shape([(0, 1.15), (1.1, -0.85), (-1.1, -0.85)])
    }
  }
}
