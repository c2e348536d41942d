import ArgumentParser
import ExperimentDesign
import GSLNumerics
import Inference
import LocalFiles
import Reviews
import Runs
import Studies
import TestData
import TextFormats

/// The data of a calibration.
struct CalibrationArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Counts of a funnel: columns arm, installs, allowed_by_7 and any of prompted, denied_by_7, pre_prompt_shows, "
        + "pre_prompt_continues, week, segment.", valueName: "path"),
    completion: .file(extensions: ["csv", "tsv"]))
  var counts: String?

  @Option(
    help: ArgumentHelp("One row per install, as 'analyze' reads them. Needs --as-of.", valueName: "path"),
    completion: .file(extensions: ["csv", "tsv"]))
  var events: String?

  @Option(
    help: ArgumentHelp(
      "A finished test that updates the file: counts or event rows as 'analyze' reads them.",
      valueName: "path"),
    completion: .file(extensions: ["csv", "tsv"]))
  var update: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "By which day after the install the columns allowed and denied were counted; a column such as allowed_by_7 says so itself."
    ),
    transform: WholeNumber.count)
  var day: Int?

  @Option(
    help: ArgumentHelp(
      "The moment up to which event rows are complete; a date alone is the end of that day in UTC.",
      valueName: "date"), transform: AsOfArgument.init(text:))
  var asOf: AsOfArgument?

  @Option(
    help: ArgumentHelp(
      "Who is still active: day, active and installs, a row for each day.",
      valueName: "path"),
    completion: .file(extensions: ["csv", "tsv"]))
  var retention: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How the installs of a finished test were meant to be split, by the names in its data, as launch=2,later=1. (default: evenly)",
      valueName: "shares"))
  var allocation: String?

  @Option(
    help: ArgumentHelp(
      "What the data call an option, where the file has another name; repeatable.", valueName: "option=theirs"
    ))
  var mapArm: [String] = []

  /// The most bytes of a file of data.
  private static let mostBytes = 1 << 30

  /// Refuses what no data could fix.
  func requireFit() throws {
    switch [counts, events, update].compactMap({ $0 }).count {
    case 0:
      if retention == nil {
        throw ValidationError(
          "Give what was counted: '--counts funnel.csv', '--events rows.csv' with '--as-of', a finished test with "
            + "'--update test.csv', or who is still active with '--retention'.")
      }
    case 1: break
    case _: throw ValidationError("Give one of '--counts', '--events' and '--update'.")
    }
    if asOf != nil, events == nil, update == nil {
      throw ValidationError("'--as-of' goes with event rows; counts have no times.")
    }
    if events != nil, asOf == nil {
      throw ValidationError("'--events' needs '--as-of', as in '--as-of 2026-03-31'.")
    }
    if day != nil, update == nil, counts == nil {
      throw ValidationError("'--day' goes with '--update' and '--counts'.")
    }
    if let allocation {
      guard update != nil else { throw ValidationError("'--allocation' goes with '--update'.") }
      _ = try SplitText(allocation)
    }
    if let day, !(1...365).contains(day) {
      throw ValidationError("'--day' must be from 1 to 365, not \(day).")
    }
    if paths.filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can be read once.")
    }
    _ = try theirNames(nil)
  }

  /// The files of data.
  var paths: [String] { [counts, events, update, retention].compactMap { $0 } }

  /// What was read.
  struct Data {
    /// Whether it is a finished test that updates the file.
    var isUpdate = false
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
  /// - Throws: `InputError`, `DataProblems`, `NumericsError`.
  func read(_ experiment: Experiment) throws -> Data {
    let arms = experiment.arms.map(\.name)
    var remarks: [String] = []
    let theirs = try theirNames(arms)
    var sources: [DataSource] = []
    func loaded(_ path: String) throws -> (name: String, bytes: [UInt8]) {
      let input = try InputFile(data: path)
      let read: [UInt8]
      do throws(UnreadableInput) {
        read = try input.bytes(atMost: Self.mostBytes)
      } catch {
        throw InputError(path: path, problem: error)
      }
      let name = path == "-" ? "standard input" : path
      guard read.count <= Self.mostBytes else {
        throw DataProblems(problems: [
          DataProblem(
            file: name, line: 1, column: 1, message: "more than a gigabyte; expected counts, or fewer rows")
        ])
      }
      sources.append(DataSource(name: PathName(name).name, bytes: read))
      return (name, read)
    }
    func located<Found>(_ file: String, _ find: () throws -> Found) throws -> Found {
      do {
        return try find()
      } catch let problem as CalibrationProblem {
        throw problem.failure(in: file)
      }
    }
    var counted = CalibrationData(shares: [], horizonDays: experiment.horizonDays)
    var unjudged: String?
    if let file = counts ?? events ?? update {
      let (name, read) = try loaded(file)
      if update == nil {
        counted = try located(name) { try self.counted(read, name, experiment, theirs, &remarks) }
      } else {
        let test = try finished(read, name, usualDay: max(1, Int(experiment.horizonDays)))
        counted = try located(name) { try self.counted(test, name, experiment, theirs, &remarks) }
        unjudged = try test.teachesNothing(file: name, split: allocation.map(SplitText.init))
      }
    }
    if let retention {
      let (name, read) = try loaded(retention)
      let table = try ShareTable(reading: bytes(read), file: name)
      remarks += table.remarks + table.doubts.map(\.description)
      counted.shares = try located(name) { try KnownShare.all(of: table) }
    }
    return Data(
      isUpdate: update != nil, counted: counted, sources: sources, remarks: remarks,
      date: asOf.map { String("\($0.asOf.moment)".prefix(10)) }, unjudged: unjudged)
  }

  /// How event rows are read.
  private var rows: ReadingOptions {
    ReadingOptions(asOf: asOf?.asOf, days: [1, 3, 7, 14, 30])
  }

  /// What was read, and how, as a stored result is found by it.
  func asked(_ read: Data) -> JSONValue {
    let given = [
      ("counts", counts), ("events", events), ("update", update), ("retention", retention),
    ].filter { $0.1 != nil }
    return .object([
      (
        "files",
        .list(
          zip(given, read.sources).map { option, source in
            .object([("option", .text(option.0)), ("sha256", .text(source.fingerprint))])
          })
      ), ("day", day.map { .count($0) } ?? .null), ("as_of", .optional(asOf.map { "\($0.asOf.moment)" })),
      ("map_arm", .texts(mapArm.sorted())),
    ])
  }

  private func counted(
    _ read: [UInt8], _ name: String, _ experiment: Experiment, _ theirs: [String: String],
    _ remarks: inout [String]
  ) throws -> CalibrationData {
    let arms = experiment.arms.map(\.name)
    guard events != nil else {
      return try counted(
        try FunnelTable(reading: bytes(read), file: name, day: day), name, experiment, theirs, &remarks)
    }
    do {
      if case .events(let table) = try TestTable(reading: bytes(read), file: name, options: rows) {
        remarks += table.remarks + table.doubts.map(\.description)
        return try CalibrationData(table, arms: arms, theirs: theirs)
      }
    } catch ReadingRefusal.countsHaveNoTimes {}
    throw ValidationError(
      "'\(name)' is a table of counts. Leave out '--as-of', and write '--counts' for '--events'.")
  }

  /// - Parameter usualDay: the day by which counts were read where neither they nor the command say it.
  private func finished(_ read: [UInt8], _ name: String, usualDay: Int) throws -> FinishedTest {
    do {
      return try FinishedTest(reading: read, file: name, day: day ?? usualDay, options: rows)
    } catch ReadingRefusal.eventsNeedAsOf {
      throw ValidationError(
        "'\(name)' has one row per install; say with '--as-of' up to when the rows are complete, as in "
          + "'--as-of 2026-03-31'.")
    } catch ReadingRefusal.countsHaveNoTimes {
      throw ValidationError("'\(name)' is a table of counts, which '--as-of' says nothing about.")
    }
  }

  private func counted(
    _ test: FinishedTest, _ name: String, _ experiment: Experiment, _ theirs: [String: String],
    _ remarks: inout [String]
  ) throws -> CalibrationData {
    switch test {
    case .counts(let table, let read):
      let isByDay = read.map { !$0.days.isEmpty } ?? false
      let found = try counted(table, name, experiment, theirs, &remarks)
      // An option that asks late has more answers by a later day, and a wrong day would be learnt as a difference.
      if day == nil, !table.isDated, experiment.horizonDays >= 2 {
        throw ValidationError(
          "'\(name)' does not say by which day after the install its answers were counted, and by a later day there are "
            + "more. \(isByDay ? "Its column 'day' is the day of the install. " : "")Add --day with the age in days that "
            + "each install had. For 7 days: \(SuggestedCommand.again(adding: ["--day", "7"]))")
      }
      return found
    case .events(let table):
      remarks += table.remarks + table.doubts.map(\.description)
      return try CalibrationData(table, arms: experiment.arms.map(\.name), theirs: theirs)
    }
  }

  private func counted(
    _ table: FunnelTable, _ name: String, _ experiment: Experiment, _ theirs: [String: String],
    _ remarks: inout [String]
  ) throws -> CalibrationData {
    if let day, !table.days.contains(day) {
      throw ValidationError(
        "'--day \(day)' does not go with '\(name)', whose answers were counted by day \(table.days.map { "\($0)" }.inProse). "
          + "Leave '--day' out, or give a table that was counted by day \(day).")
    }
    remarks += table.remarks + table.doubts.map(\.description)
    let days = Int(experiment.horizonDays)
    if let last = table.days.last, last > days {
      remarks.append(
        "\(name):1:1: the counts by day \(last) are beyond the \(days) days of the experiment (horizon_days). They are "
          + "learnt from by simulating \(last) days; the answer is of \(days).")
    }
    if table.rows.contains(where: { $0.segment != nil }) { remarks.append("Segments are counted together.") }
    return try CalibrationData(
      table, arms: experiment.arms.map(\.name), theirs: theirs,
      prePrompted: Set(experiment.arms.indices.filter { experiment.arms[$0].prePrompt != nil }))
  }

  /// By our name of an option, the data's.
  ///
  /// - Parameter arms: the file's options; `nil` where they are not known yet.
  private func theirNames(_ arms: [String]?) throws -> [String: String] {
    var names: [String: String] = [:]
    for pair in mapArm {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts.contains("") else {
        throw ValidationError("'--map-arm \(pair)': expected option=theirs, as in launch=control.")
      }
      if let arms, !arms.contains(parts[0]) {
        throw ValidationError(
          "'--map-arm \(pair)': the file has no option '\(parts[0])'; its options are "
            + "\(arms.joined(separator: ", ")).")
      }
      guard names.updateValue(parts[1], forKey: parts[0]) == nil else {
        throw ValidationError("'--map-arm' names the option '\(parts[0])' twice.")
      }
    }
    return names
  }
}
