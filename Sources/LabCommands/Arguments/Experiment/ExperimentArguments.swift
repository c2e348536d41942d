import ArgumentParser
import ExperimentFiles
import Rendering
import Runs

/// One `--set path=value`.
struct SettingArgument {
  var setting: Setting

  /// Reads a setting.
  ///
  /// - Throws: `ValidationError` with what to write.
  static func read(_ text: String) throws -> SettingArgument {
    if let setting = Setting(text) { return SettingArgument(setting: setting) }
    let path = text.prefix { $0 != ":" && $0 != " " && $0 != "=" }
    let value = text.dropFirst(path.count).drop { ": =".contains($0) }
    let meant = "\(path.isEmpty ? "population.allow.rate" : path)=\(value.isEmpty ? "VALUE" : value)"
    throw ValidationError(
      "expected path=value, a key of the file and what it is to be. Write --set "
        + TerminalText.shellWord(meant))
  }
}

/// What the command line sets in a file, whichever the command.
struct OutsideSettings: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The seed, in place of the file's. Without either, one is drawn, printed and stored.",
    transform: WholeNumber.seed)
  var seed: UInt64?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set any key of the file, for example population.allow.rate=0.3. Repeatable.",
      valueName: "path=value"),
    transform: SettingArgument.read)
  var settings: [SettingArgument] = []

  /// The seed as a setting.
  fileprivate var seedOverrides: [Setting] { seed.map { [Setting(path: "seed", value: "\($0)")] } ?? [] }

  /// Everything that is set, in the order in which it counts.
  var overrides: [Setting] { settings.map(\.setting) + seedOverrides }

  /// The error for problems of a file under these settings.
  func refusal(of problems: FileProblems) -> any Error {
    ExperimentArguments.refusal(
      of: problems,
      options: seed == nil ? [] : [ExperimentArguments.TypedOption(name: "seed", path: "seed")])
  }
}

/// An experiment file and what the command line sets in it.
struct ExperimentArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The experiment file; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var path: String

  @Option(
    parsing: .unconditional, help: "Trials to run, in place of the file's.", transform: WholeNumber.count)
  var trials: Int?

  @Option(
    parsing: .unconditional, help: "Installs per trial, in place of the file's.", transform: WholeNumber.count
  )
  var installs: Int?

  @Option(
    parsing: .unconditional,
    help: "Installs per option of the A/B test that predictions speak of, in place of the file's.",
    transform: WholeNumber.count)
  var testInstalls: Int?

  @OptionGroup var outside: OutsideSettings

  /// Everything that is set from outside, in the order in which it counts.
  var overrides: [Setting] {
    outside.settings.map(\.setting) + (trials.map { [Setting(path: "trials", value: "\($0)")] } ?? [])
      + (installs.map { [Setting(path: "installs", value: "\($0)")] } ?? [])
      + (testInstalls.map { [Setting(path: Self.pathOfTestInstalls, value: "\($0)")] } ?? [])
      + outside.seedOverrides
  }

  /// Reads the file.
  ///
  /// - Throws: as ``load(_:overrides:options:)``.
  func load() throws -> ExperimentFile {
    try Self.load(path, overrides: overrides, options: options)
  }

  private static let pathOfTestInstalls = "test.installs_per_arm"

  /// The settings that were typed as options of their own.
  private var options: [TypedOption] {
    let typed: [(name: String, path: String, isTyped: Bool)] = [
      ("trials", "trials", trials != nil), ("installs", "installs", installs != nil),
      ("test-installs", Self.pathOfTestInstalls, testInstalls != nil), ("seed", "seed", outside.seed != nil),
    ]
    return typed.filter(\.isTyped).map { TypedOption(name: $0.name, path: $0.path) }
  }

  /// A setting that was typed as an option of its own: `--trials 0` is the setting `trials=0`.
  struct TypedOption {
    var name: String
    var path: String
  }

  /// As ``refusal(of:options:)`` of what was typed.
  func refusal(of problems: FileProblems) -> any Error { Self.refusal(of: problems, options: options) }

  /// Reads a file with what the command line sets in it.
  ///
  /// - Parameter options: the settings that were typed as options of their own.
  /// - Throws: `FileProblems`, or ``RefusedSettings`` where only what the command line sets is wrong: that is
  ///   a slip of the command line, not of the file.
  static func load(_ path: String, overrides: [Setting], options: [TypedOption]) throws -> ExperimentFile {
    do throws(FileProblems) {
      return try loadExperiment(path: path, overrides: overrides)
    } catch {
      throw refusal(of: error, options: options)
    }
  }

  /// The error for problems of a file under settings: ``RefusedSettings`` where the command line alone is wrong.
  static func refusal(of problems: FileProblems, options: [TypedOption]) -> any Error {
    let named = FileProblems(
      problems: problems.problems.map { problem in
        var problem = problem
        for option in options where problem.file == setting + option.path {
          problem.file = "--\(option.name)"
        }
        return problem
      })
    let isCommandLine = problems.problems.allSatisfy { $0.file.hasPrefix(setting) }
    return isCommandLine ? RefusedSettings(problems: named) : named
  }

  private static let setting = "--set "
}

/// Settings of the command line that no experiment can have.
struct RefusedSettings: CommandFailure {
  var problems: FileProblems

  var exitStatus: ExitStatus { .misuse }

  /// One problem a line, as other slips of the command line are reported.
  var lines: [String] {
    problems.problems.enumerated().map { ($0.offset == 0 ? "Error: " : "") + $0.element.description }
  }
}
