/// What is wrong in something that somebody wrote, and where: an experiment, a table of data, a file of an app.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named, `-` for standard input, `preset news` for a built-in population, or `--set path`; empty
  /// where only a text is known.
  public var file: String
  /// 1-based; 0 where the problem is about the whole file, or in no text, as in a setting.
  public var line: Int
  /// 1-based, in Unicode scalars; 0 where `line` is.
  public var column: Int
  /// What was expected, what was found, what is allowed, what to do next.
  public var message: String

  /// A problem at a place; without a line, one of the file as a whole.
  public init(file: String, line: Int = 0, column: Int = 0, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// A problem of a line of a text, or with line 0 of all of it.
  public init(_ line: Int, _ message: String) {
    self.init(file: "", line: line, column: min(line, 1), message: message)
  }

  /// `file:line:column`, as compilers write it and editors read it; the file alone where there is no line.
  public var place: String { line > 0 ? "\(file):\(line):\(column)" : file }

  /// `file:line:column: message`.
  public var description: String { "\(place): \(message)" }

  /// Reads something of a file, which the reader does not know by name.
  public static func located<Read>(
    in file: String, _ read: () throws(FileProblem) -> Read
  ) throws(FileProblem) -> Read {
    do throws(FileProblem) {
      return try read()
    } catch {
      throw FileProblem(file: file, line: error.line, column: error.column, message: error.message)
    }
  }
}

/// Everything that keeps a file from being used, together: of a large table the first problems, and how many more there are.
public struct FileProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// In the order of the text.
  public var problems: [FileProblem]
  /// How many more were found and are not listed.
  public var unlisted: Int

  /// Problems already in the order of the text.
  public init(_ problems: [FileProblem], unlisted: Int = 0) {
    self.problems = problems
    self.unlisted = unlisted
  }

  /// A line for each problem: a name in one may have line breaks of its own.
  public var lines: [String] {
    problems.map(\.description)
      + (unlisted > 0 ? ["\(problems.first?.file ?? "the file"): and \(unlisted) more"] : [])
  }

  /// One problem per line.
  public var description: String { lines.joined(separator: "\n") }
}
