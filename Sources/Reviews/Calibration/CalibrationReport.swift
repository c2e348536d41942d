import ExperimentDesign
import Inference
import Studies

/// What data taught of a file's numbers: all that is printed, drawn and kept of it.
public struct CalibrationReport: Sendable {
  /// The file as it was named.
  public let file: String
  /// The experiment's name.
  public let experiment: String
  let objective: Objective
  let seed: UInt64
  /// Installs of the trials behind every point of the fit.
  let installs: Int
  /// How many points the model was asked for.
  let evaluations: Int
  /// Whether a finished test updated the file.
  let isUpdate: Bool
  /// Where the file with what was learnt was written; `nil` where it was not.
  let out: String?
  let data: Data
  /// In the order of the fit.
  let numbers: [Number]
  /// Of the written numbers on their scales, by rows.
  let covariance: [[Double]]
  /// What the data tell most of first.
  let directions: [PenalisedFit.Direction]
  let knownTogether: [PenalisedFit.KnownTogether]
  let agreement: Calibration.Agreement
  /// How many numbers the data could have been fitted with: the trace of what they tell over all that is known.
  let effectiveNumbers: Double
  let check: Calibration.Check?
  /// Best first.
  let lessons: [Calibration.Lesson]
  /// In the order of the file.
  let options: [Option]
  let answer: Answer?
  let weight: LearnedFile.Weight
  let obstacle: LearnedFile.Obstacle?
  /// Counted cells outside the central 99% of what the written file predicts.
  let unpredicted: Int
  /// Paths of numbers that were learnt and have no place in the file.
  let unwritable: [String]
  /// Paths of numbers that most counts depend on, and that the file gives without a range.
  let fixed: [String]
  /// The scenario whose numbers these are; `nil` where the file has one alone.
  let scenario: String?
  /// What a finished test says alone; `nil` without one.
  let test: Test?
  /// The path of the store that keeps it, for the runs of the next steps; `nil` for the usual one.
  public var store: String?

  /// What a finished test says alone.
  struct Test: Equatable, Sendable {
    var test: LearntTest
    /// The age in days at which the objective is read.
    var readingAge: Int
    /// What it counted by its day, in the order of the file.
    var counts: [Count]
    /// What the updated file says of its two best options; `nil` where nothing is written.
    var after: TestedPair?

    /// The installs of one option.
    struct Count: Equatable, Sendable {
      /// Position of the option.
      var arm: Int
      var installs: Int
      var allowed: Int
    }
  }

  /// What was counted.
  struct Data: Equatable, Sendable {
    var installs: Int
    /// How many options were counted.
    var options: Int
    /// The days by which they were counted, ascending.
    var days: [Int]
    /// By how much more than chance weeks differ; `nil` where that is not seen.
    var dispersion: Double?
    /// How many shares were known.
    var shares: Int
    /// Those kinds of data that were there.
    var kinds: Set<MissingData>
    /// The counted cells, those of known shares last.
    var blocks: [Block]
  }

  /// People counted in cells.
  struct Block: Equatable, Sendable {
    /// The option, or everybody.
    var name: String
    var people: Int
    /// What each person counts for.
    var weight: Double
    var cells: [Cell]
    /// Whether it is a share that was known, not counted.
    var isKnownShare: Bool
  }

  /// One counted cell.
  struct Cell: Equatable, Sendable {
    var name: String
    var count: Int
    var expected: Double
    /// In standard deviations.
    var residual: Double
  }

  /// One fitted number.
  struct Number: Equatable, Sendable {
    var path: String
    var scale: JointDistribution.Scale
    var assumed: Belief
    var now: Belief
    /// How much narrower it is believed now, from 0 to 1.
    var tells: Double
    var standing: Calibration.Standing
    var isWritten: Bool
    /// Whether the data moved it beyond 99% of what was assumed of it.
    var isSurprise: Bool {
      standing != .notInData && abs(now.mean - assumed.mean) > 2.576 * assumed.deviation
    }
  }

  /// What is believed of a number: a normal distribution on its scale, and its middle and central 90% on its own.
  struct Belief: Equatable, Sendable {
    var mean: Double
    var deviation: Double
    var value: Double
    var low: Double
    var high: Double
  }

  /// What the file answers of an option, before and now.
  struct Option: Equatable, Sendable {
    var name: String
    var before: Level
    var now: Level
  }

  /// A level or a difference over trials, with its chance of being best.
  struct Level: Equatable, Sendable {
    /// `nil` where no trial has one.
    var mean: Double?
    var mcse: Double?
    /// 90% over the uncertain inputs.
    var range: CentralInterval?
    /// `nil` where nothing is uncertain, or where it may not win.
    var chance: Double?
  }

  /// The best option now against the next, before and now.
  struct Answer: Equatable, Sendable {
    /// Positions of the two.
    var best: Int
    var other: Int
    /// The difference, with the chance of the best one.
    var before: Level?
    var now: Level?
    /// Position of the option that is best by the file alone.
    var bestBefore: Int?
    /// Position of the option that is best now.
    var bestNow: Int?
  }

  /// Positions of the numbers that the data tell something of, what they tell most of first.
  var learned: [Int] {
    numbers.indices.filter { [.learned, .some].contains(numbers[$0].standing) }
      .sorted { (numbers[$1].tells, $0) < (numbers[$0].tells, $1) }
  }

  /// An option's name.
  func name(_ arm: Int) -> String { options[arm].name }

  init(
    file: String, experiment: String, objective: Objective, seed: UInt64, installs: Int, evaluations: Int,
    isUpdate: Bool, out: String?, data: Data, numbers: [Number], covariance: [[Double]],
    directions: [PenalisedFit.Direction], knownTogether: [PenalisedFit.KnownTogether],
    agreement: Calibration.Agreement, effectiveNumbers: Double,
    check: Calibration.Check?, lessons: [Calibration.Lesson], options: [Option],
    answer: Answer?, weight: LearnedFile.Weight, obstacle: LearnedFile.Obstacle?, unpredicted: Int,
    unwritable: [String], fixed: [String], scenario: String? = nil, test: Test? = nil
  ) {
    self.file = file
    self.experiment = experiment
    self.objective = objective
    self.seed = seed
    self.installs = installs
    self.evaluations = evaluations
    self.isUpdate = isUpdate
    self.out = out
    self.data = data
    self.numbers = numbers
    self.covariance = covariance
    self.directions = directions
    self.knownTogether = knownTogether
    self.agreement = agreement
    self.effectiveNumbers = effectiveNumbers
    self.check = check
    self.lessons = lessons
    self.options = options
    self.answer = answer
    self.weight = weight
    self.obstacle = obstacle
    self.unpredicted = unpredicted
    self.unwritable = unwritable
    self.fixed = fixed
    self.scenario = scenario
    self.test = test
  }
}
