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

  var figure: Figure {
    let largest = max(1, stages.map(\.share).max() ?? 1)
    let scale = LinearScale(domain: 0...largest, start: 2, end: Figure.width - 2)
    var drawn: [SVGElement] = []
    var y = 14.0
    for stage in stages {
      let heading = "\(stage.number) \(stage.name)"
      drawn.append(.label(heading, at: FigurePoint(x: 2, y: y), "label strong"))
      // Beside the heading where there is room, else below it.
      let room = Figure.width - FigureText.width(heading, .strong) - 16
      let losses =
        FigureText.width(stage.loss) <= room
        ? [stage.loss] : [""] + FigureText.lines(stage.loss, width: Figure.width - 4)
      for (line, loss) in losses.enumerated() where !loss.isEmpty {
        let position = FigurePoint(x: Figure.width - 2, y: y + Double(line) * FigureText.lineHeight)
        drawn.append(.label(loss, at: position, anchor: .end, "label muted"))
      }
      y += Double(losses.count - 1) * FigureText.lineHeight
      let track = FigureBox(x: 2, y: y + 5, width: Figure.width - 4, height: 8)
      var bar = track
      bar.width = scale.position(stage.share) - 2
      drawn.append(.rectangle(track, "track", radius: 2))
      drawn.append(.rectangle(bar, "bar \(ArmInk(arm: arm).style)", radius: 2))
      y += 33
    }
    return Figure(id: id, title: title, description: description, height: y - 12, marks: drawn)
  }
}
