import Inference
import Rendering

/// Differences to the baseline (or levels, where there is one arm alone) with their 90% ranges.
struct IntervalFigure {
  /// One arm.
  struct Row {
    var arm: Int
    var name: String
    var estimate: Estimate
    /// The numbers, as they stand beside the name.
    var text: Phrase
  }

  var rows: [Row]
  var unit: Unit
  /// The arm at zero; `nil` where levels are shown.
  var baseline: String?
  /// Under the axis.
  var axis: String
  /// What the axis must hold beyond the rows' own, so that figures side by side can be compared.
  var reach: ClosedRange<Double>? = nil

  /// What stands over zero.
  private var zeroName: [String] { baseline.map { FigureText.lines("as \($0)", width: Figure.width) } ?? [] }
  private var top: Double { 26 + Double(max(0, zeroName.count - 1)) * FigureText.lineHeight }
  /// Where the bars of a row are, below its last line of text.
  private static let barHeight = 23.0
  private static let lineHeight = 17.0

  /// Whether a name and its numbers need a line each, so that no name is cut.
  private var hasTallRows: Bool {
    rows.contains { row in
      FigureText.width(row.name, .strong) + FigureText.width(row.text.printed) > Figure.width - 40
    }
  }

  /// A name on as many lines as it takes, so that none is cut.
  private func nameLines(_ row: Row) -> [String] {
    hasTallRows
      ? FigureText.lines(row.name, width: Figure.width - 28, .strong) : [TerminalText.safe(row.name)]
  }

  private var textHeight: Double {
    Self.lineHeight * Double((rows.map { nameLines($0).count }.max() ?? 1) + (hasTallRows ? 1 : 0))
  }
  private var rowHeight: Double { textHeight + Self.barHeight }

  var drawing: Drawing {
    let bottom = top + Double(rows.count) * rowHeight
    let scale = LinearScale(domain: LinearScale.widened(domain, by: 0.04), start: 14, end: Figure.width - 14)
    var marks = axisMarks(scale, bottom: bottom)
    for (index, row) in rows.enumerated() {
      marks += self.marks(row, top: top + Double(index) * rowHeight, scale)
    }
    return Drawing(height: bottom + 42, marks: marks)
  }

  /// What the axis holds: everything in the rows, and the baseline's zero.
  var domain: ClosedRange<Double> {
    var values = rows.flatMap { row in
      [row.estimate.overTrials.mean]
        + (row.estimate.uncertaintyInterval90.map { [$0.lower, $0.upper] } ?? [])
    }
    if baseline != nil { values.append(0) }
    if let reach { values += [reach.lowerBound, reach.upperBound] }
    return (values.min() ?? 0)...(values.max() ?? 1)
  }

  private func axisMarks(_ scale: LinearScale, bottom: Double) -> [SVGElement] {
    let (ticks, numbers) = numbers(along: scale)
    var marks: [SVGElement] = []
    for (tick, number) in zip(ticks, numbers) {
      let x = scale.position(tick)
      marks += besideBars(x, "grid")
      marks.append(
        .label(number, at: FigurePoint(x: inside(x, number), y: bottom + 16), anchor: .middle, "label muted"))
    }
    marks.append(.line(scale.start, bottom, scale.end, bottom, "axis"))
    marks.append(
      .label(
        axis, at: FigurePoint(x: Figure.width / 2, y: bottom + 34), anchor: .middle, "label muted"))
    if baseline != nil {
      let zero = scale.position(0)
      marks.append(.line(zero, top - 8, zero, top - 2, "zero"))
      marks += besideBars(zero, "zero")
      marks += zeroName.enumerated().map { line, text in
        let half = FigureText.width(text) / 2
        return .label(
          text,
          at: FigurePoint(
            x: max(half, min(Figure.width - half, zero)), y: 14 + Double(line) * FigureText.lineHeight),
          anchor: .middle)
      }
    }
    return marks
  }

  /// An upright line beside the bars alone: the text above them stays free.
  private func besideBars(_ x: Double, _ style: String) -> [SVGElement] {
    rows.indices.map { row in
      let top = self.top + Double(row) * rowHeight + textHeight
      return .line(x, top + 3.5, x, top + 16.5, style)
    }
  }

  /// Ticks with their numbers, as many as stand apart.
  func numbers(along scale: LinearScale) -> (ticks: [Double], numbers: [String]) {
    for count in [6, 4, 2] {
      let ticks = scale.ticks(about: count)
      let numbers = axisNumbers(ticks, scale: unit.scale, isSigned: baseline != nil)
      let widest = numbers.map { FigureText.width($0) }.max() ?? 0
      let step = ticks.count > 1 ? scale.position(ticks[1]) - scale.position(ticks[0]) : .infinity
      if step > widest + 8 || count == 2 { return (ticks, numbers) }
    }
    return ([], [])
  }

  /// A tick's number moved so far inside that none of it is cut off.
  private func inside(_ x: Double, _ text: String) -> Double {
    let half = FigureText.width(text) / 2
    return max(half, min(Figure.width - half, x))
  }

  private func marks(_ row: Row, top: Double, _ scale: LinearScale) -> [SVGElement] {
    let y = top + textHeight + 10
    let names = nameLines(row).enumerated().map { line, text in
      SVGElement.label(
        text, at: FigurePoint(x: 14, y: top + 14 + Double(line) * Self.lineHeight), "label strong halo")
    }
    let numbers = FigurePoint(x: Figure.width - 14, y: top + textHeight - 3)
    return names + [.label(row.text.printed, at: numbers, anchor: .end, "label halo")]
      + bars(row, y: y, scale)
  }

  /// The ranges of an arm and its mean, in one line.
  func bars(_ row: Row, y: Double, _ scale: LinearScale) -> [SVGElement] {
    let ink = ArmInk(arm: row.arm)
    var marks: [SVGElement] = []
    if let allowed = row.estimate.uncertaintyInterval90 {
      marks.append(
        .bar(
          from: scale.position(allowed.lower), to: scale.position(allowed.upper), y - 3.5, height: 7,
          "thick \(ink.style)"))
    }
    marks.append(
      ink.marker(at: FigurePoint(x: scale.position(row.estimate.overTrials.mean), y: y), size: 5))
    return marks
  }
}
