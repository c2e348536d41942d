import ArgumentParser
import ExperimentDesign
import LocalFiles
import Rendering
import Reviews
import Runs
import Studies
import TestData
import TextFormats

/// The data of a calibration.
struct CalibrationArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The data: counts of a funnel, or one row per install; - is standard input.", valueName: "data"),
    completion: .file(extensions: ["csv", "tsv"]))
  var table: String?

  @Option(
    .path("csv", "tsv"), value: "path",
    help: "Who is still active: day, active and installs, a row for each day.")
  var retention: String?

  @Flag(help: "The data are a finished test that updates the file, as 'analyze' reads it.")
  var update = false

  @Option(
    .within(1...365),
    help:
      "By which day after the install the columns allowed and denied were counted; a column such as allowed_by_7 says so itself."
  )
  var day: Int?

  @Option(
    .asOf, value: "date",
    help: "The moment up to which event rows are complete; a date alone is the end of that day in UTC.")
  var asOf: AsOf?

  @Option(
    .split, value: "shares",
    help:
      "How the installs of a finished test were meant to be split, by the names in its data, as launch=2,later=1. (default: evenly)"
  )
  var allocation: SplitText?

  @Option(
    .mapping, value: "option=theirs",
    help: "What the data call an option, where the file has another name; repeatable.")
  var mapArm: [MappedName] = []

  /// The files of data.
  var paths: [String] { [table, retention].compactMap { $0 } }

  /// What was read.
  struct Data {
    /// Whether it is a finished test that updates the file.
    var isUpdate: Bool
    var counted: CalibrationData
    var sources: [DataSource] = []
    var remarks: [String] = []
    /// Up to when it was counted.
    var date: String?
    /// Why nothing should be learnt from a finished test; `nil` where nothing is against it.
    var unjudged: String?
  }

  /// Reads the data.
  ///
  /// - Throws: `InputError`, `DataProblems`, ``Ended``, `ValidationError`, `NumericsError`.
  func read(_ experiment: Experiment) throws -> Data {
    var data = Data(
      isUpdate: update, counted: CalibrationData(shares: [], horizonDays: experiment.horizonDays),
      date: asOf.map { String("\($0.moment)".prefix(10)) })
    if let table {
      let file = try DataFile(table)
      let usualDay = max(1, Int(experiment.horizonDays))
      let options = ReadingOptions(asOf: asOf, day: day)
      let test = try readingTable(table) {
        try FinishedTest(reading: file.bytes, file: file.name, day: day ?? usualDay, options: options)
      }
      data.sources.append(file.source)
      data.counted = try file.locating { try counted(test, file.name, experiment, &data.remarks) }
      if data.isUpdate { data.unjudged = try test.teachesNothing(file: file.name, split: allocation) }
    }
    if let retention {
      let file = try DataFile(retention)
      let shares = try ShareTable(reading: bytes(file.bytes), file: file.name)
      data.sources.append(file.source)
      data.remarks += shares.remarks + shares.doubts.map(\.description)
      data.counted.shares = try file.locating { try KnownShare.all(of: shares) }
    }
    return data
  }

  private func counted(
    _ test: FinishedTest, _ name: String, _ experiment: Experiment, _ remarks: inout [String]
  ) throws -> CalibrationData {
    let arms = experiment.arms.map(\.name)
    let theirs = try theirNames(arms)
    switch test {
    case .events(let table):
      remarks += table.remarks + table.doubts.map(\.description)
      return try CalibrationData(table, arms: arms, theirs: theirs)
    case .counts(let table, let read):
      try requireDay(of: table, isByDay: read.map { !$0.days.isEmpty } ?? false, name, experiment)
      remarks += table.remarks + table.doubts.map(\.description)
      let days = Int(experiment.horizonDays)
      if let last = table.days.last, last > days {
        remarks.append(
          "\(name):1:1: the counts by day \(last) are beyond the \(days) days of the experiment (horizon_days). They are "
            + "learnt from by simulating \(last) days; the answer is of \(days).")
      }
      if table.rows.contains(where: { $0.segment != nil }) {
        remarks.append("Segments are counted together.")
      }
      return try CalibrationData(
        table, arms: arms, theirs: theirs,
        prePrompted: Set(experiment.arms.indices.filter { experiment.arms[$0].prePrompt != nil }))
    }
  }

  /// Refuses counts whose day is not known, or is another than the command says.
  private func requireDay(
    of table: FunnelTable, isByDay: Bool, _ name: String, _ experiment: Experiment
  ) throws {
    if let day, !table.days.contains(day) {
      throw ValidationError(
        "'--day \(day)' does not go with '\(name)', whose answers were counted by day \(table.days.map { "\($0)" }.inProse). "
          + "Leave '--day' out, or give a table that was counted by day \(day).")
    }
    // An option that asks late has more answers by a later day, and a wrong day would be learnt as a difference.
    guard day == nil, !table.isDated, experiment.horizonDays >= 2 else { return }
    throw ValidationError(
      "'\(name)' does not say by which day after the install its answers were counted, and by a later day there are "
        + "more. \(isByDay ? "Its column 'day' is the day of the install. " : "")Add --day with the age in days that "
        + "each install had. For 7 days: \(SuggestedCommand.again(adding: ["--day", "7"]))")
  }

  /// By our name of an option, the data's.
  private func theirNames(_ arms: [String]) throws -> [String: String] {
    var names: [String: String] = [:]
    for name in mapArm {
      guard arms.contains(name.option) else {
        throw ValidationError(
          "'--map-arm': the file has no option '\(name.option)'; its options are \(arms.joined(separator: ", "))."
        )
      }
      guard names.updateValue(name.theirs, forKey: name.option) == nil else {
        throw ValidationError("'--map-arm' names the option '\(name.option)' twice.")
      }
    }
    return names
  }
}

/// One `--map-arm`: what the data call an option of the file.
struct MappedName {
  var option: String
  var theirs: String
}

extension ValueReader<MappedName> {
  static var mapping: Self {
    Self(expecting: "option=theirs, as in launch=control") { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 && !text.hasPrefix("=") ? MappedName(option: parts[0], theirs: parts[1]) : nil
    }
  }
}

/// A file of data, read whole: evidence names what its bytes are known by.
private struct DataFile {
  /// What it is called in messages.
  let name: String
  let bytes: [UInt8]

  private static let mostBytes = 1 << 30

  /// - Throws: `InputError`, `DataProblems` where it is too long.
  init(_ path: String) throws {
    name = path == "-" ? "standard input" : path
    bytes = try InputFile.bytes(of: path, atMost: Self.mostBytes)
    guard bytes.count <= Self.mostBytes else {
      throw DataProblems(problems: [
        DataProblem(
          file: name, line: 1, column: 1, message: "more than a gigabyte; expected counts, or fewer rows")
      ])
    }
  }

  var source: DataSource { DataSource(name: PathName(name).name, bytes: bytes) }

  /// Says of a problem with the data that it is in this file.
  func locating<Found>(_ find: () throws -> Found) throws -> Found {
    do {
      return try find()
    } catch let problem as CalibrationProblem {
      throw problem.failure(in: name)
    }
  }
}
