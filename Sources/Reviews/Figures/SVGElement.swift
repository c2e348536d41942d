import Rendering

/// One element of a figure: its name, its attributes, and what stands in it.
struct SVGElement {
  var name: String
  var attributes: [(name: String, value: String)]
  var text: String?
  var children: [SVGElement] = []

  /// The element as markup; texts and attributes escaped.
  var markup: String {
    let attributes = attributes.map { " \($0.name)=\"\(MarkupText.escaped($0.value))\"" }.joined()
    let content = (text.map(MarkupText.escaped) ?? "") + children.map(\.markup).joined()
    return content.isEmpty ? "<\(name)\(attributes)/>" : "<\(name)\(attributes)>\(content)</\(name)>"
  }
}

extension SVGElement {
  /// A number as a coordinate: a tenth of a unit is finer than anybody sees.
  static func coordinate(_ value: Double) -> String {
    let text = SupportedDigits.text(value, decimals: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String)
    -> SVGElement
  {
    SVGElement(
      name: "line",
      attributes: [
        ("class", style), ("x1", coordinate(x1)), ("y1", coordinate(y1)), ("x2", coordinate(x2)),
        ("y2", coordinate(y2)),
      ])
  }

  /// A bar with round ends.
  static func bar(
    from start: Double, to end: Double, _ y: Double, height: Double, _ style: String
  ) -> SVGElement {
    SVGElement(
      name: "rect",
      attributes: [
        ("class", style), ("x", coordinate(start)), ("y", coordinate(y)),
        ("width", coordinate(max(0, end - start))), ("height", coordinate(height)), ("rx", coordinate(2)),
      ])
  }

  /// A line through points, closed to an area where asked for.
  static func path(_ points: [FigurePoint], _ style: String, isClosed: Bool = false) -> SVGElement {
    let steps = points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(coordinate(point.x)) \(coordinate(point.y))"
    }
    return SVGElement(
      name: "path",
      attributes: [("class", style), ("d", steps.joined(separator: " ") + (isClosed ? " Z" : ""))])
  }

  static func label(
    _ text: String, at point: FigurePoint, anchor: FigureText.Anchor = .start, _ style: String = "label"
  ) -> SVGElement {
    var attributes: [(name: String, value: String)] = [
      ("class", style), ("x", coordinate(point.x)), ("y", coordinate(point.y)),
    ]
    if anchor != .start { attributes.append(("text-anchor", anchor.rawValue)) }
    return SVGElement(name: "text", attributes: attributes, text: TerminalText.safe(text))
  }
}

/// A position in a figure: x to the right, y downwards, in units of the figure.
struct FigurePoint: Equatable {
  var x: Double
  var y: Double
}
