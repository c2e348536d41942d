import ArgumentParser
import ExperimentFiles
import PlatformChecks
import Rendering
import Reviews
import Runs
import TextFormats

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check experiments, or an app's files and sources, against the platform's rules.",
    discussion: """
      A PATH is an experiment (.yaml), a folder of an app, or a file of one. Read are Info.plist, InfoPlist.strings, \
      string catalogues, privacy manifests and build settings (Xcode, .xcconfig, Expo's app.json, XcodeGen's \
      project.yml), and sources in Swift, Objective-C, Dart, TypeScript and JavaScript. Folders of packages, builds, \
      tests and examples are left out. Give all of one app together.

      A comment accepts what the next line is found for: // att-lab:disable:next L11 the reason. The file .att-lab.yml, \
      in the folder or above it, has 'disabled' and 'exclude' (lists), 'severity' (by rule) and 'strict'. In an \
      experiment accepted findings go under 'waivers'.

      Exits with 2 if an error is found, with 65 if nothing could be read.

      Example: att-lab check .
      Example: att-lab check . --format github
      Example: att-lab check . --format json --out baseline.json; att-lab check . --baseline baseline.json
      Example: att-lab check news-timing.yaml App
      """)

  @Argument(
    help: ArgumentHelp("What to check; - is an experiment on standard input.", valueName: "path"),
    completion: .file())
  var files: [String]

  @Option(help: "How to write it.")
  var format = CheckFormat.common(.text)

  /// The formats of every command, and those of code hosts.
  enum CheckFormat: ExpressibleByArgument, Equatable {
    case github, sarif
    case common(OutputFormat)

    init?(argument: String) {
      switch argument {
      case "github": self = .github
      case "sarif": self = .sarif
      case _:
        guard let format = OutputFormat(rawValue: argument) else { return nil }
        self = .common(format)
      }
    }

    static let allValueStrings = OutputFormat.allCases.map(\.rawValue) + ["github", "sarif"]

    var defaultValueDescription: String {
      switch self {
      case .github: "github"
      case .sarif: "sarif"
      case .common(let format): format.rawValue
      }
    }
  }

  @Flag(help: "Why and the fix for warnings and notes too, and what is accepted.")
  var verbose = false

  @Flag(help: "Exit with 2 for warnings too.")
  var strict = false

  @Option(
    help: ArgumentHelp("What --format json wrote before: of its findings none counts.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @OptionGroup var destination: DestinationOptions

  func run() throws {
    try destination.requireWritable()
    let begin = ContinuousClock.now
    let team = try TeamSettings(above: files.first ?? ".", baseline: baseline)
    let input = try CheckInput(files, isExcluded: team.excludes)
    let report = CheckReport(
      experiments: input.subjects, project: input.project, remarks: input.remarks, settings: team.settings)
    // Where a person waits for it.
    let isWatched = Terminal.outputStyle.width != nil && OutputFile.isStandardOutput(destination.out)
    let time = (ContinuousClock.now - begin) / Duration.seconds(1)
    let review = CheckReview(report, seconds: isWatched ? time : nil, version: Program.version)
    if report.read > 0 || format == .common(.json) || format == .sarif { try write(review) }
    guard report.read > 0 else {
      let unread = report.unread.map { file in
        FileProblem(
          file: file.file, line: file.line, column: min(file.line, 1), message: "not read: \(file.why)")
      }
      let problems = input.problems + unread
      throw FileProblems(problems.isEmpty ? [CheckInput.nothing(in: files[0])] : problems)
    }
    let fails = report.errors > 0 || report.warnings > 0 && (strict || team.settings.isStrict)
    if fails { throw Ended(.notShown) }
  }

  private func write(_ review: CheckReview) throws {
    switch format {
    case .github: try destination.write(review.github)
    case .sarif: try destination.write(review.sarif.text)
    case .common(let format):
      try format.write(
        review, verbose ? .full : .brief, to: destination.out, force: destination.replacing.force)
    }
  }
}
