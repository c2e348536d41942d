import ArgumentParser
import Inference
import TestAnalysis
import TestData
import TextFormats

/// A finished test that nothing should be learnt from, because `analyze` gives no verdict on it either.
struct UnjudgedTest: CommandFailure {
  /// What is wrong with a test.
  enum Cause {
    case split
    case measurement
    case confounded

    /// Why a whole analysis has no verdict.
    init(_ withheld: WithheldVerdict) {
      switch withheld {
      case .brokenSplit: self = .split
      case .brokenMeasurement: self = .measurement
      }
    }

    /// What is wrong, in a sentence or two.
    var reason: String {
      switch self {
      case .split:
        "The split is broken: options have more or fewer installs than the split has by chance. If it was not meant to be "
          + "even, say so with --allocation."
      case .measurement: "What is wrong in the rows depends on the option."
      case .confounded:
        "Each option has releases or languages of its own (confounded), and what differs between these is in the answer."
      }
    }
  }

  /// The file of the test.
  let file: String
  let cause: Cause

  /// What keeps a test from a verdict; `nil` where nothing does, and where the table is none that `analyze` reads, such
  /// as what it has written itself.
  ///
  /// - Parameter split: how its installs were meant to be split; `nil` for evenly.
  /// - Throws: `DataProblems` of a table that cannot be analysed, `ValidationError` of a split of other options,
  ///   `NumericsError`.
  init?(_ test: FinishedTest, file: String, split: SplitText?) throws {
    func options(_ arms: [String]) throws -> AnalysisOptions {
      var options = AnalysisOptions()
      options.allocation = try split?.shares(of: arms)
      return options
    }
    let analysis: AnalysedTest
    do {
      switch test {
      case .counts(_, nil): return nil
      case .counts(_, let table?):
        analysis = try AnalysedTest(table, options: options(table.arms.map(\.name)))
      case .events(let table):
        analysis = try AnalysedTest(table, options: options(table.arms.map(\.name)))
      }
    } catch let refusal as AnalysisRefusal where !refusal.isOfData {
      throw ValidationError(refusal.description)
    } catch let refusal as AnalysisRefusal {
      throw DataProblems(refusal, file: file)
    }
    guard let cause = Self.cause(analysis) else { return nil }
    self.init(file: file, cause: cause)
  }

  /// The parts, unchanged.
  init(file: String, cause: Cause) {
    self.file = file
    self.cause = cause
  }

  private static func cause(_ analysis: AnalysedTest) -> Cause? {
    if let withheld = analysis.withheld { return Cause(withheld) }
    let judgements = analysis.mainPanel?.judgements ?? []
    let isConfounded = judgements.allSatisfy { $0.reason == .confounded }
    return !judgements.isEmpty && isConfounded ? .confounded : nil
  }

  var exitStatus: ExitStatus { .notShown }

  /// What is wrong, in a sentence.
  var reason: String { cause.reason }

  var lines: [String] {
    [
      "Nothing was learnt from '\(file)'. \(reason) See 'att-lab analyze'.",
      "Fix the test first. If it was meant to be like this, add --anyway to learn from it.",
    ]
  }
}

extension DataProblems {
  /// What keeps a whole table from being analysed.
  init(_ refusal: AnalysisRefusal, file: String) {
    self.init(problems: [DataProblem(file: file, line: 1, column: 1, message: refusal.description)])
  }
}
