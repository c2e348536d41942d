import ArgumentParser
import ExperimentDesign
import Inference
import Reviews
import Studies

/// One `--require` expression.
struct RequirementArgument {
  var requirement: Requirement

  /// Reads an expression.
  ///
  /// - Throws: `ValidationError` with what was expected.
  static func read(_ text: String) throws -> RequirementArgument {
    do throws(Requirement.Problem) {
      return RequirementArgument(requirement: try Requirement(text))
    } catch {
      throw ValidationError(error.description)
    }
  }
}

/// Requirements that a run does not show, a sentence each.
struct NotShown: Error {
  var sentences: [String]
}

extension Simulate {
  /// Refuses requirements about arms that the experiment does not have, before anything is run.
  func requireArms(of experiment: Experiment) throws {
    let names = experiment.arms.map(\.name)
    for requirement in require.map(\.requirement) {
      for name in [requirement.arm] + [requirement.other].compactMap({ $0 }) where !names.contains(name) {
        throw ValidationError(
          "'--require \(requirement.text)': there is no arm '\(name)'; the arms are "
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
      } catch let problem as Requirement.Problem {
        throw ValidationError("'--require \(requirement.text)': \(problem.description).")
      }
    }
    if !failures.isEmpty { throw NotShown(sentences: failures) }
  }
}
