import ArgumentParser
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import TextFormats

extension Simulate {
  /// The files that are written beside the answer, by the options that ask for them.
  private var outputs: [String] { [sendsTable ? nil : csv, report].compactMap { $0 } }

  /// Finds out before long work whether every output can be written.
  func requireWritableOutputs() throws {
    for path in outputs { try OutputFile.requireWritable(path, force: output.force) }
    if let csv, csv == report {
      throw ValidationError("'--csv' and '--report' both name '\(csv)'; name another file for one of them.")
    }
  }

  /// Writes the answer and the table.
  ///
  /// - Parameter everything: the first screen and all behind it, where that is asked for.
  func answer(
    _ run: FinishedRun, of plan: SimulationPlan, _ everything: ReviewDocument?,
    table: (OutputFile.Sink) throws -> Void
  ) throws {
    let (summary, warnings) = (run.summary, plan.warnings)
    if let csv, !sendsTable { try OutputFile.write(to: csv, force: output.force, table) }
    switch outputFormat {
    case .table, .markdown:
      let document = everything ?? page(run, of: plan).brief
      try StandardStreams.output(
        outputFormat == .markdown ? document.markdown : document.text(Terminal.outputStyle))
    case .csv:
      for remark in remarks(summary, warnings) { note(remark) }
      try OutputFile.write(to: OutputFile.standardOutput, table)
    case .json:
      for remark in remarks(summary, warnings) { note(remark) }
      try StandardStreams.output(page(run, of: plan).json().text)
    }
  }

  private func page(_ run: FinishedRun, of plan: SimulationPlan) -> RunPage {
    RunPage(
      RunAnswer(run.summary),
      commands: RunCommands(
        file: shellWord(experiment.path), store: store.resolved, again: repeated(run, of: plan)))
  }

  /// The run with everything that a report shows of it.
  func report(_ run: FinishedRun) async throws -> ReportRun {
    try await ReportRun.read(
      run.record, in: try store.open(.reading), includesForbidden: includeNoncompliant, runsAlternatives: true
    )
  }

  /// The run once more with other trials: the same file and settings, and the time that its trials took.
  ///
  /// The time stands in the answer on the terminal alone, which nobody compares with another.
  private func repeated(_ run: FinishedRun, of plan: SimulationPlan) -> RepeatedRun {
    RepeatedRun(
      command: repeatedCommand(
        of: experiment.path, overrides: experiment.overrides, seed: plan.isSeedDrawn ? plan.seed : nil,
        store: store.resolved, includesForbidden: includeNoncompliant),
      secondsPerTrial: outputFormat == .table ? run.secondsPerTrial : nil)
  }

  /// What a table of numbers does not say and the answer does; a goal that is not met is reported at the end.
  private func remarks(_ summary: RunSummary, _ warnings: [String]) -> [String] {
    guard let stopping = summary.stopping, stopping.isMet else { return warnings }
    return warnings + [stoppingSentence(stopping, of: summary)]
  }

  /// What standard output gets: the answer, unless a table is sent there.
  var outputFormat: AnswerFormat { format ?? (sendsTable ? .csv : .table) }

  /// Whether the table takes the answer's place on standard output: `--csv` names it, or `--table` stands alone.
  var sendsTable: Bool { csv.map(OutputFile.isStandardOutput) ?? (table != nil && format == nil) }
}
