import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import PlatformChecks
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

  @Option(help: "How to write the findings: text, json or sarif.")
  var format: CheckFormat = .text

  enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case sarif
  }

  func run() throws {
    if list, files.isEmpty { return try showList(nil) }
    let input = try input()
    StandardStreams.message(lines: input.leftOut.map { "Left out: \($0)" })
    if let first = input.unnamed.first {
      let count = input.unnamed.count
      StandardStreams.message(
        "Not read: \(count == 1 ? first : "\(count) YAML files such as \(first)"). An experiment is checked where it is named."
      )
    }
    let report = input.report
    if list {
      // The list has no place for them.
      StandardStreams.message(lines: input.warnings.map(\.description))
      try showList(report)
      return try end(input, hasErrors: report.hasErrors)
    }
    let unread = CheckFailure(input.problems, warnings: input.warnings)
    let leftOut = input.leftOut.map(\.description)
    switch format {
    case .text:
      let text = CheckText(
        report: report, leftOut: input.leftOut.count,
        warnings: input.warnings.map(\.description), style: Terminal.outputStyle)
      try StandardStreams.output(text.text)
    case .json:
      let document = CheckJSON.document(report, unread: unread, leftOut: leftOut)
      try StandardStreams.output(document.text)
    case .sarif:
      let code = Int(ExitStatus.badInput.rawValue)
      let document = CheckSARIF.document(
        report, version: Versions.tool, unread: unread, leftOut: leftOut, exitCode: code)
      try StandardStreams.output(document.text)
    }
    try end(input, hasErrors: report.hasErrors)
  }

  /// Ends as the files say: what could not be read comes before what was found.
  private func end(_ input: CheckInput, hasErrors: Bool) throws {
    if !input.problems.isEmpty { throw FileProblems(problems: input.problems) }
    if input.leavesOutAppFile { throw ReportedFailure(.badInput) }
    if hasErrors { throw ReportedFailure(.notShown) }
  }

  /// All pitfalls, with what became of each where files were given.
  private func showList(_ report: CheckReport?) throws {
    switch format {
    case .text: try StandardStreams.output(CheckText.list(Terminal.outputStyle, report))
    case .json: try StandardStreams.output(CheckJSON.list(report).text)
    case .sarif: throw ValidationError("'--list' is written as text or json.")
    }
  }

  /// The files, read.
  ///
  /// - Throws: as `CheckInput` does; what cannot be read is written in the format that was asked for first,
  ///   for programs that read no messages.
  private func input() throws -> CheckInput {
    do {
      return try CheckInput(files)
    } catch let problems as FileProblems {
      let failure = CheckFailure(problems.problems)
      switch format {
      case .text: break
      case .json: try StandardStreams.output(failure.json(schema: schema).text)
      case .sarif:
        let code = Int(ExitStatus.badInput.rawValue)
        try StandardStreams.output(failure.sarif(version: Versions.tool, exitCode: code).text)
      }
      throw problems
    }
  }

  /// The layout of what is asked for.
  private var schema: String { list ? "att-lab/check-list/1" : "att-lab/check/1" }
}

extension CheckFailure {
  /// What keeps files from being read, and what is doubtful in those that were read.
  fileprivate init(_ problems: [FileProblem], warnings: [FileProblem] = []) {
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
