import ArgumentParser
import ExperimentDesign
import Inference
import LocalFiles
import Rendering
import Reviews
import Runs
import Studies
import TestAnalysis
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
      "The day after the install by which answers are read: of counts the day of the columns allowed and denied, where they do not say it themselves; of event rows as 'analyze' has it."
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
  var mapArm: [(option: String, theirs: String)] = []

  /// The files of data.
  var paths: [String] { [table, retention].compactMap { $0 } }

  /// What was read.
  struct Data {
    var counted: CalibrationData
    /// The finished test that they are; `nil` where they are none.
    var test: TestResult?
    var sources: [DataSource] = []
    var remarks: [String] = []

    /// The bytes of a file, whole: evidence names what they are known by.
    fileprivate mutating func read(_ path: String) throws -> [UInt8] {
      let (most, name) = (1 << 30, nameInMessages(path))
      let bytes = try InputFile(path).bytes(atMost: most)
      guard bytes.count <= most else {
        throw FileProblem(
          file: name, line: 1, column: 1, message: "more than a gigabyte; expected counts, or fewer rows")
      }
      sources.append(DataSource(name: name.fileName, bytes: bytes))
      return bytes
    }
  }

  /// Reads the data.
  ///
  /// - Throws: `FileProblems`, `CalibrationProblem`, ``Ended``, `ValidationError`, `NumericsError`.
  func read(_ experiment: Experiment) throws -> Data {
    var data = Data(counted: CalibrationData(shares: [], horizonDays: experiment.horizonDays))
    if let table {
      let (name, text) = (nameInMessages(table), try data.read(table))
      let test = try TestTable(
        reading: bytes(text), file: name, asOf: asOf,
        days: Set(DayComparison.days + [day].compactMap { $0 }).sorted())
      let theirs = try theirNames(experiment.arms.map(\.name))
      if update { data.test = try finished(test, experiment, theirs) }
      let last = data.test?.test.day ?? day
      data.counted = try counted(test, name, experiment, theirs, by: last, &data.remarks)
      if let words = data.test?.nothingToLearn {
        throw Ended(
          .notShown,
          [
            "Nothing was learnt from '\(name)'. \(words.prefix(1).uppercased() + words.dropFirst()) See 'att-lab analyze'."
          ])
      }
    }
    if let retention {
      let shares = try ShareTable(
        reading: bytes(try data.read(retention)), file: nameInMessages(retention))
      data.remarks += shares.remarks + shares.doubts.map(\.description)
      data.counted.shares = shares.rows
    }
    return data
  }

  private func counted(
    _ test: TestTable, _ name: String, _ experiment: Experiment, _ theirs: [String: String], by last: Int?,
    _ remarks: inout [String]
  ) throws -> CalibrationData {
    let arms = experiment.arms.map(\.name)
    let positions = try positions(test.arms, in: arms, theirs: theirs, file: name)
    guard test.asOf == nil else {
      remarks += test.remarks + test.doubts.map(\.description)
      return try CalibrationData(test, at: positions, of: arms, by: last)
    }
    let table = try FunnelTable(test, day: day ?? max(1, Int(experiment.horizonDays)), file: name)
    for row in table.rows where row.prePrompts != nil {
      let arm = experiment.arms[positions[row.arm]]
      guard arm.prePrompt == nil else { continue }
      throw FileProblem(
        file: name, line: row.line, column: 1,
        message:
          "'\(arm.name)' has no pre-prompt in the experiment, and the row counts showings of one. Write 0, or give "
          + "the option its 'pre_prompt'")
    }
    try requireDay(of: table, test, name, experiment)
    remarks += table.remarks + test.doubts.map(\.description)
    let days = Int(experiment.horizonDays)
    if let last = table.days.last, last > days {
      remarks.append(
        "\(name):1:1: the counts by day \(last) are beyond the \(days) days of the experiment (horizon_days). They are "
          + "learnt from by simulating \(last) days; the answer is of \(days).")
    }
    if table.hasSegments { remarks.append("Segments are counted together.") }
    return try CalibrationData(table, at: positions, of: arms)
  }

  /// Positions of the options that data name.
  ///
  /// - Throws: `FileProblem` with all that the experiment does not have.
  private func positions(
    _ named: [TestTable.Arm], in arms: [String], theirs: [String: String], file: String
  ) throws(FileProblem) -> [Int] {
    func position(_ name: String) -> Int? { arms.firstIndex { theirs[$0] ?? $0 == name } }
    let unknown = named.filter { position($0.name) == nil }
    guard let first = unknown.first else { return named.compactMap { position($0.name) } }
    let known = arms.map { arm in theirs[arm].map { "\(arm) (looked for as '\($0)')" } ?? arm }
    throw FileProblem(
      file: file, line: first.line, column: 1,
      message: "the experiment has no \(unknown.count == 1 ? "option" : "options") "
        + unknown.map { "'\($0.name)'" }.inProse + "."
        + suggestion(for: first.name, among: known, noun: "It has")
        + " Where the data have another name for one of these, add --map-arm "
        + "\(TerminalText.shellWord("OPTION=\(first.name)")); else leave out the rows")
  }

  /// Refuses counts whose day is not known, or is another than the command says.
  private func requireDay(
    of table: FunnelTable, _ test: TestTable, _ name: String, _ experiment: Experiment
  ) throws {
    if let day, let last = table.days.last, day != last {
      throw ValidationError(
        "'--day \(day)' does not go with '\(name)', whose answers were counted by day \(last). "
          + "Leave '--day' out, or give a table that was counted by day \(day).")
    }
    // An option that asks late has more answers by a later day, and a wrong day would be learnt as a difference.
    guard day == nil, test.day == nil, experiment.horizonDays >= 2 else { return }
    let isByDay = test.horizons[0].parts[.day] != nil
    throw ValidationError(
      "'\(name)' does not say by which day after the install its answers were counted, and by a later day there are "
        + "more. \(isByDay ? "Its column 'day' is the day of the install. " : "")Add --day with the age in days that "
        + "each install had. For 7 days: \(SuggestedCommand.again(adding: ["--day", "7"]))")
  }

  /// The finished test as `analyze` reads it, by the file's names of its options and against the file's baseline.
  private func finished(
    _ test: TestTable, _ experiment: Experiment, _ theirs: [String: String]
  ) throws -> TestResult {
    let ours = Dictionary(theirs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var test = test
    let named = test.arms.map(\.name)
    for (arm, name) in named.enumerated() { test.arms[arm].name = ours[name] ?? name }
    var options = AnalysisOptions()
    options.statistics.hasPosteriors = false
    options.baseline = test.arms.contains { $0.name == experiment.baseline } ? experiment.baseline : nil
    options.allocation = try allocation?.shares(of: named)
    options.day = day
    return try TestResult(AnalysedTest(test, options: options))
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
      names[name.option] = name.theirs
    }
    return names
  }
}

extension ValueReader where Value == (option: String, theirs: String) {
  /// What the data call an option of the file.
  static var mapping: Self {
    Self(expecting: "option=theirs, as in launch=control") { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 && !text.hasPrefix("=") ? (option: parts[0], theirs: parts[1]) : nil
    }
  }
}
