import ExperimentDesign

/// The path under which a file, or `--set`, gives the number that a run lists under a path.
///
/// Runs list the numbers of a population by their paths in it: `allow.rate` is set as `population.allow.rate`. Any other
/// path is its own.
public func settingPath(ofNumber path: String) -> String {
  let first = String(path.prefix { $0 != "." })
  return KeyTable.experiment[first] == nil && KeyTable.population[first] != nil ? "population.\(path)" : path
}
