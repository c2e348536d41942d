import Inference
import Rendering

extension IntervalFigure {
  private static let nameLimit = 300.0
  private static let gap = 14.0

  /// The same over the width of a page: name, bars and numbers of an arm on one line.
  ///
  /// Its caption says what the axis is.
  var wide: Figure {
    let names = rows.map { FigureText.lines($0.name, width: Self.nameLimit, .strong) }
    let nameWidth = names.joined().map { FigureText.width($0, .strong) }.max() ?? 0
    let textWidth = rows.map { FigureText.width($0.text) }.max() ?? 0
    let scale = LinearScale(
      domain: LinearScale.widened(domain, by: 0.04), start: nameWidth + 22 + Self.gap,
      end: Figure.pageWidth - textWidth - 2 * Self.gap)
    var y = 4.0
    var drawn: [SVGElement] = []
    for (row, lines) in zip(rows, names) {
      let height = max(22, Double(lines.count) * FigureText.lineHeight + 5)
      drawn += marks(row, lines, middle: y + height / 2, scale)
      y += height
    }
    let ticks = ticks(scale, bottom: y)
    return Figure(
      id: "\(id)-wide", title: title, description: description, width: Figure.pageWidth, height: y + 22,
      marks: ticks + drawn)
  }

  /// One arm's line.
  private func marks(
    _ row: Row, _ name: [String], middle: Double, _ scale: LinearScale
  ) -> [SVGElement] {
    let first = middle + 4.5 - Double(name.count - 1) * FigureText.lineHeight / 2
    let words = name.enumerated().map { line, text in
      SVGElement.label(
        text, at: FigurePoint(x: 22, y: first + Double(line) * FigureText.lineHeight), "label strong")
    }
    let ink = ArmInk(arm: row.arm)
    return [ink.marker(at: FigurePoint(x: 9, y: middle))] + words + bars(row, y: middle, scale) + [
      .label(row.text, at: FigurePoint(x: Figure.pageWidth - 2, y: middle + 4.5), anchor: .end)
    ]
  }

  /// Lines behind the bars, which no text crosses, and the numbers under them.
  private func ticks(_ scale: LinearScale, bottom: Double) -> [SVGElement] {
    let (ticks, numbers) = numbers(along: scale)
    let lines = zip(ticks, numbers).flatMap { tick, number -> [SVGElement] in
      let x = scale.position(tick)
      return [
        .line(x, 4, x, bottom, "grid"),
        .label(number, at: FigurePoint(x: x, y: bottom + 17), anchor: .middle, "label muted"),
      ]
    }
    let zero = scale.position(0)
    return lines + [.line(scale.start, bottom, scale.end, bottom, "axis")]
      + (baseline == nil ? [] : [.line(zero, 0, zero, bottom, "zero")])
  }
}
