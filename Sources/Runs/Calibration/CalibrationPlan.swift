import ExperimentDesign
public import ExperimentFiles
import Foundation
public import Inference
import ResultStore
public import Studies

/// A file whose numbers are learnt from data.
public struct CalibrationPlan: Sendable {
  /// The file as it is.
  public let file: ExperimentFile
  /// The seed of all that is simulated.
  public let seed: UInt64
  private let path: String

  /// The seed where neither the file nor anybody else gives one: the same every time.
  public static let usualSeed: UInt64 = 1

  /// Reads the file.
  ///
  /// - Throws: `FileProblems`.
  public init(path: String, seed: UInt64?) throws(FileProblems) {
    file = try loadExperiment(path: path)
    self.path = path
    self.seed = seed ?? file.experiment.seed ?? Self.usualSeed
  }

  /// What data taught, and how the file says it.
  public struct Outcome: Sendable {
    /// What was learnt, and what the file answers.
    public let learned: LearnedFile
    /// The file with what was learnt.
    public let text: String
  }

  /// Fits the file's numbers, writes them, and reads back what was written.
  ///
  /// - Parameters:
  ///   - data: what was counted.
  ///   - visits: what a log of sessions says.
  ///   - sources: the files of data, as evidence names them.
  ///   - date: up to when they were counted.
  ///   - onStage: called with what is done next.
  /// - Throws: `CalibrationProblem`, `FileProblems`, `NumericsError`, `ExperimentFault`, `OverlongLife`.
  public func calibrated(
    to data: CalibrationData, visits: VisitLogFit?, sources: [DataSource], date: String?,
    _ request: Calibration.Request, onStage: (String) -> Void = { _ in }
  ) async throws -> Outcome {
    try requireNew(sources)
    var experiment = file.experiment
    if let visits {
      guard let visiting = try experiment.visiting(visits) else {
        throw CalibrationProblem.visitsOfSegments
      }
      experiment = visiting
    }
    onStage("Fitting \(data.counted.count == 1 ? "the counts" : "all counts together")")
    let calibration = try await Calibration(experiment, to: data, request)
    let kept = calibration.numbers.indices.filter { number in
      let standing = calibration.standing(number)
      let isMember =
        if case .joint = calibration.numbers[number].parameter.distribution { true } else { false }
      return standing == .learned || standing == .some || isMember
    }
    let written = kept.filter { ExperimentFile.canLearn(calibration.numbers[$0].path) }
    let unwritable = kept.filter { !written.contains($0) }.map { calibration.numbers[$0].path }
    guard let text = file.text(learning: learned(calibration, written, sources, date)) else {
      throw FileProblems(problems: [
        FileProblem(
          file: path, line: 1, column: 1,
          message:
            "two of the experiment's own keys stand in one line, so 'adjust' cannot be written anew. Write each key on "
            + "a line of its own")
      ])
    }
    onStage("Reading back what was learnt")
    let again = try loadExperiment(text: Array(text.utf8), path: path).experiment
    let unpredicted = try await calibration.unpredictedCells(again, seed: seed &+ 2, threads: request.threads)
    onStage("Comparing the answers")
    let now = try await AnswerTrials(again, seed: seed, threads: request.threads)
    var (before, after): (PairAnswer?, PairAnswer?)
    if let pair = now.pair {
      let old = try await AnswerTrials(file.experiment, seed: seed, threads: request.threads)
      before = try old.answer(pair.best, less: pair.other)
      after = try now.answer(pair.best, less: pair.other)
    }
    let found = LearnedFile(
      calibration: calibration, visits: visits, written: written, unwritable: unwritable, before: before,
      after: after, pair: now.pair, unpredicted: unpredicted, file: path)
    return Outcome(learned: found, text: text)
  }

  /// Refuses data that the file has learnt from already.
  private func requireNew(_ sources: [DataSource]) throws(CalibrationProblem) {
    for source in sources {
      for evidence in file.experiment.evidence.values
      where evidence.source?.contains(source.fingerprint) ?? false {
        throw .counted(path: source.name)
      }
    }
  }

  private func learned(
    _ calibration: Calibration, _ written: [Int], _ sources: [DataSource], _ date: String?
  ) -> LearnedNumbers {
    let belief = calibration.fit.posterior
    let names = sources.map { "\($0.name), sha256 \($0.fingerprint)" }.joined(separator: "; ")
    let open = calibration.numbers.indices.filter { calibration.standing($0) == .asAssumed }
      .map { calibration.numbers[$0].path }
    var comment = [
      "Learnt by 'att-lab calibrate' from \(sources.map(\.name).joined(separator: ", ")).",
      "These numbers are drawn together, and replace what was assumed of them.",
    ]
    if !open.isEmpty {
      comment.append("Left as assumed, because the data hardly tell: \(open.joined(separator: ", ")).")
    }
    return LearnedNumbers(
      members: written.map { number in
        LearnedNumbers.Member(
          path: calibration.numbers[number].path, scale: calibration.numbers[number].scale,
          mean: belief.mean[number])
      },
      covariance: written.map { row in written.map { belief.covariance[row][$0] } },
      evidence: .measured(source: "calibrate, \(names)", date: date, denominator: "installs"),
      comment: comment)
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
    fingerprint = FileFingerprint.of(bytes)
  }
}
