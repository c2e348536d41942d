import ArgumentParser
import Rendering
import ResultStore

struct Report: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a stored answer as one HTML file with figures, to be read without this tool.",
    discussion: """
      The same as 'att-lab show --format html' into a file that is named for the run. The file needs no network and no \
      script; it opens from a mail, prints its answer on one page, and has the rest as an appendix.

      A run is an id, the start of one, a name, or last, last~1, and so on.

      Example: att-lab report last --out review.html
      """)

  @Argument(help: ArgumentHelp("The run, plan, search or calibration.", valueName: "run"))
  var reference = "last"

  @Option(
    .path("html"), name: .shortAndLong, value: "path",
    help: "The file to write; - is standard output. (default: the run's name and id)")
  var out: String?

  @Flag(help: "Open the page in the browser.")
  var open = false

  @OptionGroup var replacing: ForceOption

  @OptionGroup var store: StoreOptions

  static let rules = [OptionRule.apart("--open", from: ["--out -"])]

  func run() async throws {
    let stored = try StoredFinding(reference, in: try store.open(.reading))
    let path = out ?? stored.fileName
    try OutputFile.requireWritable(path, force: replacing.force)
    let page = try await stored.finding(as: .html, .full).page(.full, maker: Versions.description)
    try OutputFile.write(page, to: path, force: replacing.force)
    guard !OutputFile.isStandardOutput(path) else { return }
    StandardStreams.message("Wrote \(path).")
    if open { Terminal.browse(path) }
  }
}
