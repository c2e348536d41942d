import ArgumentParser
import ExperimentDesign
import Foundation
import ResultStore
import Reviews
import Runs
import Studies

struct Report: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a stored answer as one HTML file with figures, to be read without this tool.",
    discussion: """
      The file needs no network and no script; it opens from a mail, prints its \
      answer on one page, and has the rest as an appendix. Of several runs it \
      shows what differs between them first.

      A run is an id, the start of one, a name, or last, last~1, and so on. A plan, a search or a calibration \
      has a page too, by its id or name.

      Example: att-lab report last --out review.html
      Example: att-lab report last~1 last --out before-and-after.html
      """)

  @Argument(help: ArgumentHelp("The runs. (default: last)", valueName: "run"))
  var runs: [String] = []

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file to write; - is standard output.", valueName: "path"),
    completion: .file(extensions: ["html"]))
  var out = "report.html"

  @Flag(help: "Rank options that a blocker stands on too.")
  var includeNoncompliant = false

  @Flag(help: "Leave out the alternative models, which are simulated anew.")
  var noAlternatives = false

  /// What earlier versions called `--no-alternatives`.
  @Flag(help: .hidden)
  var noRivals = false

  @OptionGroup var store: StoreOptions

  func validate() throws {
    if out.isEmpty { throw ValidationError("'--out' expects a path, found an empty text.") }
    if runs.count > Self.mostRuns {
      throw ValidationError("A report shows up to \(Self.mostRuns) runs side by side, not \(runs.count).")
    }
  }

  /// More would neither fit beside one another nor be read.
  private static let mostRuns = 6

  func run() async throws {
    let store = try store.open(.reading)
    if runs.count == 1, case .study(let found) = try store.item(runs[0]) {
      return try report(StoredStudy(record: found, store: store))
    }
    let records = try (runs.isEmpty ? ["last"] : runs).map { try store.run($0) }
    if !OutputFile.isStandardOutput(out) {
      try GuardedInputs(store: store.path, records: records).requireApart("--out", out)
      try OutputFile.requireOwnPage(at: out)
      try OutputFile.requireWritable(for: out)
    }
    let html = try await Self.html(
      of: records, in: store, includesForbidden: includeNoncompliant,
      runsAlternatives: !(noAlternatives || noRivals))
    try OutputFile.write(html, to: out)
    if !OutputFile.isStandardOutput(out) { StandardStreams.message("Wrote \(out).") }
  }

  /// Writes the page of a plan, a search or a calibration.
  private func report(_ study: StoredStudy) throws {
    for (option, isGiven) in [
      ("--include-noncompliant", includeNoncompliant), ("--no-alternatives", noAlternatives || noRivals),
    ]
    where isGiven {
      throw ValidationError(
        "'\(option)' is for runs, and \(study.record.id) is a \(study.record.inputs.kind.rawValue). Leave it out."
      )
    }
    if !OutputFile.isStandardOutput(out) {
      try GuardedInputs(store: study.store.path).requireApart("--out", out)
      try OutputFile.requireOwnPage(at: out)
      try OutputFile.requireWritable(for: out)
    }
    try OutputFile.write(try study.review().html(study.heading), to: out)
    if !OutputFile.isStandardOutput(out) { StandardStreams.message("Wrote \(out).") }
  }

  /// The page of these runs.
  static func html(
    of records: [RunRecord], in store: ResultStore, includesForbidden: Bool, runsAlternatives: Bool
  ) async throws -> String {
    var shown: [ReportRun] = []
    var builders: [RunSummaryBuilder] = []
    for record in records {
      let reading = try await RunReading(
        of: StoredRun(record, in: store, includesForbidden: includesForbidden),
        judgesWinners: runsAlternatives,
        context: WorkContext(shouldStop: { Interruption.isRequested }))
      shown.append(ReportRun(reading, of: record, in: store, includesForbidden: includesForbidden))
      builders.append(reading.builder)
    }
    return try RunReport(
      runs: shown, comparisons: try comparisons(builders, in: store), maker: Versions.description
    ).html()
  }

  /// Every run against the first: by the objective, and by the two rates it comes of.
  private static func comparisons(
    _ builders: [RunSummaryBuilder], in store: ResultStore
  ) throws -> [RunComparison] {
    guard builders.count > 1 else { return [] }
    let objective = builders[0].outline.objective.singleMetric
    let others: [Metric] = [.optInPerInstall, .promptedPerInstall, .optInPerPrompted]
    return try ([nil] + others.filter { $0 != objective }).map {
      try compared(builders, in: store, metric: $0)
    }
  }
}
