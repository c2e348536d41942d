import Inference
import Rendering

/// Shares of installs that have allowed by the end of each day, with their 90% range: a panel
/// per arm, the others in grey behind it.
struct DayFigure {
  /// One arm.
  struct Curve {
    var arm: Int
    var name: String
    /// From day 0; `nil` where no trial has a value.
    var means: [Double?]
    var allowed: [Interval?]
    /// The last mean, as it is written.
    var last: Phrase
  }

  var curves: [Curve]

  private static let left = 46.0
  private static let top = 24.0
  private static let gap = 16.0
  private static let lineHeight = 16.0
  private static let markerWidth = 18.0

  /// A name on as many lines as it takes, so that none is cut.
  private func nameLines(_ curve: Curve) -> [String] {
    FigureText.lines(curve.name, width: panelWidth - Self.markerWidth, .strong)
  }

  /// Lines above every panel: the tallest name, and the number where it has no room beside that name's last line.
  private var lineCount: Int {
    curves.map { curve in
      let lines = nameLines(curve)
      let beside = FigureText.width(lines.last ?? "", .strong) + FigureText.width(curve.last.printed) + 8
      return lines.count + (beside > panelWidth - Self.markerWidth ? 1 : 0)
    }.max() ?? 1
  }

  private var nameHeight: Double { 6 + Self.lineHeight * Double(lineCount) }

  private var columns: Int { curves.count == 1 ? 1 : 2 }
  private var rows: Int { (curves.count + columns - 1) / columns }
  private var panelWidth: Double {
    (Figure.width - Self.left - 6 - Self.gap * Double(columns - 1)) / Double(columns)
  }
  private var panelHeight: Double { rows == 1 ? 200 : rows == 2 ? 108 : 60 }

  var drawing: Drawing {
    let bottom = Self.top + Double(rows) * (nameHeight + panelHeight)
    var drawn: [SVGElement] = [
      .label("have allowed, of all installs", at: FigurePoint(x: 2, y: 14), "label muted"),
      .label(
        "days since install", at: FigurePoint(x: (Self.left + Figure.width) / 2, y: bottom + 36),
        anchor: .middle, "label muted"),
    ]
    for position in curves.indices { drawn += panel(position) }
    return Drawing(height: bottom + 44, marks: drawn)
  }

  private func panel(_ position: Int) -> [SVGElement] {
    let curve = curves[position]
    let ink = ArmInk(arm: curve.arm)
    let column = position % columns
    let row = position / columns
    let x = Self.left + Double(column) * (panelWidth + Self.gap)
    let y = Self.top + Double(row) * (nameHeight + panelHeight) + nameHeight
    let days = max(1, (curves.map(\.means.count).max() ?? 1) - 1)
    let across = LinearScale(domain: 0...Double(days), start: x, end: x + panelWidth)
    let up = LinearScale(domain: 0...highest, start: y + panelHeight, end: y)
    let isLowest = position + columns >= curves.count
    var drawn = axes(across, up, hasNumbers: column == 0, hasDays: isLowest)
    if let band = band(curve, across, up) { drawn.append(band) }
    for (other, grey) in curves.enumerated() where other != position {
      drawn.append(.path(points(grey.means, across, up), "behind"))
    }
    drawn.append(.path(points(curve.means, across, up), "curve \(ink.style)"))
    let nameY = y - nameHeight + Self.lineHeight + 1
    drawn.append(ink.marker(at: FigurePoint(x: x + 6, y: nameY - 4.5), size: 4))
    for (line, text) in nameLines(curve).enumerated() {
      let position = FigurePoint(x: x + 16, y: nameY + Double(line) * Self.lineHeight)
      drawn.append(.label(text, at: position, "label strong"))
    }
    drawn.append(.label(curve.last.printed, at: FigurePoint(x: x + panelWidth, y: y - 5), anchor: .end))
    return drawn
  }

  private var highest: Double {
    let values = curves.flatMap { curve in
      curve.means.compactMap { $0 } + curve.allowed.compactMap { $0?.upper }
    }
    guard let largest = values.max(), largest > 0 else { return 1 }
    let step = LinearScale.roundStep(largest * 1.02 / 5)
    return min(1, (largest * 1.02 / step).rounded(.up) * step)
  }

  private func points(_ values: [Double?], _ across: LinearScale, _ up: LinearScale) -> [FigurePoint] {
    values.enumerated().compactMap { day, value in
      value.map { FigurePoint(x: across.position(Double(day)), y: up.position($0)) }
    }
  }

  private func band(_ curve: Curve, _ across: LinearScale, _ up: LinearScale) -> SVGElement? {
    guard curve.allowed.contains(where: { $0 != nil }) else { return nil }
    let upper = points(curve.allowed.map { $0?.upper }, across, up)
    let lower = points(curve.allowed.map { $0?.lower }, across, up)
    return .path(upper + lower.reversed(), "band \(ArmInk(arm: curve.arm).style)", isClosed: true)
  }

  private func axes(
    _ across: LinearScale, _ up: LinearScale, hasNumbers: Bool, hasDays: Bool
  ) -> [SVGElement] {
    var drawn: [SVGElement] = []
    let rows = up.ticks(about: self.rows > 2 ? 2 : 4)
    for (tick, number) in zip(rows, axisNumbers(rows, scale: 100, suffix: "%")) {
      let y = up.position(tick)
      drawn.append(.line(across.start, y, across.end, y, tick == 0 ? "axis" : "grid"))
      guard hasNumbers else { continue }
      drawn.append(
        .label(number, at: FigurePoint(x: across.start - 6, y: y + 4.5), anchor: .end, "label muted"))
    }
    let columns = across.ticks(about: 4).filter { $0 == $0.rounded() }
    for (tick, number) in zip(columns, axisNumbers(columns, scale: 1)) {
      let x = across.position(tick)
      drawn.append(.line(x, up.start, x, up.start + 4, "axis"))
      guard hasDays else { continue }
      // The last one stays inside its panel.
      let anchor: FigureText.Anchor = x > across.end - 8 ? .end : .middle
      drawn.append(
        .label(number, at: FigurePoint(x: x, y: up.start + 18), anchor: anchor, "label muted"))
    }
    return drawn
  }
}
