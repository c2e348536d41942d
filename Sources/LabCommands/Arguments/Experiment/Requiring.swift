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

extension [String] {
  /// What must be shown of these options; known names settle what else could be read in two ways.
  ///
  /// - Throws: `ValidationError` where an expression names another option.
  func requirements<Measure>(
    _ arguments: [RequirementArgument<Measure>]
  ) throws -> [Requirement<Measure>] {
    try arguments.map { argument in
      let text = argument.requirement.text
      do {
        let requirement = try Requirement<Measure>(text, among: self)
        for name in [requirement.arm] + [requirement.other].compactMap({ $0 }) where !contains(name) {
          throw RequirementProblem(
            description: "there is no option '\(name)'; the options are \(joined(separator: ", "))")
        }
        return requirement
      } catch let problem as RequirementProblem {
        throw ValidationError("'--require \(text)': \(problem.description).")
      }
    }
  }
}

extension Simulate {
  /// Says of every requirement whether it is shown.
  ///
  /// - Throws: ``Ended`` where one is not.
  func check(_ builder: RunSummaryBuilder) throws {
    var failures: [String] = []
    for requirement in try builder.outline.arms.map(\.name).requirements(require) {
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
    if !failures.isEmpty { throw Ended(.notShown, failures) }
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
    for requirement in try analysis.arms.requirements(require) {
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
