import ArgumentParser
import ExperimentDesign

extension ValueReader {
  /// What a run or a test must show.
  static func requirement<Measure: RequiredMeasure>() -> Self where Value == Requirement<Measure> {
    Self { text in
      do throws(RequirementProblem) {
        return try Requirement(text)
      } catch {
        throw ValidationError(error.description)
      }
    }
  }
}

/// What `--require` asks of options that are known.
struct Requirements<Measure: RequiredMeasure> {
  private let all: [Requirement<Measure>]

  /// Reads the expressions again: known names settle what else could be read in two ways.
  ///
  /// - Throws: `ValidationError` where one names another option.
  init(_ typed: [Requirement<Measure>], of arms: [String]) throws {
    all = try typed.map { typed in
      try Self.naming(typed) {
        let requirement = try Requirement<Measure>(typed.text, among: arms)
        for name in [requirement.arm] + [requirement.other].compactMap({ $0 }) where !arms.contains(name) {
          throw RequirementProblem(
            description: "there is no option '\(name)'; the options are \(arms.joined(separator: ", "))")
        }
        return requirement
      }
    }
  }

  /// A sentence of each that is shown, and of each that is not.
  ///
  /// - Parameter judge: what is found for a requirement.
  /// - Throws: `ValidationError` for a requirement that nothing here can be held to.
  func judged(
    _ judge: (Requirement<Measure>) throws -> [(sentence: String, isShown: Bool)]
  ) throws -> (shown: [String], notShown: [String]) {
    let found = try all.flatMap { requirement in try Self.naming(requirement) { try judge(requirement) } }
    return (found.filter(\.isShown).map(\.sentence), found.filter { !$0.isShown }.map(\.sentence))
  }

  private static func naming<Found>(
    _ requirement: Requirement<Measure>, _ find: () throws -> Found
  ) throws -> Found {
    do {
      return try find()
    } catch let problem as RequirementProblem {
      throw ValidationError("'--require \(requirement.text)': \(problem.description).")
    }
  }
}
