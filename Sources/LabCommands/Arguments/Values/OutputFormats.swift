import ArgumentParser

/// How results are written to standard output.
///
/// A new format needs a renderer in `Rendering`, beside those of text, CSV, JSON and HTML, and a case here and in
/// ``AnswerFormat``. The compiler names the commands that write it.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case table
  case csv
  case json
}

/// How an answer is written to standard output.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
  case table
  /// For an issue, a pull request or a chat.
  case markdown
  case csv
  case json
}
