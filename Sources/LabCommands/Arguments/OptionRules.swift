import ArgumentParser

/// Which options of a command go together, where neither types nor subcommands can say it.
enum OptionRule {
  /// At most one of these.
  case oneOf([String])
  /// The first makes sense with the second alone.
  case needs(String, String)

  static func exclusive(_ options: String...) -> OptionRule { .oneOf(options) }

  /// What is wrong with some options; `nil` where they keep the rule.
  func problem(_ given: Set<String>) -> String? {
    switch self {
    case .oneOf(let options):
      let found = options.filter(given.contains)
      return found.count < 2 ? nil : "'\(found[0])' and '\(found[1])' exclude one another. Leave one out."
    case .needs(let option, let other):
      guard given.contains(option), !given.contains(other) else { return nil }
      return "'\(option)' needs '\(other)'. Add it, or leave '\(option)' out."
    }
  }

  /// Refuses options that do not go together.
  ///
  /// - Parameters:
  ///   - words: the command line.
  ///   - implied: options that hold without having been typed.
  /// - Throws: `ValidationError` for the first rule that is broken.
  static func check(_ rules: [OptionRule], words: [String], implied: Set<String> = []) throws {
    // What stands behind `--` is no option.
    let typed = words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
    let given = Set(typed.map { String($0.prefix { $0 != "=" }) }).union(implied)
    if let problem = rules.lazy.compactMap({ $0.problem(given) }).first { throw ValidationError(problem) }
  }
}

/// A command with rules about its options, which are checked before it runs.
protocol RuledCommand: ParsableCommand {
  static var rules: [OptionRule] { get }
}
