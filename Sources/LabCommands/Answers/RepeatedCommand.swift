import ExperimentDesign
import ResultStore
import Reviews
import Runs

extension RunRecord {
  /// The file as it was named when the run was made; where the store does not say, one of the experiment's
  /// name, as commands that write the file again call it.
  ///
  /// The platform checks have it. Those of a population file of its own name that file.
  var fileInCommands: String {
    let locations = (platform?.findings ?? []).map(\.location)
    let isOwn = inputs.populationText == nil || hasPreset
    guard let found = locations.first(where: { isOwn || $0.key.hasPrefix("arms.") }), found.file != "-" else {
      return "\(inputs.experiment).yaml"
    }
    return found.file
  }

  /// Whether the population is a preset: what is found in it is located at the line of the file that names it.
  private var hasPreset: Bool {
    inputs.fileText.split(separator: "\n").contains { line in
      line.wholeMatch(of: #/population: *["']?[a-z]+["']?\s*(#.*)?/#) != nil
    }
  }

  /// How the run is made again with more trials.
  func again(in store: String, includesForbidden: Bool) -> RepeatedRun {
    let isSeedGiven =
      inputs.overrides.contains { $0.hasPrefix("seed=") }
      || inputs.fileText.split(separator: "\n").contains { $0.hasPrefix("seed:") }
    return RepeatedRun(
      command: SuggestedCommand.simulate(
        fileInCommands, overrides: inputs.overrides.compactMap(Setting.init),
        seed: isSeedGiven ? nil : inputs.seed, store: store,
        includesForbidden: includesForbidden))
  }
}
