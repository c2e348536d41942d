import ArgumentParser
import ResultStore
import Reviews
import Runs

struct Report: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a stored answer as one HTML file with figures, to be read without this tool.",
    discussion: """
      The file needs no network and no script; it opens from a mail, prints its \
      answer on one page, and has the rest as an appendix.

      A run is an id, the start of one, a name, or last, last~1, and so on.

      Example: att-lab report last --out review.html
      """)

  @Argument(help: ArgumentHelp("The run.", valueName: "run"))
  var reference = "last"

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file to write; - is standard output.", valueName: "path"),
    completion: .file(extensions: ["html"]))
  var out = "report.html"

  @Flag(help: "Rank options that a blocker stands on too.")
  var includeNoncompliant = false

  @Flag(help: "Leave out the alternative models, which are simulated anew.")
  var noAlternatives = false

  @OptionGroup var output: OutputOptions

  @OptionGroup var store: StoreOptions

  func validate() throws {
    if out.isEmpty { throw ValidationError("'--out' expects a path, found an empty text.") }
  }

  func run() async throws {
    let store = try store.open(.reading)
    let record: RunRecord
    switch try store.item(reference) {
    case .run(let found): record = found
    case .study(let found):
      throw ValidationError(
        "'\(found.id)' is a \(found.inputs.kind.rawValue), and pages are of runs; 'att-lab show \(found.id) --format markdown' "
          + "writes it for a document.")
    }
    try OutputFile.requireWritable(out, force: output.force)
    let html = try await Self.html(
      of: record, in: store, includesForbidden: includeNoncompliant, runsAlternatives: !noAlternatives)
    try OutputFile.write(html, to: out, force: output.force)
    if !OutputFile.isStandardOutput(out) { StandardStreams.message("Wrote \(out).") }
  }

  /// The page of a run.
  static func html(
    of record: RunRecord, in store: ResultStore, includesForbidden: Bool, runsAlternatives: Bool
  ) async throws -> String {
    let run = try await ReportRun.read(
      record, in: store, includesForbidden: includesForbidden, runsAlternatives: runsAlternatives)
    return RunReport(run: run, maker: Versions.description).html
  }
}
