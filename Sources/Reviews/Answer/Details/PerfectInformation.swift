import ExperimentDesign
import Inference
import Rendering
import Studies

/// What it would be worth to know every uncertain input before choosing.
struct PerfectInformation {
  var outline: RunOutline
  var scenario: ScenarioSummary

  /// Nothing where nothing is uncertain.
  var blocks: [ReviewDocument.Block] {
    guard let worth = scenario.decision?.valueOfPerfectInformation, scenario.verdict?.runnerUp != nil else {
      return []
    }
    let size = Quantity(worth, outline.objective.unit.difference).loss([])
    return [.note("To know every uncertain input before choosing is worth \(size).")]
  }
}
