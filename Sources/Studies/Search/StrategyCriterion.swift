import ExperimentDesign

/// What a search compares strategies by.
public enum StrategyCriterion: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// The mean of the objective in the first scenario.
  case mean
  /// The smallest mean over the scenarios.
  case scenarios
  /// The smallest mean over the file and its alternative models, in the first scenario.
  case alternatives

  /// The criterion of a word; searches of earlier versions say `rivals` for ``alternatives``.
  public init?(rawValue: String) {
    switch rawValue {
    case "mean": self = .mean
    case "scenarios": self = .scenarios
    case "alternatives", "rivals": self = .alternatives
    default: return nil
    }
  }

  /// Its word in commands and JSON.
  public var rawValue: String {
    switch self {
    case .mean: "mean"
    case .scenarios: "scenarios"
    case .alternatives: "alternatives"
    }
  }

  /// The views under which an experiment's strategies are compared, at least one.
  ///
  /// - Throws: `ExperimentFault` where a model makes no experiment.
  func views(of experiment: Experiment) throws(ExperimentFault) -> [StrategyView] {
    let plain = StrategyView(name: experiment.scenarios[0].name, model: nil, scenario: 0)
    switch self {
    case .mean: return [plain]
    case .scenarios:
      return experiment.scenarios.indices.map {
        StrategyView(name: experiment.scenarios[$0].name, model: nil, scenario: $0)
      }
    case .alternatives:
      var views = [plain]
      for model in AlternativeModel.allCases where try model.experiment(from: experiment) != nil {
        views.append(StrategyView(name: model.rawValue, model: model, scenario: 0))
      }
      return views
    }
  }
}

/// A scenario or an alternative model under which strategies are compared.
public struct StrategyView: Hashable, Sendable {
  /// The scenario's name, or the model's.
  public let name: String
  /// `nil` for the file as it is written.
  let model: AlternativeModel?
  /// Position of the scenario.
  let scenario: Int
}
