import ExperimentDesign

/// What the value of sessions is counted in.
public enum ValueUnit: Equatable, Sendable {
  /// A currency that the file names.
  case currency(String)
  /// A session without the identifier is worth 1, and no currency is named: the unit of the presets.
  case sessions
  /// Neither: amounts without a currency, or of several.
  case none

  /// The unit in a word, as data have it; `nil` where nothing says.
  public var key: String? {
    switch self {
    case .currency(let code): code
    case .sessions: "sessions"
    case .none: nil
    }
  }

  /// The code of ISO 4217 for no currency.
  static let noCurrency = "XXX"

  /// The unit of an experiment; `nil` where no value is modelled.
  init?(of experiment: Experiment) {
    let values = experiment.scenarios.flatMap(\.segments).compactMap(\.value)
    guard let first = values.first else { return nil }
    guard values.allSatisfy({ $0.currency == first.currency }) else {
      self = .none
      return
    }
    if first.currency != Self.noCurrency {
      self = .currency(first.currency)
    } else {
      self = values.allSatisfy { $0[.otherwise].constant == 1 } ? .sessions : .none
    }
  }
}
