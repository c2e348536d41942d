import Rendering
import Reviews

/// Commands that the program suggests: complete, quoted for a shell, and good as they are printed.
enum SuggestedCommand {
  /// Words as a command line.
  static func line(_ words: [String]) -> String {
    words.map(TerminalText.shellWord).joined(separator: " ")
  }

  /// The command that is running, once more.
  ///
  /// - Parameter added: words that make it the same again, such as a seed that was drawn.
  static func again(adding added: [String] = []) -> String {
    line(["att-lab"] + CommandLine.arguments.dropFirst() + added)
  }

  /// The same, where its experiment may have come from standard input, which is gone.
  ///
  /// - Parameters:
  ///   - experiment: the name of the experiment in the run that is stored newest.
  ///   - store: the store of that run.
  static func again(
    ofFile path: String, named experiment: String, in store: String, adding added: [String] = []
  ) -> String {
    guard path == "-" else { return again(adding: added) }
    let file = "\(experiment).yaml"
    let words = CommandLine.arguments.dropFirst().map { $0 == "-" ? file : $0 }
    return line(["att-lab", "show", "last", "--file", "--out", file]) + RunCommands.storeOption(store)
      + " && " + line(["att-lab"] + words + added)
  }
}
