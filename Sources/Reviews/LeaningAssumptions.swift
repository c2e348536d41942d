import ExperimentDesign
import Inference
import Studies

/// The assumed distributions that a scenario's verdict leans on most, at most three,
/// and none that an idle parameter could match by chance.
func assumptions(_ scenario: ScenarioSummary, _ outline: RunOutline) -> [RankedAssumption] {
  let assumed = Set(
    outline.parameters.filter { $0.isDrawn && $0.evidence.grade == .assumed }.map(\.place))
  return Array(
    scenario.assumptions.filter { $0.standsOut && assumed.contains($0.parameter) }.prefix(3))
}
