import ArgumentParser
import ResultStore

/// Shows a stored run's answer; `runs show` is the same.
struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a stored answer again: of a run, a plan, a search, a calibration or a test.",
    discussion: """
      Example: att-lab show last --verbose
      Example: att-lab show last --format markdown

      'att-lab runs list' has the ids of runs, plans, searches, calibrations and tests. last is the newest run.
      """)

  @Argument(
    help: ArgumentHelp(
      "The run, plan, search or calibration: an id, the start of one, a name, or last~1.", valueName: "run"))
  var reference = "last"

  @Flag(help: "Print the experiment file that the run was made from.")
  var file = false

  @OptionGroup var output: OutputOptions

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let stored = try StoredFinding(reference, in: try store.open(.reading))
    guard !file else { return try output.destination.write(stored.run("--file").inputs.fileText) }
    try output.destination.requireWritable()
    try output.write(try await stored.finding(as: output.format, output.detail))
    if case .study(let record) = stored.item, let note = record.note {
      StandardStreams.message("Note: \(note)")
    }
  }
}
