import TextFormats

/// Problems as they are found; a broken file of millions of rows keeps no more than a page of them.
///
/// A class, since all who read parts of one file add to one list.
final class ProblemLog {
  /// As many as somebody reads before fixing the first.
  static let listed = 20

  let file: String
  private var found = FileProblems([])

  init(file: String) { self.file = file }

  /// How many there are, listed or not.
  var count: Int { found.problems.count + found.unlisted }
  var isEmpty: Bool { count == 0 }

  /// The message is formed only where it will be read.
  func add(line: Int, column: Int, _ message: @autoclosure () -> String) {
    if found.problems.count < Self.listed {
      found.problems.append(FileProblem(file: file, line: line, column: column, message: message()))
    } else {
      found.unlisted += 1
    }
  }

  /// - Throws: ``FileProblems`` when there is any.
  func throwIfAny() throws(FileProblems) {
    if !isEmpty { throw found }
  }
}
