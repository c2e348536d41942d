import ArgumentParser
import Reviews

/// The options of the command line, as the help of each command has them.
enum CommandOptions {
  /// What an option says, by command; `nil` where none takes it.
  static func explanation(of option: String) -> Explanation? {
    let uses = commands(of: AttLab.self, named: []).compactMap { command, type in
      help(of: option, in: AttLab.helpMessage(for: type, columns: 10_000)).map { (command, $0) }
    }
    return uses.isEmpty ? nil : Explanation(option: option, uses: uses)
  }

  /// The commands below one, each with its words on the line.
  private static func commands(
    of parent: any ParsableCommand.Type, named words: [String]
  ) -> [(String, any ParsableCommand.Type)] {
    parent.configuration.subcommands.flatMap { type in
      let own = words + [type.configuration.commandName ?? "\(type)".lowercased()]
      return type.configuration.subcommands.isEmpty
        ? [(own.joined(separator: " "), type)] : commands(of: type, named: own)
    }
  }

  /// What a help says behind an option, or below it where it is long.
  private static func help(of option: String, in text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The label ends before two blanks; other options may be named behind it.
    func parts(_ line: Substring) -> [Substring] {
      line.drop { $0 == " " }.split(separator: "  ", maxSplits: 1)
    }
    let start = lines.firstIndex { line in
      line.hasPrefix("  -")
        && (parts(line).first ?? "").split { " ,/".contains($0) }.contains(Substring(option))
    }
    guard let start else { return nil }
    let own = parts(lines[start]).dropFirst().first ?? ""
    let below = lines[(start + 1)...].prefix { $0.hasPrefix("     ") }
    let words = ([own] + below).flatMap { $0.split(separator: " ") }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
