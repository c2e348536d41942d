import ArgumentParser
import LocalFiles
import Reviews
import Runs
import Studies
import TextFormats

extension Simulate {
  /// The files that are written beside the answer, by the options that ask for them.
  private var outputs: [(name: String, path: String)] {
    [("--csv", sendsTable ? nil : csv), ("--report", report)]
      .compactMap { name, path in path.map { (name, $0) } }
  }

  /// Finds out before long work whether every output has a place that nothing is lost by.
  ///
  /// - Parameter populations: the population files that are read.
  func requireWritableOutputs(reading populations: [String]) throws {
    var guarded = GuardedInputs(files: [(experiment.path, "the experiment")], store: store.resolved)
    guarded.files += populations.map { ($0, "the population file") }
    for (name, output) in outputs {
      try guarded.requireApart(name, output)
      if output == report { try OutputFile.requireOwnPage(at: output) }
      try OutputFile.requireWritable(for: output)
    }
    if outputs.count == 2, FileIdentity.isSame(outputs[0].path, outputs[1].path) {
      throw ValidationError(
        "'--csv \(outputs[0].path)' and '--report \(outputs[1].path)' are one file; name another for one of them."
      )
    }
  }

  /// Writes the answer and the table.
  func answer(
    _ run: FinishedRun, of plan: SimulationPlan, table: (OutputFile.Sink) throws -> Void
  ) throws {
    let (summary, warnings) = (run.summary, plan.warnings)
    if let csv, !sendsTable { try OutputFile.write(to: csv, table) }
    switch outputFormat {
    case .table, .markdown:
      let answer = AnswerText(
        summary: summary, store: store.resolved, warnings: plan.furtherWarnings, style: Terminal.outputStyle,
        file: shellWord(experiment.path), again: repeated(run, of: plan), isVerbose: verbose)
      try StandardStreams.output(outputFormat == .markdown ? answer.markdown : answer.text)
    case .csv:
      for remark in remarks(summary, warnings) { note(remark) }
      try OutputFile.write(to: OutputFile.standardOutput, table)
    case .json:
      for remark in remarks(summary, warnings) { note(remark) }
      try StandardStreams.output(RunJSON.document(summary).text)
    }
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
