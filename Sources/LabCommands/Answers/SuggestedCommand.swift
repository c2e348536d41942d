import Foundation
import Rendering
import Runs

/// Commands that the program suggests: complete, quoted for a shell, and good as they are printed.
enum SuggestedCommand {
  /// Words as a command line.
  static func line(_ words: [String]) -> String { words.map(shellWord).joined(separator: " ") }

  /// What a command needs to find a store: nothing for the one that it takes by itself, and where nothing is kept.
  static func database(_ store: String?) -> [String] {
    guard let store, store != StoreOptions.standard else { return [] }
    return ["--db", store]
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
    return line(["att-lab", "show", "last", "--file", "--out", file] + database(store)) + " && "
      + line(["att-lab"] + words + added)
  }

  /// What a file is called in a command; standard input is gone, so that it is called as its experiment.
  static func file(_ path: String, named experiment: String) -> String {
    path == "-" ? "\(experiment).yaml" : path
  }

  /// The command that simulates a file with the same settings, without its trials.
  ///
  /// - Parameters:
  ///   - overrides: What is set in it from outside; its trials are left out.
  ///   - seed: The seed, where neither the file nor `overrides` give it.
  static func simulate(
    _ file: String, overrides: [Setting], seed: UInt64?, store: String?
  ) -> String {
    var words = ["att-lab", "simulate", file]
    for setting in overrides where setting.path != "trials" {
      let isOption = ["installs", "seed"].contains(setting.path)
      words += isOption ? ["--\(setting.path)", setting.value] : ["--set", setting.text]
    }
    if let seed { words += ["--seed", "\(seed)"] }
    return line(words + database(store))
  }
}

/// The word as a shell reads it back.
func shellWord(_ word: String) -> String { TerminalText.shellWord(word) }
