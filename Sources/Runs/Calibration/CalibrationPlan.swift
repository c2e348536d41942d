import ExperimentDesign
public import ExperimentFiles
import Foundation
import GSLNumerics
import Inference
import ResultStore
import Simulation
public import Studies
import Synchronization
public import TextFormats

/// A file whose numbers are learnt from data.
public struct CalibrationPlan: Sendable {
  /// The file as it is.
  public let file: ExperimentFile
  /// The seed of all that is simulated.
  public let seed: UInt64
  private let path: String

  /// The seed where the file gives none: the same every time.
  public static let usualSeed: UInt64 = 1

  /// Reads the file.
  ///
  /// - Throws: `FileProblems`.
  public init(path: String) throws(FileProblems) {
    try self.init(text: try experimentBytes(path), path: path)
  }

  /// Reads the file from bytes.
  ///
  /// - Parameter path: what the text is called in messages.
  /// - Throws: `FileProblems`.
  public init(text: [UInt8], path: String) throws(FileProblems) {
    file = try loadExperiment(text: text, path: path)
    self.path = path
    seed = file.experiment.seed ?? Self.usualSeed
  }

  /// What data taught, and how the file says it.
  public struct Outcome: Sendable {
    /// The fit.
    public let calibration: Calibration
    /// What was learnt, and what the file answers.
    public let report: CalibrationReport
    /// What is to be done by the file with what was learnt, as a run of it says; `nil` where something keeps it from being
    /// written.
    public let answer: RunAnswer?
    /// The file with what was learnt.
    public let made: MadeExperiment
  }

  /// Fits the file's numbers, writes them, and reads back what was written.
  ///
  /// - Parameters:
  ///   - data: what was counted.
  ///   - sources: the files of data, as evidence names them.
  ///   - date: up to when they were counted.
  ///   - test: the finished test that they are, which updates what the file says already; `nil` where they are none.
  ///   - onStage: called with what is done next.
  /// - Throws: `CalibrationProblem`, `FileProblems`, `NumericsError`.
  public func calibrated(
    to data: CalibrationData, sources: [DataSource], date: String?,
    test: TestResult? = nil,
    _ request: Calibration.Request, onStage: (String) -> Void = { _ in }
  ) async throws -> Outcome {
    let identities = self.identities(of: data)
    try requireNew(sources, identities)
    onStage("Fitting \(data.counted.count == 1 ? "the counts" : "all counts together")")
    let calibration = try fitted(to: data, request)
    let written = drawnTogether(calibration).filter { file.canLearn(calibration.rows[$0].parameter) }
    let mark = test.flatMap { LearntTest($0, day: data.lastDay) }?.mark ?? ""
    let made = file.learning(
      learned(calibration, written, sources, (mark, identities), date),
      covariance: written.map { row in written.map { calibration.belief.covariance[row][$0] } },
      comment: comment(calibration, written, sources))
    onStage("Reading back what was learnt")
    let again = sized(try loadExperiment(text: Array(made.whole.utf8), path: path))
    onStage("Comparing the answers")
    let (now, old) = (try await trials(of: again, request), try await trials(of: sized(file), request))
    let scenarios = file.experiment.scenarios
    let report = try CalibrationReport(
      calibration, written: written, before: old, now: now, file: path,
      scenario: scenarios.count > 1 ? scenarios[0].name : nil, isUpdate: test != nil)
    var answer: RunAnswer?
    if report.obstacle == nil {
      onStage("Trying alternative models")
      var whole = now
      whole.explainsLead = true
      answer = RunAnswer(try await whole.judged(whole.summary()))
    }
    return Outcome(calibration: calibration, report: report, answer: answer, made: made)
  }

  /// A file as it is run to see what it answers: its first scenario, with trials and installs enough for Monte Carlo errors
  /// and ranges, whatever it asks for.
  private func sized(_ file: ExperimentFile) -> ExperimentFile {
    var sized = file
    sized.experiment = file.experiment.underFirstScenario.changed {
      $0.trials = max($0.trials, 400)
      $0.installs = max($0.installs, 2_000)
    }
    sized.experiment.seed = seed
    return sized
  }

  /// The trials of a run of a file.
  private func trials(
    of file: ExperimentFile, _ request: Calibration.Request
  ) async throws -> RunSummaryBuilder {
    let experiment = file.experiment
    let lives = Double(experiment.installs * experiment.arms.count)
    var empty = RunSummaryBuilder(RunOutline(SimulationPlan(file, overrides: [])))
    empty.threads = request.threads
    let builder = Mutex(empty)
    try await Simulator(experiment: experiment, seed: seed).run(
      trials: 0..<experiment.trials, threads: request.threads, shouldStop: { false }
    ) { result in
      builder.withLock { $0.add(result) }
      request.onSimulated(0, lives)
    }
    return builder.withLock { $0 }
  }

  /// The fit; where its arithmetic fails, what to change.
  private func fitted(
    to data: CalibrationData, _ request: Calibration.Request
  ) throws -> Calibration {
    do {
      return try Calibration(file.experiment, to: data, request)
    } catch is NumericsError {
      throw CalibrationProblem.tooNoisy(installs: Calibration.simulatedInstalls(for: data, request))
    }
  }

  /// A fingerprint of the counts of each day, so that a table of one day is known again in one of several.
  private func identities(of data: CalibrationData) -> [String] {
    data.totalsByDay.reduce(into: []) { found, totals in
      let identity = hashDigits(Array(totals.utf8))
      if !found.contains(identity) { found.append(identity) }
    }
  }

  /// Refuses data that the file has learnt from already, as the same file or as another table of the same counts.
  private func requireNew(_ sources: [DataSource], _ identities: [String]) throws(CalibrationProblem) {
    for earlier in earlierSources {
      let isKnown = identities.contains { earlier.contains($0) }
      if let source = sources.first(where: { isKnown || earlier.contains($0.fingerprint) }) {
        throw .counted(path: source.name)
      }
    }
  }

  /// What evidence of numbers that data have taught begins with.
  private static let teacher = "calibrate, "

  /// The data that the file has learnt from already, each once.
  private var earlierSources: [String] {
    file.experiment.evidence.sorted { $0.key < $1.key }.compactMap(\.value.source)
      .filter { $0.hasPrefix(Self.teacher) }
      .flatMap { $0.dropFirst(Self.teacher.count).split(separator: ";") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .reduce(into: []) { found, text in if !found.contains(text) { found.append(text) } }
  }

  /// The correlation with a learnt number from which on a number is drawn together with it.
  private static let leastCorrelation = 0.05

  /// The numbers to write, which are drawn together from now on; none where none is learnt.
  ///
  /// Those that are learnt, what the file draws together already, and what is believed of together with a learnt one: drawn
  /// apart from it, such a number would undo what the counts say of both, and the answer would be wider than they are.
  private func drawnTogether(_ calibration: Calibration) -> [Int] {
    let (rows, fit) = (calibration.rows, calibration.fit)
    let learnt = rows.indices.filter { rows[$0].isLearnt }
    guard !learnt.isEmpty else { return [] }
    return rows.indices.filter { number in
      if case .joint = calibration.numbers[number].parameter.distribution { return true }
      return rows[number].isLearnt
        || fit.enters(number)
          && learnt.contains { abs(fit.posterior.correlation(number, $0)) >= Self.leastCorrelation }
    }
  }

  private func learned(
    _ calibration: Calibration, _ written: [Int], _ sources: [DataSource],
    _ counts: (test: String, identities: [String]), _ date: String?
  ) -> [LearnedNumber] {
    var named = sources.map { "\($0.name.replacing(";", with: ",")), sha256 \($0.fingerprint)" }
    if let first = named.first, !counts.identities.isEmpty {
      named[0] = first + counts.test + ", counts " + counts.identities.joined(separator: " ")
    }
    // The earlier data stay named, so that they are refused for ever after.
    let names = (named + earlierSources).joined(separator: "; ")
    let learnt = Evidence(
      grade: .measured, source: Self.teacher + names, date: date, denominator: "installs")
    return written.map { number in
      let row = calibration.rows[number]
      let own = row.isLearnt ? learnt : file.experiment.evidence[row.parameter]
      return (row.parameter, row.scale, calibration.belief.mean[number], own)
    }
  }

  /// What stands above the numbers: which were learnt, which are drawn with them, and which were left.
  private func comment(
    _ calibration: Calibration, _ written: [Int], _ sources: [DataSource]
  ) -> [String] {
    let rows = calibration.rows
    func list(_ numbers: [Int]) -> String { numbers.map { rows[$0].parameter }.joined(separator: ", ") }
    let learnt = written.filter { rows[$0].isLearnt }
    let others = written.filter { !rows[$0].isLearnt }
    let names = sources.map(\.name).joined(separator: ", ")
    let left = rows.indices.filter { rows[$0].status == .asAssumed && !written.contains($0) }
    return (learnt.isEmpty ? [] : ["Learnt by 'att-lab calibrate' from \(names): \(list(learnt))."])
      + ["What is drawn together stands here whole, in place of what was assumed."]
      + (others.isEmpty
        ? [] : ["Of these the data hardly tell, and their evidence is what it was: \(list(others))."])
      + (left.isEmpty ? [] : ["Left as assumed, because the data hardly tell: \(list(left))."])
  }
}

/// A file of data, as evidence names it.
public struct DataSource: Hashable, Sendable {
  /// The file's name, without its folder.
  public let name: String
  /// What its bytes are known by.
  public let fingerprint: String
  /// The source of a file's bytes.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    fingerprint = hashDigits(bytes)
  }
}
