import ExperimentDesign
import ExperimentFiles
import LocalFiles
import ResultStore
import Reviews
import Runs
import TestData

/// What `--batch` sets: one run a row, with where each setting stands.
struct BatchSettings {
  /// One row.
  struct Row {
    /// From 1 on, the header not counted.
    var number: Int
    /// The cell of the column `name`; `nil` without one, or it is empty.
    var name: SettingsTable.Cell?
    /// By column of ``paths``; `nil` where the cell is empty and the experiment's own value stays.
    var cells: [SettingsTable.Cell?]
    /// The first cell, for what is wrong with the row as a whole.
    var start: SettingsTable.Cell
  }

  /// The column that names runs and sets nothing.
  static let nameColumn = "name"

  /// What the file is called in messages.
  let file: String
  /// What the columns set.
  let paths: [String]
  let hasNames: Bool
  let rows: [Row]
  /// What may be wrong with the file and does not keep it from being used.
  let doubts: [DataProblem]

  /// Reads a file of settings; `-` is standard input.
  ///
  /// - Throws: `InputError`, `DataProblems`.
  init(_ path: String) throws {
    file = path == "-" ? "standard input" : path
    let table = try SettingsTable(reading: try InputFile(data: path).source(path), file: file)
    doubts = table.doubts
    let name = table.header.firstIndex { $0.text == Self.nameColumn }
    hasNames = name != nil
    let columns = table.header.indices.filter { $0 != name }
    paths = columns.map { table.header[$0].text }
    rows = table.rows.enumerated().map { number, cells in
      Row(
        number: number + 1, name: name.flatMap { cells[$0].text.isEmpty ? nil : cells[$0] },
        cells: columns.map { cells[$0].text.isEmpty ? nil : cells[$0] }, start: cells[0])
    }
  }

  /// What a row sets, as `--set` would.
  func settings(of row: Row) -> [Setting] {
    zip(paths, row.cells).compactMap { path, cell in cell.map { Setting(path: path, value: $0.text) } }
  }

  /// The row for tables.
  func outline(of row: Row, run: String) -> BatchRow {
    BatchRow(
      number: row.number, name: row.name?.text, settings: row.cells.map { $0?.text }, run: run)
  }

  /// A problem of the experiment with a row's settings, at the cell that makes it.
  func located(_ problem: FileProblem, in row: Row) -> FileProblem {
    for (path, cell) in zip(paths, row.cells) where problem.file == "--set \(path)" {
      guard let cell else { continue }
      var found = self.problem(at: cell, "\(path): \(problem.message)", problem.severity)
      found.caution = problem.caution
      return found
    }
    return problem
  }

  /// A problem at a cell of the file.
  func problem(
    at cell: SettingsTable.Cell, _ message: String, _ severity: Severity = .error
  ) -> FileProblem {
    FileProblem(file: file, line: cell.line, column: cell.column, message: message, severity: severity)
  }

  /// Problems of other files as they come, then those of this one in the order of its text.
  func sorted(_ problems: [FileProblem]) -> [FileProblem] {
    let own = problems.enumerated().filter { $0.element.file == file }
      .sorted { first, second in
        (first.element.line, first.element.column, first.offset)
          < (second.element.line, second.element.column, second.offset)
      }
    return problems.filter { $0.file != file } + own.map(\.element)
  }
}

/// The experiment of each row of a batch, read from one text.
final class BatchReader {
  let settings: BatchSettings
  private let text: [UInt8]
  private let arguments: ExperimentArguments
  /// For rows that give none.
  private(set) var drawnSeed: UInt64?
  /// The population files that rows read.
  private(set) var populations: Set<String> = []
  /// Rows seldom change retention, and a fit takes longer than all other reading.
  private var fits = ExperimentFits()

  init(_ settings: BatchSettings, arguments: ExperimentArguments) throws {
    self.settings = settings
    self.arguments = arguments
    text = try experimentBytes(arguments.path)
  }

  /// The plan of a row: that of the same command with the row's settings as `--set`, which count before the
  /// same ones of the command.
  ///
  /// - Throws: `FileProblems`, located in the file of settings where a cell is the cause; ``RefusedSettings``.
  func plan(of row: BatchSettings.Row) throws -> SimulationPlan {
    let overrides = arguments.overrides + settings.settings(of: row)
    var file = try load(overrides, row)
    let isSeedless = file.experiment.seed == nil
    if isSeedless {
      let seed = drawnSeed ?? SimulationPlan.drawSeed()
      drawnSeed = seed
      file.experiment = try file.experiment.replacing(seed: seed)
    }
    file.warnings = file.warnings.map { settings.located($0, in: row) }
    if let population = file.population?.file { populations.insert(population) }
    var plan = SimulationPlan(file, overrides: overrides)
    plan.isSeedDrawn = isSeedless
    plan.platform = PlatformDescription(file, path: arguments.path).record
    return plan
  }

  private func load(_ overrides: [Setting], _ row: BatchSettings.Row) throws -> ExperimentFile {
    do throws(FileProblems) {
      return try fits.resolved(
        try readExperiment(
          text: text, path: arguments.path, overrides: overrides.map { (path: $0.path, value: $0.value) }))
    } catch {
      throw arguments.refusal(
        of: FileProblems(problems: error.problems.map { settings.located($0, in: row) }))
    }
  }
}
