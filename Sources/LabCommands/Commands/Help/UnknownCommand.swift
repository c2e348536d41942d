import ArgumentParser
import TextFormats

/// The name of a command that there is not, where the command line begins with one.
struct UnknownCommand: CustomStringConvertible {
  /// The words of the commands above it: `runs`.
  private let parents: [String]
  private let word: String
  private let names: [String]

  /// Looks at what was typed after the program's name.
  ///
  /// - Returns: `nil` where every word in the place of a command is one, or an option or value stands there.
  init?(_ arguments: [String]) {
    var command: any ParsableCommand.Type = AttLab.self
    var parents: [String] = []
    // `att-lab help simulate` names a command as `att-lab simulate --help` does.
    for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let commands = command.configuration.subcommands
      let names = commands.map { $0._commandName }
      guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      guard let next = commands.first(where: { $0._commandName == word }) else {
        (self.parents, self.word, self.names) = (parents, word, names)
        return
      }
      command = next
      parents.append(word)
    }
    return nil
  }

  var description: String {
    let path = (["att-lab"] + parents).joined(separator: " ")
    return "Error: '\(path)' has no command '\(word)'."
      + suggestion(for: word, among: names, noun: "Commands")
  }
}
