import ExperimentDesign
public import TextFormats

/// The path under which a file, or `--set`, gives the number that a run lists under a path.
///
/// Runs list the numbers of a population by their paths in it: `allow.rate` is set as `population.allow.rate`. Any other
/// path is its own.
public func settingPath(ofNumber path: String) -> String {
  let first = String(path.prefix { $0 != "." })
  return KeyTable.experiment[first] == nil && KeyTable.population[first] != nil ? "population.\(path)" : path
}

/// The name of the population that a text asks for; `nil` where it has none, or writes it out.
///
/// - Throws: ``FileProblems`` for a text that is no YAML.
public func populationName(in text: [UInt8], path: String) throws(FileProblems) -> String? {
  let problems = ProblemList()
  let root = try? readYAML(text, file: path, rank: 0, problems: problems)
  guard !problems.hasErrors else { throw problems.errors }
  return root?["population"]?.scalar
}
