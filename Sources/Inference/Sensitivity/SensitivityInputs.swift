/// Uncertain parameters made ready for sensitivity rankings: grouped, ranked, and with their smooth functions.
///
/// Differences of the same trials, such as those of several scenarios, share one.
public struct SensitivityInputs: Sendable {
  let parameters: [UncertainParameter]
  /// By group, the names of its parameters.
  let names: [[String]]
  /// By group.
  let bases: [SmoothBasis]
  /// Those of each parameter of a group of several.
  let members: [[SmoothBasis]]

  /// - Parameter parameters: every uncertain parameter, with its draws in every trial.
  public init(_ parameters: [UncertainParameter]) {
    self.parameters = parameters
    let groups = ParameterGroup.all(of: parameters)
    names = groups.map(\.names)
    bases = groups.map { SmoothBasis(of: $0.columns) }
    members = groups.map { group in
      group.names.count == 1 ? [] : group.columns.map { SmoothBasis(of: [$0]) }
    }
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
