import ArgumentParser

/// Which options of a command go together, where neither types nor subcommands can say it.
///
/// An option stands with a value, as `--table strategy`, where the rule is about that one. An argument without a name stands
/// as the usage has it: `<data>`.
enum OptionRule {
  /// The first with none of the others.
  case apart(String, from: [String])
  /// The first makes sense with one of the others alone.
  case needs(String, [String])
  /// At least one of these.
  case give([String])

  /// What is wrong with some options; `nil` where they keep the rule.
  func problem(_ given: Set<String>) -> String? {
    switch self {
    case .apart(let option, let others):
      guard given.contains(option), let other = others.first(where: given.contains) else { return nil }
      return "'\(option)' and '\(other)' exclude one another. Leave one out."
    case .needs(let option, let others):
      guard given.contains(option), given.isDisjoint(with: others) else { return nil }
      return "'\(option)' needs \(Self.list(others)). Add it, or leave '\(option)' out."
    case .give(let options):
      return given.isDisjoint(with: options) ? "Give \(Self.list(options))." : nil
    }
  }

  private static func list(_ options: [String]) -> String {
    options.map { "'\($0)'" }.joined(separator: " or ")
  }

  /// Refuses options that do not go together.
  ///
  /// - Parameters:
  ///   - words: the command line.
  ///   - implied: what holds without having been typed as an option.
  /// - Throws: `ValidationError` for the first rule that is broken.
  static func check(_ rules: [OptionRule], words: [String], implied: Set<String> = []) throws {
    var given = implied
    // What stands behind `--` is no option.
    let words = words.prefix { $0 != "--" }
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      let typed = word == "-o" ? "--out" : word
      guard typed.hasPrefix("--") else { continue }
      let parts = typed.split(separator: "=", maxSplits: 1).map(String.init)
      given.formUnion([parts[0], "\(parts[0]) \(parts.count > 1 ? parts[1] : next)"])
    }
    if let problem = rules.lazy.compactMap({ $0.problem(given) }).first { throw ValidationError(problem) }
  }
}

/// A command with rules about its options, which are checked before it runs.
protocol RuledCommand: ParsableCommand {
  static var rules: [OptionRule] { get }

  /// What rules are about and is no option that was typed.
  var implied: Set<String> { get }
}

extension RuledCommand {
  var implied: Set<String> { [] }
}
