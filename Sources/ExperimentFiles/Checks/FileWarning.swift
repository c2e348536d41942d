public import ExperimentDesign
public import TextFormats

/// One thing doubtful in an experiment file, which can be used all the same.
public struct FileWarning: Hashable, Sendable, CustomStringConvertible {
  /// Where it stands, and what it is; of an option that is named beside it, a clause that goes on from the name.
  var clause: FileProblem
  /// The option that it is about; `nil` for the whole file.
  var option: String?
  /// Whether answers are to be read with it, too.
  var isOfAnswers = false
  /// The goal whose value tells whether it matters to an answer; `nil` where it matters in any case.
  var goal: Metric?

  /// What it is, and where it stands.
  public var problem: FileProblem {
    var problem = clause
    if let option { problem.message = "with \(option.cited), \(clause.message)" }
    return problem
  }

  /// `file:line:column: warning: message`, as compilers write it.
  public var description: String { "\(clause.place): warning: \(problem.message)" }

  /// What answers are to be read with, in sentences and in its order: what several options share once, with the options
  /// that it is about.
  public static func cautions(
    _ warnings: [FileWarning]
  ) -> [(text: String, options: [String], goal: Metric?)] {
    let told = warnings.filter(\.isOfAnswers)
    var seen: Set<String> = []
    return told.compactMap { warning in
      let text = warning.clause.message
      guard seen.insert(text).inserted else { return nil }
      var options: [String] = []
      for other in told where other.clause.message == text {
        guard let option = other.option else {
          return (text.prefix(1).uppercased() + text.dropFirst() + ".", [], warning.goal)
        }
        if !options.contains(option) { options.append(option) }
      }
      return ("With \(named(options)), \(text).", options, warning.goal)
    }
  }

  /// `'a', 'b' and 'c'`, of many the first two.
  private static func named(_ options: [String]) -> String {
    let quoted = options.map { "'\($0)'" }
    guard quoted.count <= 3 else { return "\(quoted[0]), \(quoted[1]) and \(quoted.count - 2) more options" }
    return quoted.listed
  }
}

extension [String] {
  /// `a, b and c`.
  var listed: String { (count > 1 ? dropLast().joined(separator: ", ") + " and " : "") + (last ?? "") }
}
