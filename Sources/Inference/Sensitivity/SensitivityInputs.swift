/// Uncertain parameters made ready for sensitivity rankings: grouped and ranked.
///
/// Differences of the same trials, such as those of several scenarios, share one. The smooth functions of all groups at once
/// would be most of what an answer holds of each trial.
public struct SensitivityInputs: Sendable {
  let parameters: [UncertainParameter]
  /// None of more trials than are used (``over(_:)``).
  let groups: [ParameterGroup]

  /// - Parameter parameters: every uncertain parameter, with its draws in every trial.
  public init(_ parameters: [UncertainParameter]) {
    self.parameters = parameters
    let trials = parameters.first?.draws.count ?? 0
    groups = trials > SensitivityRanking.mostTrials ? [] : ParameterGroup.all(of: parameters)
  }

  /// The same over some of the trials.
  func over(_ trials: [Int]) -> SensitivityInputs {
    SensitivityInputs(
      parameters.map { parameter in
        UncertainParameter(
          name: parameter.name, draws: trials.map { parameter.draws[$0] }, family: parameter.family)
      })
  }
}
