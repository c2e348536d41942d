import ArgumentParser
import Inference
import Reviews
import TestAnalysis
import TestData
import TextFormats

/// A finished test that nothing should be learnt from, because `analyze` gives no verdict on it either.
struct UnjudgedTest: CommandFailure {
  /// The file of the test.
  let file: String
  /// Why it has no verdict.
  let cause: NoVerdictReason

  /// What keeps a test from a verdict; `nil` where nothing does, and where the table is none that `analyze` reads, such
  /// as what it has written itself.
  ///
  /// - Parameter split: how its installs were meant to be split; `nil` for evenly.
  /// - Throws: `DataProblems` of a table that cannot be analysed, `ValidationError` of a split of other options,
  ///   `NumericsError`.
  init?(_ test: FinishedTest, file: String, split: SplitText?) throws {
    func options(_ arms: [String]) throws -> AnalysisOptions {
      var options = AnalysisOptions()
      options.statistics.hasPosteriors = false
      options.allocation = try split?.shares(of: arms)
      return options
    }
    let analysis: AnalysedTest
    do {
      switch test {
      case .counts(_, nil): return nil
      case .counts(_, let table?):
        analysis = try AnalysedTest(table, options: options(table.arms.map(\.name)))
      case .events(let table): analysis = try AnalysedTest(table, options: options(table.arms.map(\.name)))
      }
    } catch let refusal as AnalysisRefusal where !refusal.isOfData {
      throw ValidationError(refusal.description)
    } catch let refusal as AnalysisRefusal {
      throw DataProblems(refusal, file: file)
    }
    guard let cause = analysis.teachesNothing else { return nil }
    self.init(file: file, cause: cause)
  }

  /// The parts, unchanged.
  init(file: String, cause: NoVerdictReason) {
    self.file = file
    self.cause = cause
  }

  var exitStatus: ExitStatus { .notShown }

  /// What is wrong, in a sentence.
  var reason: String { cause.words.prefix(1).uppercased() + cause.words.dropFirst() }

  var lines: [String] {
    [
      "Nothing was learnt from '\(file)'. \(reason) See 'att-lab analyze'.",
      "Fix the test first. If it was meant to be like this, add --anyway to learn from it.",
    ]
  }
}

extension AnalysedTest {
  /// Why nothing should be learnt from it: a broken split or measurement, or options in releases of their own.
  fileprivate var teachesNothing: NoVerdictReason? {
    if let withheld { return withheld }
    let judgements = mainPanel?.judgements ?? []
    return !judgements.isEmpty && judgements.allSatisfy { $0.reason == .confounded } ? .confounded : nil
  }
}

extension DataProblems {
  /// What keeps a whole table from being analysed.
  init(_ refusal: AnalysisRefusal, file: String) {
    self.init(problems: [DataProblem(file: file, line: 1, column: 1, message: refusal.description)])
  }
}
