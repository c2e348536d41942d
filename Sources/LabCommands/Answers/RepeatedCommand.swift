import ExperimentDesign
import ResultStore
import Reviews
import Runs

/// The command that simulates a file with the same settings, without its trials.
///
/// - Parameters:
///   - path: The file as it was named.
///   - overrides: What is set in it from outside; its trials are left out.
///   - seed: The seed, where neither the file nor `overrides` give it.
///   - store: The store's path.
///   - includesForbidden: Whether options that a blocker stands on are ranked.
func repeatedCommand(
  of path: String, overrides: [Setting], seed: UInt64?, store: String, includesForbidden: Bool
) -> String {
  var words = ["att-lab", "simulate", path]
  for setting in overrides where setting.path != "trials" {
    let isOption = ["installs", "seed"].contains(setting.path)
    words += isOption ? ["--\(setting.path)", setting.value] : ["--set", setting.text]
  }
  if let seed { words += ["--seed", "\(seed)"] }
  if includesForbidden { words.append("--include-noncompliant") }
  if store != StoreOptions.usual { words += ["--db", store] }
  return words.map(shellWord).joined(separator: " ")
}

extension RunRecord {
  /// The file as it was named when the run was made, for a shell; where the store does not say, one of the experiment's
  /// name, as commands that write the file again call it.
  ///
  /// The platform checks have it. Those of a population file of its own name that file.
  var fileInCommands: String {
    let locations = (platform?.findings ?? []).map(\.location)
    let isOwn = inputs.populationText == nil || hasPreset
    guard let found = locations.first(where: { isOwn || $0.key.hasPrefix("arms.") }), found.file != "-" else {
      return shellWord("\(inputs.experiment).yaml")
    }
    return shellWord(found.file)
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
      command: repeatedCommand(
        of: fileInCommands, overrides: inputs.overrides.compactMap(Setting.init),
        seed: isSeedGiven ? nil : inputs.seed, store: store,
        includesForbidden: includesForbidden))
  }
}
