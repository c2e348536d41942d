public import TextFormats

/// One thing doubtful in an experiment file, which can be used all the same.
public struct FileWarning: Hashable, Sendable, CustomStringConvertible {
  /// Where it stands, and what it is; of an option that is named beside it, a clause that goes on from the name.
  package var clause: FileProblem
  /// The option that it is about; `nil` for the whole file.
  package var option: String?
  /// Whether answers are to be read with it, too.
  package var isOfAnswers = false

  /// What it is, and where it stands.
  public var problem: FileProblem {
    var problem = clause
    if let option { problem.message = "with \(option.cited), \(clause.message)" }
    return problem
  }

  /// `file:line:column: warning: message`, as compilers write it.
  public var description: String { "\(clause.place): warning: \(problem.message)" }
}

extension Sequence where Element: Hashable {
  /// Each once, in the order of first appearance.
  package var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension [String] {
  /// `a, b and c`.
  package var listed: String {
    (count > 1 ? dropLast().joined(separator: ", ") + " and " : "") + (last ?? "")
  }
}
