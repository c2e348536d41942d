import ArgumentParser
import ExperimentDesign
import Inference
import Reviews
import Studies
import TestAnalysis

/// One `--require` expression.
struct RequirementArgument<Measure: RequiredMeasure> {
  var requirement: Requirement<Measure>

  /// Reads an expression.
  ///
  /// - Throws: `ValidationError` with what was expected.
  static func read(_ text: String) throws -> RequirementArgument<Measure> {
    do throws(RequirementProblem) {
      return RequirementArgument<Measure>(requirement: try Requirement(text))
    } catch {
      throw ValidationError(error.description)
    }
  }
}

/// Requirements that a run or a test does not show, a sentence each.
struct NotShown: CommandFailure {
  var sentences: [String]

  var exitStatus: ExitStatus { .notShown }
  var lines: [String] { sentences }
}

extension Simulate {
  /// Refuses requirements about arms that the experiment does not have, before anything is run.
  func requireArms(of experiment: Experiment) throws {
    let names = experiment.arms.map(\.name)
    for requirement in require.map(\.requirement) {
      for name in [requirement.arm] + [requirement.other].compactMap({ $0 }) where !names.contains(name) {
        throw ValidationError(
          "'--require \(requirement.text)': there is no option '\(name)'; the options are "
            + names.joined(separator: ", ") + ".")
      }
    }
  }

  /// Says of every requirement whether it is shown.
  ///
  /// - Throws: ``NotShown`` where one is not.
  func check(_ builder: RunSummaryBuilder) throws {
    var failures: [String] = []
    for requirement in require.map(\.requirement) {
      do {
        for finding in try builder.findings(requirement) {
          let sentence = requirementSentence(
            requirement, finding, isOneOfSeveral: builder.outline.scenarios.count > 1,
            parametersVary: builder.outline.parametersVary)
          if finding.isShown { note(sentence) } else { failures.append(sentence) }
        }
      } catch let problem as RequirementProblem {
        throw ValidationError("'--require \(requirement.text)': \(problem.description).")
      }
    }
    if !failures.isEmpty { throw NotShown(sentences: failures) }
  }
}

extension Analyze {
  /// Says of every requirement whether the test shows it.
  ///
  /// - Returns: the sentences of those that are shown and of those that are not.
  /// - Throws: `ValidationError` for a requirement that this test cannot be held to.
  func judgements(_ analysis: AnalysedTest) throws -> (shown: [String], notShown: [String]) {
    var shown: [String] = []
    var notShown: [String] = []
    for requirement in require.map(\.requirement) {
      do {
        let finding = try analysis.finding(requirement)
        let sentence = requirementSentence(requirement, finding)
        if finding.isShown { shown.append(sentence) } else { notShown.append(sentence) }
      } catch let problem as RequirementProblem {
        throw ValidationError("'--require \(requirement.text)': \(problem.description).")
      }
    }
    return (shown, notShown)
  }
}
