public import TextFormats

/// Everything that keeps a table from being used: the first problems, and how many more there are.
public struct DataProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first ones, in the order of the file.
  public var problems: [SyntaxProblem] = []
  /// How many more were found and are not listed.
  public var unlisted = 0

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
  private var found = DataProblems()

  init(file: String) { self.file = file }

  var isEmpty: Bool { found.problems.isEmpty }
  /// How many there are, listed or not.
  var count: Int { found.problems.count + found.unlisted }

  /// The message is formed only where it will be read.
  func add(line: Int, column: Int, _ message: @autoclosure () -> String) {
    if found.problems.count < Self.listed {
      found.problems.append(SyntaxProblem(line, message(), file: file, column: column))
    } else {
      found.unlisted += 1
    }
  }

  /// - Throws: ``DataProblems`` when there is any.
  func throwIfAny() throws(DataProblems) { if !isEmpty { throw found } }
}
