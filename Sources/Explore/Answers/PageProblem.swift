import ExperimentDesign
import ExperimentFiles
import ResultStore
import Runs
import TextFormats

/// What a page gets in place of an answer.
enum PageProblem {
  /// As the page reads it: problems, each with its line where it has one.
  static func json(of error: any Error) -> JSONValue {
    let problems: [FileProblem] =
      if let file = error as? FileProblems { file.problems } else {
        [FileProblem(file: "", line: 0, column: 0, message: words(for: error))]
      }
    return .object([("kind", .text("problems")), ("problems", .list(problems.map(json(of:))))])
  }

  /// One problem of a text.
  static func json(of problem: FileProblem) -> JSONValue {
    .object([
      ("file", .text(problem.file)), ("line", .count(problem.line)), ("column", .count(problem.column)),
      ("message", .text(problem.message)), ("severity", .text(problem.severity.rawValue)),
    ])
  }

  private static func words(for error: any Error) -> String {
    switch error {
    case let error as RunTooLarge: "\(error). Give fewer trials or installs."
    case is WorkStopped: "The program was stopped. Start it again and open the new address."
    case _: "\(error)"
    }
  }
}

extension PageQuestions.Question {
  /// The status of a reply that tells an error.
  ///
  /// What is wrong with a text is an answer to it: of another status a browser makes a line on its console.
  func status(of error: any Error) -> Int {
    if self != .answer, error is FileProblems { return 200 }
    return isRefused(by: error) ? 422 : 500
  }

  /// Whether it is the request that is wrong, and not the server that failed.
  private func isRefused(by error: any Error) -> Bool {
    error is ResultStoreError || error is FileProblems || error is JSONProblem || error is RunTooLarge
      || error is PageQuestions.NotOffered
  }
}
