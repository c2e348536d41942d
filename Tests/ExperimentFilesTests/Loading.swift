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

/// Fits with one answer to all retention figures, which remember what they were asked; of ranges every one has a
/// distribution.
final class OneFit: FigureFits {
  let answer: RetentionAnswer
  private(set) var questions: [RetentionQuestion] = []
  private(set) var ranges: [ShareRange] = []

  init(_ answer: RetentionAnswer = perfectFit) { self.answer = answer }

  func visits(for question: RetentionQuestion) -> RetentionAnswer {
    questions.append(question)
    return answer
  }

  func distribution(of range: ShareRange) -> RangeAnswer {
    ranges.append(range)
    return .fitted(a: 2, b: 3)
  }
}

/// Reads an experiment with fits that always succeed.
func readFitted(path: String, purpose: ReadingPurpose = .simulation) throws(FileProblems) -> ExperimentFile {
  try readFitted(text: try experimentBytes(path), path: path, purpose: purpose)
}

/// Reads bytes with fits that always succeed.
func readFitted(
  text: [UInt8], path: String, purpose: ReadingPurpose = .simulation
) throws(FileProblems) -> ExperimentFile {
  try readExperiment(text: text, path: path, purpose: purpose, fits: OneFit())
}

/// Loads YAML with a fit that always succeeds, or answers as given.
func load(
  _ yaml: String, path: String = "experiment.yaml", set: [(path: String, value: String)] = [],
  fit: RetentionAnswer = perfectFit
) throws -> ExperimentFile {
  try readExperiment(text: Array(yaml.utf8), path: path, overrides: set, fits: OneFit(fit))
}

/// The problems of YAML that must not load; warnings where it does.
func problems(
  _ yaml: String, path: String = "x.yaml", set: [(path: String, value: String)] = [],
  fit: RetentionAnswer = perfectFit
) -> [String] {
  problems(Array(yaml.utf8), path: path, set: set, fit: fit)
}

/// The same of bytes.
func problems(
  _ bytes: [UInt8], path: String = "x.yaml", set: [(path: String, value: String)] = [],
  fit: RetentionAnswer = perfectFit
) -> [String] {
  do throws(FileProblems) {
    return try readExperiment(text: bytes, path: path, overrides: set, fits: OneFit(fit)).warnings
      .map(\.description)
  } catch {
    return error.problems.map(\.description)
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
