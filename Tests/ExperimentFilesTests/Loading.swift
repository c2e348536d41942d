import ExperimentDesign
import ExperimentFiles
import Foundation

/// The repository, found from this file, so that tests read its data wherever they are run.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The answer of a fit that meets every figure.
let perfectFit = RetentionAnswer.fitted(
  VisitBelief(
    mean: [0.2, -0.1, -0.2, 0.7],
    covariance: [[0.1, 0, 0, 0], [0, 0.1, 0, 0], [0, 0, 0.1, 0], [0, 0, 0, 0.1]]), doubt: nil)

extension UnresolvedExperiment {
  /// The experiment with one answer to all its retention figures.
  func resolved(all answer: RetentionAnswer) throws(FileProblems) -> ExperimentFile {
    try resolved(Dictionary(retention.map { ($0, answer) }) { first, _ in first })
  }
}

/// Reads an experiment with a fit that always succeeds.
func readFitted(path: String) throws -> ExperimentFile {
  try readExperiment(path: path).resolved(all: perfectFit)
}

/// Reads bytes with a fit that always succeeds.
func readFitted(text: [UInt8], path: String) throws -> ExperimentFile {
  try readExperiment(text: text, path: path).resolved(all: perfectFit)
}

/// Loads YAML with a fit that always succeeds, or answers as given.
func load(
  _ yaml: String, path: String = "experiment.yaml", set: [(path: String, value: String)] = [],
  fit: RetentionAnswer = perfectFit
) throws -> ExperimentFile {
  try readExperiment(text: Array(yaml.utf8), path: path, overrides: set).resolved(all: fit)
}

/// The problems of YAML that must not load; warnings where it does.
func problems(
  _ yaml: String, path: String = "x.yaml", set: [(path: String, value: String)] = [],
  fit: RetentionAnswer = perfectFit
) -> [String] {
  do {
    return try load(yaml, path: path, set: set, fit: fit).warnings.map(\.description)
  } catch let error as FileProblems {
    return error.problems.map(\.description)
  } catch {
    return ["unexpected: \(error)"]
  }
}

/// A small experiment that loads without warnings, for tests to vary.
let smallExperiment = """
  experiment: small
  population:
    sessions: {rate: 2, leave: 0.2}
    allow: {rate: 0.3}
    events:
      article: {per_session: 2}
  usage_strings:
    plain: {text: "Shows ads about what you read, for example local concerts."}
  arms:
    launch: {ask: launch, usage_string: plain}
    third: {ask: {after: article, count: 3}, usage_string: plain}
  """
