import Rendering

/// Where the installs of one arm go, stage by stage.
struct FunnelFigure {
  /// One stage.
  struct Stage {
    var name: String
    /// Of all installs.
    var share: Double
    /// The share as it is written.
    var number: String
    /// How many are gone since the stage before, and where.
    var loss: String
  }

  var id: String
  var title: String
  var arm: Int
  var stages: [Stage]
  var description: String

  private static let rowHeight = 33.0

  var figure: Figure {
    let largest = max(1, stages.map(\.share).max() ?? 1)
    let scale = LinearScale(domain: 0...largest, start: 2, end: Figure.width - 2)
    var drawn: [SVGElement] = []
    for (index, stage) in stages.enumerated() {
      let top = Double(index) * Self.rowHeight
      let heading = "\(stage.number) \(stage.name)"
      let room = Figure.width - FigureText.width(heading, .strong) - 16
      drawn.append(.label(heading, at: FigurePoint(x: 2, y: top + 14), "label strong"))
      if !stage.loss.isEmpty {
        drawn.append(
          .label(
            FigureText.shortened(stage.loss, width: room),
            at: FigurePoint(x: Figure.width - 2, y: top + 14), anchor: .end, "label muted"))
      }
      drawn.append(
        .rectangle(FigureBox(x: 2, y: top + 19, width: Figure.width - 4, height: 8), "track", radius: 2))
      drawn.append(
        .rectangle(
          FigureBox(x: 2, y: top + 19, width: scale.position(stage.share) - 2, height: 8),
          "bar \(ArmInk(arm: arm).style)", radius: 2))
    }
    return Figure(
      id: id, title: title, description: description, height: Double(stages.count) * Self.rowHeight + 2,
      marks: drawn)
  }
}
