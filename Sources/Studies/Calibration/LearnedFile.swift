import ExperimentDesign
public import Inference

/// A calibration with what its file answers.
public struct LearnedFile: Sendable {
  /// The fit.
  public var calibration: Calibration
  /// What a log of sessions said of visits; `nil` without one.
  public var visits: VisitLogFit?
  /// Numbers that are written, by their positions in the fit.
  public var written: [Int]
  /// Numbers that were learnt and have no place in the file.
  public var unwritable: [String]
  /// What the file alone answers.
  public var before: PairAnswer?
  /// What it answers now.
  public var after: PairAnswer?
  /// The two options that both speak of: the best now, and the next.
  public var pair: (best: Int, other: Int)?
  /// Counted cells outside the central 99% of what the written file predicts.
  public var unpredicted: Int
  /// The file as it was named.
  public var file: String

  /// The parts, unchanged.
  package init(
    calibration: Calibration, visits: VisitLogFit?, written: [Int], unwritable: [String],
    before: PairAnswer?, after: PairAnswer?, pair: (best: Int, other: Int)?, unpredicted: Int, file: String
  ) {
    self.calibration = calibration
    self.visits = visits
    self.written = written
    self.unwritable = unwritable
    self.before = before
    self.after = after
    self.pair = pair
    self.unpredicted = unpredicted
    self.file = file
  }

  /// Positions of the numbers that the data tell something of, what they tell most of first.
  public var learned: [Int] {
    calibration.numbers.indices.filter {
      [.learned, .some].contains(calibration.standing($0))
    }.sorted { (calibration.fit.tells[$1], $0) < (calibration.fit.tells[$0], $1) }
  }

  /// An option's name.
  public func name(_ arm: Int) -> String { calibration.experiment.arms[arm].name }
}
