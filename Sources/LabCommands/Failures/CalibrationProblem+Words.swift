import ArgumentParser
import Inference
import Rendering
import Reviews
import Studies
import TestAnalysis
import TestData
import TextFormats

extension CalibrationProblem {
  /// The most installs that can be simulated.
  static let mostInstalls = 4_000_000

  /// The end of a command whose data cannot be fitted to an experiment.
  ///
  /// - Parameter file: that the data are in.
  func failure(in file: String) -> Ended {
    switch self {
    case .noArm(let name, let line, let others, let known):
      badInput(
        "\(file):\(line):1: the experiment has no \(others.isEmpty ? "option" : "options") "
          + ([name] + others).map { "'\($0)'" }.inProse + "."
          + suggestion(for: name, among: known, noun: "It has")
          + " Where the data have another name for one of these, add --map-arm "
          + "\(TerminalText.shellWord("OPTION=\(name)")); else leave out the rows")
    case .twice(let name, let line, let first):
      badInput(
        "\(file):\(line):1: a second row of '\(name)', after the one in line \(first). Expected one for each option, or for "
          + "each option and week or segment")
    case .noCounts:
      badInput("\(file):1:1: no installs that are old enough; expected some of at least one day")
    case .nothingUncertain:
      badInput(
        "no number of the file is uncertain, so there is nothing to learn. Give those that you do not know a distribution, "
          + "as {range: [20%, 40%]}")
    case .nothingEnters:
      badInput("none of the file's uncertain numbers changes what \(file) has counted")
    case .shareTwice(let line, let first):
      badInput("\(file):\(line):1: the share of line \(first) again. Expected each day once")
    case .noPrePrompt(let name, let line):
      badInput(
        "\(file):\(line):1: '\(name)' has no pre-prompt in the experiment, and the row counts showings of one. Write 0, or "
          + "give the option its 'pre_prompt'")
    case .tooNoisy(let installs):
      badInput(
        "\(file):1:1: what \(installs) simulated installs say is too noisy for the numbers to be fitted. "
          + (installs < Self.mostInstalls
            ? "Simulate more: --installs \(min(10 * installs, Self.mostInstalls))"
            : "Give numbers that need not be learnt one value in the file"))
    case .counted(let name):
      badInput(
        "\(name) is already in the file's numbers: its evidence names the same data. The same data twice would look surer "
          + "than they are. Give the counts of another test, or newer counts with the file from before that update"
      )
    }
  }

  private func badInput(_ words: String) -> Ended { Ended(.badInput, [words]) }
}

extension FinishedTest {
  /// Why nothing should be learnt from it, in a sentence: a broken split or measurement, or options in releases.
  ///
  /// `nil` where nothing is against it, and of a table that `analyze` does not read, as what it has written itself.
  ///
  /// - Parameters:
  ///   - file: of the test.
  ///   - split: how its installs were meant to be split; `nil` for evenly.
  /// - Throws: `DataProblems` of a table that cannot be analysed, `ValidationError` of a split of other options,
  ///   `NumericsError`.
  func teachesNothing(file: String, split: SplitText?) throws -> String? {
    func options(_ arms: [String]) throws -> AnalysisOptions {
      var options = AnalysisOptions()
      options.statistics.hasPosteriors = false
      options.allocation = try split?.shares(of: arms)
      return options
    }
    let analysis: AnalysedTest
    do {
      switch self {
      case .counts(_, nil): return nil
      case .counts(_, let table?):
        analysis = try AnalysedTest(table, options: options(table.arms.map(\.name)))
      case .events(let table): analysis = try AnalysedTest(table, options: options(table.arms.map(\.name)))
      }
    } catch let refusal as AnalysisRefusal {
      guard refusal.isOfData else { throw ValidationError(refusal.description) }
      throw DataProblems(refusal, file: file)
    }
    let judgements = analysis.mainPanel?.judgements ?? []
    let isConfounded = !judgements.isEmpty && judgements.allSatisfy { $0.reason == .confounded }
    return (analysis.withheld ?? (isConfounded ? .confounded : nil)).map {
      $0.words.prefix(1).uppercased() + $0.words.dropFirst()
    }
  }
}
