import Rendering

/// What no strategy beats by two metrics: one across, the objective upwards.
struct FrontFigure {
  struct Mark {
    var name: String
    var ink: ArmInk
    var across: Double
    var up: Double
  }

  var id: String
  var title: String
  var description: String
  var marks: [Mark]
  /// What is measured across and upwards, and whether it is a share.
  var across: (name: String, isShare: Bool)
  var up: (name: String, isShare: Bool)

  private static let area = FigureBox(x: 56, y: 30, width: 360, height: 240)

  var figure: Figure {
    let area = Self.area
    let columns = scale(marks.map(\.across), from: area.x, to: area.x + area.width)
    let rows = scale(marks.map(\.up), from: area.y + area.height, to: area.y)
    let points = marks.map { FigurePoint(x: columns.position($0.across), y: rows.position($0.up)) }
    let names = names(points)
    let key = key(names.unnamed, top: area.y + area.height + 44)
    return Figure(
      id: id, title: title, description: description, height: area.y + area.height + 44 + key.height,
      marks: axes(columns, rows) + names.plates
        + zip(marks, points).map { $0.ink.marker(at: $1) } + names.labels + key.drawn)
  }

  private func scale(_ values: [Double], from start: Double, to end: Double) -> LinearScale {
    let domain = (values.min() ?? 0)...(values.max() ?? 1)
    return LinearScale(domain: LinearScale.widened(domain, by: 0.12), start: start, end: end)
  }

  private func axes(_ columns: LinearScale, _ rows: LinearScale) -> [SVGElement] {
    var drawn: [SVGElement] = [
      .line(columns.start, rows.start, columns.end, rows.start, "axis"),
      .line(columns.start, rows.start, columns.start, rows.end, "axis"),
      .label(up.name, at: FigurePoint(x: 2, y: 14), "label muted"),
      .label(
        across.name, at: FigurePoint(x: (columns.start + columns.end) / 2, y: rows.start + 36),
        anchor: .middle, "label muted"),
    ]
    func numbers(_ ticks: [Double], isShare: Bool) -> [String] {
      AxisNumbers(values: ticks, scale: isShare ? 100 : 1, suffix: isShare ? "%" : "").labels
    }
    let ticks = columns.ticks(about: 4)
    for (tick, number) in zip(ticks, numbers(ticks, isShare: across.isShare)) {
      let x = columns.position(tick)
      drawn.append(.line(x, rows.start, x, rows.start + 4, "axis"))
      drawn.append(
        .label(number, at: FigurePoint(x: x, y: rows.start + 18), anchor: .middle, "label muted"))
    }
    let levels = rows.ticks(about: 5)
    for (tick, number) in zip(levels, numbers(levels, isShare: up.isShare)) {
      let y = rows.position(tick)
      drawn.append(.line(columns.start - 4, y, columns.start, y, "axis"))
      drawn.append(
        .label(number, at: FigurePoint(x: columns.start - 6, y: y + 4.5), anchor: .end, "label muted"))
    }
    return drawn
  }

  /// The names that have room beside their marks, and the marks whose names have none.
  private func names(
    _ points: [FigurePoint]
  ) -> (labels: [SVGElement], plates: [SVGElement], unnamed: [Mark]) {
    let area = Self.area
    var placement = LabelPlacement(
      area: FigureBox(x: area.x + 2, y: area.y - 8, width: area.width + 18, height: area.height + 6))
    for point in points {
      placement.keepFree(FigureBox(x: point.x - 7, y: point.y - 7, width: 14, height: 14))
    }
    var (labels, plates): ([SVGElement], [SVGElement]) = ([], [])
    var unnamed: [Mark] = []
    for (mark, point) in zip(marks, points) {
      let spellings = [area.width, 190, 130].map { FigureText.lines(mark.name, width: $0, .strong) }
      guard let placed = placement.position(anyOf: spellings, beside: point), !placed.needsLeader else {
        unnamed.append(mark)
        continue
      }
      plates.append(.rectangle(placed.box, "plate"))
      for (line, text) in placed.lines.enumerated() {
        let y = placed.point.y + Double(line) * FigureText.lineHeight
        labels.append(
          .label(text, at: FigurePoint(x: placed.point.x, y: y), anchor: placed.anchor, "label strong"))
      }
    }
    return (labels, plates, unnamed)
  }

  private func key(_ unnamed: [Mark], top: Double) -> (drawn: [SVGElement], height: Double) {
    var drawn: [SVGElement] = []
    var y = top + FigureText.lineHeight
    for mark in unnamed {
      drawn.append(mark.ink.marker(at: FigurePoint(x: 10, y: y - 4.5)))
      for line in FigureText.lines(mark.name, width: Figure.width - 28, .strong) {
        drawn.append(.label(line, at: FigurePoint(x: 24, y: y), "label strong"))
        y += FigureText.lineHeight
      }
    }
    return (drawn, y - top - FigureText.lineHeight)
  }
}
