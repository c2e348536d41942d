import Foundation
import Rendering

/// Chances by the size of a test, a curve each; sizes stand at steps of their ratio.
struct SizeFigure {
  /// One curve.
  struct Curve {
    var name: String
    /// Which colour and mark it has.
    var ink: ArmInk
    /// By size, the smallest first.
    var points: [(installs: Int, chance: Double)]
  }

  var id: String
  var title: String
  var curves: [Curve]
  /// The size that is planned.
  var planned: Int
  var description: String

  private static let area = FigureBox(x: 46, y: 28, width: 384, height: 220)

  var figure: Figure {
    let area = Self.area
    let sizes = curves.flatMap { $0.points.map { Double(max(1, $0.installs)) } }
    let (least, most) = (sizes.min() ?? 1, sizes.max() ?? 1)
    let across = LinearScale(
      domain: LinearScale.widened(log10(least)...log10(most), by: 0), start: area.x, end: area.x + area.width)
    let up = LinearScale(domain: 0...1, start: area.y + area.height, end: area.y)
    func point(_ installs: Int, _ chance: Double) -> FigurePoint {
      FigurePoint(x: across.position(log10(Double(max(1, installs)))), y: up.position(chance))
    }
    var drawn = axes(across, up, from: least, to: most)
    let x = point(planned, 0).x
    drawn.append(.line(x, up.start, x, up.end, "axis"))
    for curve in curves {
      drawn.append(
        .path(curve.points.map { point($0.installs, $0.chance) }, "curve \(curve.ink.style)"))
    }
    for curve in curves {
      for size in curve.points where size.installs == planned {
        drawn.append(curve.ink.marker(at: point(size.installs, size.chance)))
      }
    }
    let key = key(top: area.y + area.height + 48)
    return Figure(
      id: id, title: title, description: description, height: area.y + area.height + 44 + key.height,
      marks: drawn + key.drawn)
  }

  private func axes(_ across: LinearScale, _ up: LinearScale, from least: Double, to most: Double)
    -> [SVGElement]
  {
    var drawn: [SVGElement] = [
      .label("share of tests", at: FigurePoint(x: 2, y: 14), "label muted"),
      .label(
        "installs in total", at: FigurePoint(x: (across.start + across.end) / 2, y: up.start + 36),
        anchor: .middle, "label muted"),
    ]
    let rows = up.ticks(about: 5)
    for (tick, number) in zip(rows, AxisNumbers(values: rows, scale: 100, suffix: "%").labels) {
      let y = up.position(tick)
      drawn.append(.line(across.start, y, across.end, y, tick == 0 ? "axis" : "grid"))
      drawn.append(
        .label(number, at: FigurePoint(x: across.start - 6, y: y + 4.5), anchor: .end, "label muted"))
    }
    let ticks = Self.roundSizes(from: least, to: most).map { size in
      (x: across.position(log10(size)), text: SupportedDigits.grouped(Int(size)))
    }
    for tick in ticks { drawn.append(.line(tick.x, up.start, tick.x, up.start + 4, "axis")) }
    for (x, text) in Self.placed(ticks) {
      drawn.append(.label(text, at: FigurePoint(x: x, y: up.start + 18), anchor: .middle, "label muted"))
    }
    return drawn
  }

  /// The numbers under the axis: the last of them within the figure, and the others where they touch none.
  static func placed(_ ticks: [(x: Double, text: String)]) -> [(x: Double, text: String)] {
    guard let last = ticks.last else { return [] }
    let half = FigureText.width(last.text) / 2
    let lastX = min(last.x, Figure.width - half - 1)
    var placed: [(x: Double, text: String)] = []
    var end = 0.0
    for (x, text) in ticks.dropLast() {
      let own = FigureText.width(text) / 2
      guard x - own > end, x + own < lastX - half - 6 else { continue }
      end = x + own + 6
      placed.append((x, text))
    }
    return placed + [(lastX, last.text)]
  }

  /// 1, 2 and 5 times powers of ten.
  private static func roundSizes(from least: Double, to most: Double) -> [Double] {
    var sizes: [Double] = []
    var power = pow(10, log10(least).rounded(.down))
    while power <= most {
      sizes += [1, 2, 5].map { $0 * power }.filter { (least * 0.999...most * 1.001).contains($0) }
      power *= 10
    }
    return sizes
  }

  /// The names, each beside its mark; none for a single curve.
  private func key(top: Double) -> (drawn: [SVGElement], height: Double) {
    guard curves.count > 1 else { return ([], 0) }
    var drawn: [SVGElement] = []
    var y = top + FigureText.lineHeight
    for curve in curves {
      drawn.append(curve.ink.marker(at: FigurePoint(x: 10, y: y - 4.5)))
      for line in FigureText.lines(curve.name, width: Figure.width - 28, .strong) {
        drawn.append(.label(line, at: FigurePoint(x: 24, y: y), "label strong"))
        y += FigureText.lineHeight
      }
    }
    return (drawn, y - top)
  }
}
