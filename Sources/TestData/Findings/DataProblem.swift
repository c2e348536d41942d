/// One thing wrong in a table of data, and where it stands.
public struct DataProblem: Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named; `-` for standard input.
  public var file: String
  /// 1-based.
  public var line: Int
  /// 1-based, in Unicode scalars.
  public var column: Int
  /// What was expected, what was found, what to do next.
  public var message: String

  /// Creates a problem.
  public init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// `file:line:column: message`, as compilers write it and editors read it.
  public var description: String { "\(file):\(line):\(column): \(message)" }
}

/// Everything that keeps a table from being used: the first problems, and how many more there are.
public struct DataProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first ones, in the order of the file.
  public var problems: [DataProblem]
  /// How many more were found and are not listed.
  public var unlisted: Int

  /// Problems already in the order of the file.
  public init(problems: [DataProblem], unlisted: Int = 0) {
    self.problems = problems
    self.unlisted = unlisted
  }

  /// One problem per line.
  public var description: String { lines.joined(separator: "\n") }

  /// The same line by line: a name in one may have line breaks of its own.
  public var lines: [String] {
    let file = problems.first?.file ?? "the file"
    return problems.map(\.description) + (unlisted > 0 ? ["\(file): and \(unlisted) more"] : [])
  }
}

/// Problems as they are found; a broken file of millions of rows keeps no more than a page of them.
///
/// A class, since all who read parts of one file add to one list.
final class ProblemLog {
  /// As many as somebody reads before fixing the first.
  static let listed = 20

  let file: String
  private(set) var problems: [DataProblem] = []
  private(set) var unlisted = 0

  init(file: String) { self.file = file }

  var isEmpty: Bool { problems.isEmpty }
  /// How many there are, listed or not.
  var count: Int { problems.count + unlisted }

  /// The message is formed only where it will be read.
  func add(line: Int, column: Int, _ message: @autoclosure () -> String) {
    if problems.count < Self.listed {
      problems.append(DataProblem(file: file, line: line, column: column, message: message()))
    } else {
      unlisted += 1
    }
  }

  /// - Throws: ``DataProblems`` when there is any.
  func throwIfAny() throws(DataProblems) {
    if !problems.isEmpty { throw DataProblems(problems: problems, unlisted: unlisted) }
  }
}
