import Foundation
import Inference
import Rendering

/// How many are asked against how many of those allow; lines join what gives the same opt-in per install.
struct TradeOffFigure {
  /// One arm.
  struct Mark {
    var arm: Int
    var name: String
    /// Prompted per install.
    var prompted: Estimate
    /// Opt-in per prompted.
    var allowing: Estimate
  }

  var marks: [Mark]

  var drawing: Drawing {
    let across = LinearScale(domain: 0...limit(marks.map(\.prompted)), start: 46, end: 386)
    let up = LinearScale(domain: 0...limit(marks.map(\.allowing)), start: 292, end: 30)
    let bottom = up.start + 44
    let (key, height) = key(top: bottom)
    let points = marks.map { mark in
      ArmInk(arm: mark.arm).marker(
        at: FigurePoint(
          x: across.position(mark.prompted.overTrials.mean), y: up.position(mark.allowing.overTrials.mean)))
    }
    return Drawing(
      height: bottom + height, marks: isoLines(across, up) + axes(across, up) + points + key)
  }

  /// A round upper end.
  private func limit(_ estimates: [Estimate]) -> Double {
    let largest = 1.15 * (estimates.map(\.overTrials.mean).max() ?? 1)
    guard largest > 0 else { return 1 }
    let step = LinearScale.roundStep(largest / 8)
    return min(1, (largest / step).rounded(.up) * step)
  }

  private func isoLines(_ across: LinearScale, _ up: LinearScale) -> [SVGElement] {
    let (right, top) = (across.domain.upperBound, up.domain.upperBound)
    // A level's line leaves the figure on the right, at the level divided by the right end.
    let levels = LinearScale.ticks(in: 0...(right * top), about: 6).filter {
      $0 > 0 && $0 < right * top * 0.99
    }
    let numbers = axisNumbers(levels, scale: 100, suffix: "%")
    var drawn: [SVGElement] = []
    for (level, number) in zip(levels, numbers) {
      let first = level / top
      let points = (0...40).map { step in
        let x = first * pow(right / first, Double(step) / 40)
        return FigurePoint(x: across.position(x), y: up.position(min(top, level / x)))
      }
      drawn.append(.path(points, "iso"))
      drawn.append(
        .label(
          number, at: FigurePoint(x: across.end + 5, y: up.position(level / right) + 4.5), "label iso-label"))
    }
    drawn.append(
      .label(
        "lines: allowing, per install", at: FigurePoint(x: Figure.width - 2, y: 14), anchor: .end,
        "label iso-label"))
    return drawn
  }

  private func axes(_ across: LinearScale, _ up: LinearScale) -> [SVGElement] {
    var drawn: [SVGElement] = [
      .line(across.start, up.start, across.end, up.start, "axis"),
      .line(across.start, up.start, across.start, up.end, "axis"),
      .label("allow, of those asked", at: FigurePoint(x: 2, y: 14), "label muted"),
      .label(
        "shown the alert, of all installs",
        at: FigurePoint(x: (across.start + across.end) / 2, y: up.start + 36), anchor: .middle, "label muted"),
    ]
    let columns = across.ticks(about: 5)
    for (tick, number) in zip(columns, axisNumbers(columns, scale: 100, suffix: "%")) {
      let x = across.position(tick)
      drawn.append(.line(x, up.start, x, up.start + 4, "axis"))
      drawn.append(
        .label(number, at: FigurePoint(x: x, y: up.start + 18), anchor: .middle, "label muted"))
    }
    let rows = up.ticks(about: 5).filter { $0 > 0 }
    for (tick, number) in zip(rows, axisNumbers(rows, scale: 100, suffix: "%")) {
      let y = up.position(tick)
      drawn.append(.line(across.start - 4, y, across.start, y, "axis"))
      drawn.append(
        .label(number, at: FigurePoint(x: across.start - 6, y: y + 4.5), anchor: .end, "label muted"))
    }
    return drawn
  }

  /// The names, each beside its mark.
  private func key(top: Double) -> (drawn: [SVGElement], height: Double) {
    var drawn: [SVGElement] = []
    var y = top + FigureText.lineHeight
    for mark in marks {
      drawn.append(ArmInk(arm: mark.arm).marker(at: FigurePoint(x: 10, y: y - 4.5)))
      for line in FigureText.lines(mark.name, width: Figure.width - 28, .strong) {
        drawn.append(.label(line, at: FigurePoint(x: 24, y: y), "label strong"))
        y += FigureText.lineHeight
      }
    }
    // Below the last line's baseline its letters and its mark go on.
    return (drawn, y - top - FigureText.lineHeight + 6)
  }
}
