import ArgumentParser
import ExperimentFiles

/// What `att-lab init` writes: a starter for an app of one kind, or an experiment that comes with the tool.
enum StartingPoint: ExpressibleByArgument, Equatable {
  case starter(BuiltInPopulation)
  case preset(Preset)

  /// Every name that stands for one.
  static let names = BuiltInPopulation.allCases.map(\.rawValue) + Preset.allCases.map(\.rawValue)

  static var allValueStrings: [String] { names }

  var defaultValueDescription: String { name }

  init?(argument: String) {
    if let population = BuiltInPopulation(rawValue: argument) {
      self = .starter(population)
    } else if let preset = Preset(rawValue: argument) {
      self = .preset(preset)
    } else {
      return nil
    }
  }

  /// The name that the file gets unless another is given.
  var name: String {
    switch self {
    case .starter(let population): population.rawValue
    case .preset(let preset): preset.rawValue
    }
  }

  /// The file.
  var text: String {
    switch self {
    case .starter(let population): starterExperiment(preset: population)
    case .preset(let preset): preset.starter
    }
  }
}
