import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import TestData

extension Simulate {
  /// Runs every row of a file of settings, each as the same command with the row's settings would.
  ///
  /// All rows are read and checked before the first is run.
  func runBatch(_ path: String) async throws {
    try requireBatchable(path)
    let settings = try BatchSettings(path)
    for doubt in settings.doubts { note("\(doubt)") }
    let reader = try BatchReader(settings, arguments: experiment)
    let warnings = try checked(settings, reader)
    let table = BatchTable(paths: settings.paths, hasNames: settings.hasNames)
    if dryRun { return try showBatch(settings, reader, table) }
    try requireWritableOutputs()
    let store = try store.open(.writing)
    try requireNames(of: settings, reader, in: store)
    for warning in warnings { note(warning) }
    if let seed = reader.drawnSeed {
      note("Drew the seed \(seed) for the rows that give none; --seed \(seed) repeats this batch.")
    }
    var documents: [(row: BatchRow, document: CSVDocument)] = []
    var writers: [(row: BatchRow, writer: TableWriter)] = []
    var unmet: [Int] = []
    for row in settings.rows {
      let plan = try reader.plan(of: row)
      let run = try await finished(plan, of: row, settings.rows.count, in: store)
      let outline = settings.outline(of: row, run: run.record.id)
      let writer = tableWriter(run, in: store)
      if !writer.isLong { documents.append((outline, try writer.document())) }
      writers.append((outline, writer.withoutSummary))
      if run.summary.stopping?.isMet == false { unmet.append(row.number) }
      note("Row \(row.number) of \(settings.rows.count): run \(run.record.id).")
    }
    try store.requireStillThere()
    try Interruption.whole {
      try answerBatch(
        BatchReview(
          rows: writers.map(\.row), table: table,
          runs: try RunList(of: store, runs: Set(writers.map(\.row.run))))
      ) { sink in
        if documents.isEmpty {
          try stream(writers, table, sink)
        } else {
          try sink(table.joined(documents).text)
        }
      }
    }
    guard unmet.isEmpty else {
      StandardStreams.message(
        "Not reached in \(unmet.count == 1 ? "row" : "rows") \(unmet.map(String.init).joined(separator: ", ")): the most "
          + "trials allowed were run; the same command with more --max-trials goes on from them.")
      throw ReportedFailure(.notShown)
    }
  }

  /// Refuses what is of one run alone.
  private func requireBatchable(_ path: String) throws {
    let refused: [(isGiven: Bool, option: String, advice: String)] = [
      (shard != nil, "--shard", "give each process a batch of its own, and a store of its own with --db"),
      (report != nil, "--report", "'att-lab report RUN…' writes one of the runs it makes"),
      (!require.isEmpty, "--require", "ask it of a run with the settings as --set"),
      (name != nil, "--name", "a column 'name' names each run"),
      (format == .json, "--format json", "'--table NAME --csv -' writes one table of all"),
    ]
    for refusal in refused where refusal.isGiven {
      throw ValidationError(
        "'\(refusal.option)' is of one run, and '--batch' makes one a row; \(refusal.advice).")
    }
    if path == "-", experiment.path == "-" {
      throw ValidationError(
        "'--batch -' and the experiment '-' are both standard input; put one of them into a file.")
    }
  }

  /// Reads every row before any is run.
  ///
  /// - Returns: what is doubtful in any of them, each once.
  /// - Throws: `FileProblems` with the problems of all rows, or ``RefusedSettings``.
  private func checked(_ settings: BatchSettings, _ reader: BatchReader) throws -> [String] {
    var warnings: [String] = []
    var problems: [FileProblem] = []
    var known: [String: BatchSettings.Row] = [:]
    func add(_ found: [FileProblem]) {
      // What is wrong with the experiment itself is wrong in every row.
      for problem in found where !problems.contains(problem) { problems.append(problem) }
    }
    if stopping.rule != nil, let column = settings.paths.firstIndex(of: "trials") {
      let cell = settings.rows.compactMap { $0.cells[column] }.first
      if let cell {
        add([
          settings.problem(at: cell, "'--precision' and '--decide' choose the trials; leave the column out")
        ])
      }
    }
    for row in settings.rows {
      if let name = row.name {
        do {
          try ResultStore.requireUsable(name.text)
        } catch {
          add([settings.problem(at: name, "\(error)")])
        }
      }
      do {
        let plan = try reader.plan(of: row)
        for warning in plan.warnings where !warnings.contains(warning) { warnings.append(warning) }
        try requirePossible(plan, nil)
        if let name = row.name, let other = known[plan.inputs.contentKey], let earlier = other.name,
          earlier.text != name.text
        {
          add([
            settings.problem(
              at: name,
              "row \(other.number), '\(earlier.text)', sets the same and is the same run; leave one out")
          ])
        }
        known[plan.inputs.contentKey] = known[plan.inputs.contentKey] ?? row
      } catch let found as FileProblems {
        add(found.problems)
      } catch let refusal as TooLarge {
        add([settings.problem(at: row.start, "\(refusal)")])
      }
    }
    add(repeatedNames(settings))
    guard problems.isEmpty else { throw FileProblems(problems: settings.sorted(problems)) }
    return warnings
  }

  private func repeatedNames(_ settings: BatchSettings) -> [FileProblem] {
    var first: [String: Int] = [:]
    var problems: [FileProblem] = []
    for row in settings.rows {
      guard let name = row.name else { continue }
      if let other = first[name.text] {
        problems.append(
          settings.problem(
            at: name, "row \(other) is called '\(name.text)' too; give each run a name of its own, or none"))
      } else {
        first[name.text] = row.number
      }
    }
    return problems
  }

  /// Refuses names that other runs of the store have.
  private func requireNames(
    of settings: BatchSettings, _ reader: BatchReader, in store: ResultStore
  ) throws {
    var problems: [FileProblem] = []
    for row in settings.rows {
      guard let name = row.name else { continue }
      let key = again ? nil : try reader.plan(of: row).inputs.contentKey
      do throws(ResultStoreError) {
        try store.requireFree(name.text, forContent: key)
      } catch {
        switch error {
        case .nameTaken, .nameLikeID: break
        case _: throw error
        }
        problems.append(settings.problem(at: name, "\(error)"))
      }
    }
    guard problems.isEmpty else { throw FileProblems(problems: problems) }
  }

  /// The run of a row.
  private func finished(
    _ plan: SimulationPlan, of row: BatchSettings.Row, _ rows: Int, in store: ResultStore
  ) async throws -> FinishedRun {
    do {
      if Interruption.isRequested {
        throw Interrupted(stored: 0, trials: plan.experiment.trials, command: goingOn(plan))
      }
      return try await finished(plan, name: row.name?.text, in: store)
    } catch var interruption as Interrupted {
      interruption.rows = (row.number - 1, rows)
      throw interruption
    }
  }

  /// Shows what would be run.
  private func showBatch(_ settings: BatchSettings, _ reader: BatchReader, _ table: BatchTable) throws {
    let store = try? store.open(.reading)
    let rows = try settings.rows.map { row in
      let known = try store?.find(contentKey: reader.plan(of: row).inputs.contentKey)
      let run =
        switch known {
        case let known? where known.isComplete: known.id
        case let known?: "\(known.storedTrials) of \(known.inputs.trials) trials"
        case nil: "to compute"
        }
      return settings.outline(of: row, run: run)
    }
    let review = BatchReview(rows: rows, table: table, runs: RunList(entries: [], store: self.store.resolved))
    try StandardStreams.output(review.text(Terminal.outputStyle))
  }

  /// Writes the list of the runs, and the table.
  private func answerBatch(_ review: BatchReview, table: (OutputFile.Sink) throws -> Void) throws {
    if let csv, !sendsTable { try OutputFile.write(to: csv, force: output.force, table) }
    if outputFormat == .csv {
      try OutputFile.write(to: OutputFile.standardOutput, table)
    } else {
      try StandardStreams.output(review.text(Terminal.outputStyle))
    }
  }

  /// Hands on long tables row by row of the batch, as one.
  private func stream(
    _ writers: [(row: BatchRow, writer: TableWriter)], _ table: BatchTable, _ sink: OutputFile.Sink
  ) throws {
    for (position, (row, writer)) in writers.enumerated() {
      let own = table.cells(row)
      try writer.forEachPiece { piece in
        if Interruption.isRequested { throw InterruptedUnchanged() }
        switch piece {
        case .header(let names):
          if position == 0 { try sink(CSVDocument.text(table.header + names)) }
        case .rows(let rows): try sink(CSVDocument.text(rows.map { own + $0 }))
        }
      }
    }
  }
}
