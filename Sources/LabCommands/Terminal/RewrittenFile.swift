import ExperimentFiles
import LocalFiles
import ResultStore
import TextFormats

/// A text file that the same command may write again, as long as nobody has edited it.
///
/// Its first line says what question it answers, and has a hash of what follows.
struct RewrittenFile {
  /// What stands at a path.
  enum Standing: Equatable {
    /// The answer to this question, as it was written.
    case unchanged
    /// The answer to another question, as it was written.
    case ofAnotherQuestion
    /// Somebody has edited it since.
    case edited
    /// Nothing, or no file that was written so.
    case other
  }

  /// The command that writes it: `att-lab optimize`.
  let command: String
  /// What its answer depends on.
  let question: String

  private static let mostBytes = 16_000_000

  /// A file by all that its answer depends on.
  init(command: String, question: String) {
    self.command = command
    self.question = question
  }

  /// The same of a question as a store knows it.
  init(command: String, asked: JSONValue) {
    self.init(command: command, question: ContentKey.of(bytes: Array(asked.text(.canonical).utf8)))
  }

  private func line(_ question: String, _ body: some StringProtocol) -> String {
    "# Written by \(command) (\(question)-\(ContentKey.of(bytes: Array(body.utf8)))), which may write it again until it is edited."
  }

  /// The file's text; in place of the lines of a file that it was made from, its own, with the command that runs it.
  func text(_ body: String, at path: String) -> String {
    var body = body[...]
    if body.hasPrefix("\u{FEFF}") { body = body.dropFirst() }
    if body.prefixMatch(of: Self.written) != nil, let end = body.firstIndex(where: \.isNewline) {
      body = body[body.index(after: end)...]
    }
    let run = OutputFile.isStandardOutput(path) ? "" : "# Run it: att-lab simulate \(shellWord(path))\n"
    let rest = run + withoutStarterInstructions(String(body))
    return line(question, rest) + "\n" + rest
  }

  private static var written: Regex<(Substring, Substring, Substring)> {
    /# Written by (att-lab [a-z]+) \(([0-9a-f]+)-[0-9a-f]+\)/
  }

  /// What stands at a path, without changing it.
  func standing(at path: String) -> Standing {
    guard let file = try? InputFile(path), let bytes = try? file.bytes(atMost: Self.mostBytes) else {
      return .other
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let match = text.prefixMatch(of: Self.written),
      match.1 == command, let end = text.firstIndex(of: "\n")
    else { return .other }
    let written = String(match.2)
    guard line(written, text[text.index(after: end)...]) == text[..<end] else { return .edited }
    return written == question ? .unchanged : .ofAnotherQuestion
  }
}
