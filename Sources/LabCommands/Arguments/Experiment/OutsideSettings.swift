import ArgumentParser
import ExperimentFiles
import TextFormats

/// What the command line sets in a file, whichever the command.
struct OutsideSettings: ParsableArguments {
  @Option(.seed, help: "The seed, in place of the file's. Without either, one is drawn, printed and stored.")
  var seed: UInt64?

  @Option(
    .setting, name: .customLong("set"), value: "path=value",
    help: "Set any key of the file, for example population.allow.rate=0.3. Repeatable.")
  var settings: [Setting] = []

  /// Everything that is set, in the order in which it counts.
  ///
  /// - Parameter sizes: keys that have options of their own.
  func overrides(_ sizes: (key: String, value: Int?)...) -> [Setting] {
    let seed = seed.map { Setting(path: "seed", value: "\($0)") }
    let options =
      sizes.compactMap { size in size.value.map { Setting(path: size.key, value: "\($0)") } }
      + [seed].compactMap(\.self)
    return settings.filter { setting in !options.contains { $0.path == setting.path } } + options
  }

  /// Reads a file with what is set in it.
  ///
  /// - Throws: `FileProblems`, or ``Ended`` where only what the command line sets is wrong: that is a slip of the command
  ///   line, not of the file.
  func load<File>(_ read: () throws(FileProblems) -> File) throws -> File {
    do throws(FileProblems) {
      return try read()
    } catch {
      let isSlip = error.problems.allSatisfy { $0.file.hasPrefix("--set ") }
      // `--trials 0` is the setting `trials=0`.
      let options = ["trials", "installs", "seed"].filter { key in !settings.contains { $0.path == key } }
      let problems = error.problems.map { problem in
        var problem = problem
        for option in options where problem.file == "--set \(option)" { problem.file = "--\(option)" }
        return problem
      }
      guard isSlip else { throw FileProblems(problems) }
      // One problem a line, as other slips of the command line are reported.
      throw Ended(
        .misuse, problems.enumerated().map { ($0.offset == 0 ? "Error: " : "") + $0.element.description })
    }
  }
}

extension Argument<String> {
  /// The experiment file that a command reads.
  init(experiment help: String) {
    self.init(
      help: ArgumentHelp(help, valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
  }
}
