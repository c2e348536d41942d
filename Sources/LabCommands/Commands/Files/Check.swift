import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import PlatformChecks
import Rendering
import Reviews
import RuleBook
import TextFormats

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check an experiment, or an app's own files, against the platform's rules.",
    discussion: """
      A FILE is an experiment (.yaml) or a file of an app. Files of an app are Info.plist (XML or binary), \
      InfoPlist.strings, string catalogues (.xcstrings) and privacy manifests (.xcprivacy). They are also build \
      settings: project.pbxproj, .xcconfig, Expo's app.json and XcodeGen's project.yml. Sources can be Swift, \
      Objective-C, Dart, TypeScript or JavaScript. From a folder, all of these except experiments are read.

      Give the files of one app together. Accepted findings go under 'waivers', each with its reason. Exits with 2 if an error is found that is \
      not waived, and with 65 if a file cannot be read; the other files are still checked.

      Example: att-lab check news-timing.yaml App/Info.plist App/PrivacyInfo.xcprivacy
      Example: att-lab check App
      Example: att-lab check --list
      Example: att-lab check news-timing.yaml App/Info.plist --list
      Example: att-lab check news-timing.yaml --format sarif > att-lab.sarif
      """)

  @Argument(
    help: ArgumentHelp("What to check; - is an experiment on standard input.", valueName: "file"),
    completion: .file(extensions: [
      "yaml", "yml", "plist", "strings", "xcstrings", "xcprivacy", "swift", "m", "dart", "ts",
    ]))
  var files: [String] = []

  @Flag(
    help:
      "Show all \(Pitfall.all.count) pitfalls, with where each is seen, and what these files say to it."
  )
  var list = false

  @Option(help: "How to write the findings: text, markdown, html, csv, json or sarif.")
  var format: CheckFormat = .text

  /// The formats of every command, and that of code scanning.
  enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, html, csv, json, sarif
  }

  @Flag(help: "Everything behind the findings too.")
  var verbose = false

  @OptionGroup var destination: DestinationOptions

  func validate() throws {
    if list, format == .sarif { throw ValidationError("'--list' is not written as SARIF.") }
  }

  func run() throws {
    if list, files.isEmpty { return try write(ShownCheck(isList: true)) }
    try destination.requireWritable(reading: files)
    let input = try input()
    StandardStreams.message(lines: input.leftOut.map { "Left out: \($0)" })
    if let first = input.unnamed.first {
      let count = input.unnamed.count
      StandardStreams.message(
        "Not read: \(count == 1 ? first : "\(count) YAML files such as \(first)"). An experiment is checked where it is named."
      )
    }
    let report = input.report
    // The list has no place for them.
    if list { StandardStreams.message(lines: input.warnings.map(\.description)) }
    try write(
      ShownCheck(
        report: report, isList: list,
        unread: CheckFailure(problems: input.problems, warnings: input.warnings),
        leftOut: input.leftOut.map(\.description), fileWarnings: input.warnings.map(\.description)))
    // What could not be read comes before what was found.
    if !input.problems.isEmpty { throw FileProblems(problems: input.problems) }
    if input.leavesOutAppFile { throw Ended(.badInput) }
    if report.hasErrors { throw Ended(.notShown) }
  }

  private func write(_ shown: ShownCheck) throws {
    guard let format = OutputFormat(rawValue: format.rawValue) else {
      return try destination.write(shown.sarif.text, reading: files)
    }
    try destination.write(shown, as: format, verbose ? .full : .brief, reading: files)
  }

  /// The files, read.
  ///
  /// - Throws: as `CheckInput` does; what cannot be read is written in the format that was asked for first,
  ///   for programs that read no messages.
  private func input() throws -> CheckInput {
    do {
      return try CheckInput(files)
    } catch let problems as FileProblems {
      let failure = CheckFailure(problems: problems.problems)
      switch format {
      case .text, .markdown, .html, .csv: break
      case .json: try destination.write(failure.json(schema: schema).text, reading: files)
      case .sarif:
        let code = Int(ExitStatus.badInput.rawValue)
        try destination.write(
          failure.sarif(version: Versions.tool, exitCode: code).text, reading: files)
      }
      throw problems
    }
  }

  /// The layout of what is asked for.
  private var schema: String { list ? "att-lab/check-list/1" : "att-lab/check/1" }
}

/// What `check` found, or all that it looks for, ready to be shown.
private struct ShownCheck: Presentable {
  /// What was found; `nil` where no files were given.
  var report: CheckReport?
  /// Whether all pitfalls are listed.
  var isList: Bool
  var unread = CheckFailure(problems: [], warnings: [])
  /// Files of a folder that were left out.
  var leftOut: [String] = []
  var fileWarnings: [String] = []

  var name: String { "What att-lab check found" }

  func document(_ detail: Detail) -> ReviewDocument {
    guard let report, !isList else { return CheckText.list(report) }
    return CheckText(report: report, leftOut: leftOut.count, warnings: fileWarnings).document
  }

  func json() -> JSONValue {
    guard let report, !isList else { return CheckJSON.list(report) }
    return CheckJSON.document(report, unread: unread, leftOut: leftOut)
  }

  func csv() -> CSVDocument {
    guard let report, !isList else { return CheckJSON.csvOfList(report) }
    return CheckJSON.csv(report)
  }

  var sarif: JSONValue {
    guard let report else { return .null }
    return CheckSARIF.document(
      report, version: Versions.tool, unread: unread, leftOut: leftOut,
      exitCode: Int(ExitStatus.badInput.rawValue))
  }
}

extension CheckFailure {
  /// What keeps files from being read, and what is doubtful in those that were read.
  fileprivate init(problems: [FileProblem], warnings: [FileProblem] = []) {
    self.init(problems.map(Problem.init), warnings: warnings.map(Problem.init))
  }
}

extension CheckFailure.Problem {
  fileprivate init(_ problem: FileProblem) {
    self.init(
      location: FileLocation(file: problem.file, line: problem.line, column: problem.column, key: ""),
      message: problem.message)
  }
}
