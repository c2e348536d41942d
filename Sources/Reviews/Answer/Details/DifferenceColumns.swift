import ExperimentDesign
import Inference
import Rendering
import Studies

/// The columns that say how far each arm is from the baseline, each uncertainty in its own.
struct DifferenceColumns {
  var outline: RunOutline
  var unit: Unit

  /// - Parameter differences: one per arm; the baseline's cells stay empty.
  func columns(_ differences: [Estimate?]) -> [TextTable.Column] {
    guard outline.arms.count > 1 else { return [] }
    let words = EstimateText(unit: unit)
    func cells(_ text: (Estimate?) -> String) -> [String] {
      differences.enumerated().map { $0.offset == outline.baseline ? "" : text($0.element) }
    }
    var columns: [TextTable.Column] = [
      .init(
        heading: ["vs \(baseline)\(unit == .share ? ", pp" : "")"],
        cells: cells { words.difference($0) })
    ]
    if outline.parametersVary {
      columns.append(
        .init(
          heading: ["90%", "range"],
          cells: cells { words.interval($0?.uncertaintyInterval90, of: $0, signed: true) }))
    }
    columns.append(
      .init(
        heading: ["90% prediction", "interval"],
        cells: cells { words.testInterval($0?.predictionInterval90, of: $0, signed: true) }))
    return columns
  }

  private var baseline: String {
    TerminalText.shortened(TerminalText.safe(outline.arms[outline.baseline].name), width: 26)
  }
}
