import ExperimentDesign
import Foundation
import Rendering

/// What was assumed of numbers, and what is believed of them now: two densities for each, over an axis of its own.
struct BeliefFigure {
  /// One number.
  struct Row {
    /// What the number is, in words.
    var name: String
    /// Where it stands in the file; `nil` where that is its name.
    var path: String?
    /// Its values before and after, printed beside the name.
    var text: String
    var scale: JointDistribution.Scale
    var assumed: CalibrationReport.Belief
    var now: CalibrationReport.Belief
  }

  var id: String
  var title: String
  var description: String
  var rows: [Row]

  private static let before = ArmInk(arm: 1)
  private static let now = ArmInk(arm: 0)
  private static let top = 30.0
  private static let curveHeight = 46.0
  /// Of a row below its texts: its curves, the numbers below them.
  private static let belowTexts = 7.0 + curveHeight + 26

  var figure: Figure {
    var marks = key
    var top = Self.top
    for row in rows {
      let texts = texts(row, top: top)
      marks += texts.marks + self.marks(row, below: texts.baseline)
      top = texts.baseline + Self.belowTexts
    }
    return Figure(id: id, title: title, description: description, height: top, marks: marks)
  }

  /// What the number is, where it stands and what is believed of it, each on its own lines; and the last baseline.
  private func texts(_ row: Row, top: Double) -> (marks: [SVGElement], baseline: Double) {
    let width = Figure.width - 28
    var marks: [SVGElement] = []
    var baseline = top - 1
    func add(_ text: String, _ style: String, _ weight: FigureText.Weight) {
      for line in FigureText.lines(text, width: width, weight) {
        baseline += FigureText.lineHeight
        marks.append(.label(line, at: FigurePoint(x: 14, y: baseline), style))
      }
    }
    add(row.name, "label strong", .strong)
    if let path = row.path { add(path, "label muted", .regular) }
    baseline += FigureText.lineHeight + 2
    marks.append(.label(row.text, at: FigurePoint(x: Figure.width - 14, y: baseline), anchor: .end))
    return (marks, baseline)
  }

  private var key: [SVGElement] {
    [
      .rectangle(FigureBox(x: 14, y: 6, width: 16, height: 10), "band \(Self.before.style)"),
      .line(14, 16, 30, 16, "thin \(Self.before.style)"), .label("assumed", at: FigurePoint(x: 36, y: 16)),
      .rectangle(FigureBox(x: 114, y: 6, width: 16, height: 10), "band \(Self.now.style)"),
      .line(114, 16, 130, 16, "thin \(Self.now.style)"), .label("now", at: FigurePoint(x: 136, y: 16)),
    ]
  }

  private func marks(_ row: Row, below baseline: Double) -> [SVGElement] {
    let curves = [(row.assumed, Self.before), (row.now, Self.now)].map { belief, ink in
      (points: Density(belief, row.scale).points, ink: ink)
    }
    let values = curves.flatMap { $0.points.map(\.value) }
    let highest = curves.flatMap { $0.points.map(\.height) }.max() ?? 1
    let across = LinearScale(
      domain: LinearScale.widened((values.min() ?? 0)...(values.max() ?? 1), by: 0), start: 14,
      end: Figure.width - 14)
    let bottom = baseline + 7 + Self.curveHeight
    func point(_ value: Double, _ height: Double) -> FigurePoint {
      FigurePoint(
        x: across.position(value), y: bottom - (highest > 0 ? height / highest : 0) * Self.curveHeight)
    }
    var marks: [SVGElement] = []
    for curve in curves {
      let line = curve.points.map { point($0.value, $0.height) }
      let ends = [curve.points.last, curve.points.first].compactMap { $0 }.map { point($0.value, 0) }
      marks.append(.path(line + ends, "band \(curve.ink.style)", isClosed: true))
      marks.append(.path(line, "curve \(curve.ink.style)"))
    }
    return marks + axis(across, bottom: bottom, isShare: row.scale == .logit)
  }

  private func axis(_ across: LinearScale, bottom: Double, isShare: Bool) -> [SVGElement] {
    var marks: [SVGElement] = [.line(across.start, bottom, across.end, bottom, "axis")]
    let ticks = across.ticks(about: 5)
    let numbers = AxisNumbers(values: ticks, scale: isShare ? 100 : 1, suffix: isShare ? "%" : "").labels
    for (tick, number) in zip(ticks, numbers) {
      let x = across.position(tick)
      let half = FigureText.width(number) / 2
      marks.append(.line(x, bottom, x, bottom + 4, "axis"))
      marks.append(
        .label(
          number, at: FigurePoint(x: max(half, min(Figure.width - half, x)), y: bottom + 18), anchor: .middle,
          "label muted"))
    }
    return marks
  }
}

/// The density of a belief on the number's own scale, over its central 98%.
private struct Density {
  /// From left to right.
  let points: [(value: Double, height: Double)]

  /// - Parameter scale: on which the belief is normal.
  init(_ belief: CalibrationReport.Belief, _ scale: JointDistribution.Scale) {
    points = (-60...60).compactMap { step in
      let deviations = Double(step) * 2.326 / 60
      let scaled = belief.mean + deviations * belief.deviation
      let value = scale.value(scaled)
      // By how much the value moves with the scaled one.
      let slope =
        switch scale {
        case .identity: 1.0
        case .log: value
        case .logit: value * (1 - value)
        }
      let height = exp(-deviations * deviations / 2) / (belief.deviation * slope)
      return value.isFinite && height.isFinite ? (value, height) : nil
    }
  }
}
