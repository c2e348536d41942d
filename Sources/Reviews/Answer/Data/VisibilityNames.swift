import ExperimentDesign
import Studies

extension DescribedVisibility {
  /// The scenario and the segment it holds for, by name.
  func names(in outline: RunOutline) -> (scenario: String?, segment: String?) {
    guard let scenario = visibility.scenario else { return (nil, nil) }
    let found = outline.scenarios[scenario]
    return (found.name, visibility.segment.map { found.segments[$0].name })
  }
}
