import ExperimentFiles
import Foundation
import Testing
import TextFormats

/// The repository, found from this file, so that tests read its data wherever they are run.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Loads YAML, with some keys set from outside.
func load(
  _ yaml: String, path: String = "experiment.yaml", set: [(path: String, value: String)] = []
) throws -> ExperimentFile {
  try load(Array(yaml.utf8), path: path, set: set)
}

/// The same of bytes.
private func load(
  _ bytes: [UInt8], path: String, set: [(path: String, value: String)], purpose: ReadingPurpose = .simulation
) throws(FileProblems) -> ExperimentFile {
  let overrides = set.map { Setting(path: $0.path, value: $0.value) }
  return try loadExperiment(text: bytes, path: path, overrides: overrides, purpose: purpose)
}

/// The problems of YAML that must not load; warnings where it does.
func problems(
  _ yaml: String, path: String = "x.yaml", set: [(path: String, value: String)] = [],
  purpose: ReadingPurpose = .simulation
) -> [String] {
  problems(Array(yaml.utf8), path: path, set: set, purpose: purpose)
}

/// The same of bytes.
func problems(
  _ bytes: [UInt8], path: String = "x.yaml", set: [(path: String, value: String)] = [],
  purpose: ReadingPurpose = .simulation
) -> [String] {
  do throws(FileProblems) {
    return try load(bytes, path: path, set: set, purpose: purpose).warnings.map(\.description)
  } catch {
    return error.problems.map(\.description)
  }
}

/// Expects one problem, or one warning, that begins so and has these words.
func expectOnly(
  _ found: [String], beginning start: String = "", having words: String = "",
  at location: SourceLocation = #_sourceLocation
) {
  let fits = found.first.map { $0.hasPrefix(start) && (words.isEmpty || $0.contains(words)) }
  #expect(found.count == 1 && fits == true, "\(found)", sourceLocation: location)
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
