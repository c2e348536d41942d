import ExperimentDesign
import Inference

/// A calibration with what its file answers.
public struct LearnedFile: Sendable {
  /// The fit.
  public var calibration: Calibration
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
  /// What the file alone says of every option.
  public var optionsBefore: [OptionAnswer]
  /// What it says now.
  public var optionsAfter: [OptionAnswer]
  /// How much the data count beside what the file assumed.
  public var weight: Weight
  /// What keeps it from being written; `nil` where nothing does.
  public var obstacle: Obstacle?
  /// Counted cells outside the central 99% of what the written file predicts.
  public var unpredicted: Int
  /// The file as it was named.
  public var file: String
  /// The scenario whose numbers these are; `nil` where the file has one alone.
  public var scenario: String?
  /// What a finished test that updates the file says alone; `nil` without one.
  public var test: LearntTest?
  /// What the updated file says of the two best options of that test; `nil` without a test, or where nothing is written.
  public var testedPair: TestedPair?
  /// The age in days at which the objective is read.
  public var readingAge: Int {
    calibration.experiment.objective.singleMetric?.definition.measure.day
      ?? Int(calibration.experiment.horizonDays.rounded(.up))
  }

  /// How much data count beside what was assumed before.
  public struct Weight: Hashable, Sendable {
    /// Trials of the file.
    public let trials: Int
    /// How many of equal weight they would be worth if each were weighed by the data.
    public let effectiveTrials: Double
    /// By counted option, how many installs would say as much of it as the file did.
    public let options: [Option]

    /// One counted option.
    public struct Option: Hashable, Sendable {
      /// Position of the option.
      public let arm: Int
      /// Its counted installs.
      public let installs: Int
      /// Installs that would say as much as the file did before; `nil` where the objective is no share.
      public let assumed: Double?
    }

    /// Weighs what was counted by a fit.
    ///
    /// - Parameter before: what the file said of every option.
    /// - Throws: `NumericsError`.
    package init(_ calibration: Calibration, trials: Int, before: [OptionAnswer]) throws {
      let isShare = calibration.experiment.objective.isShare
      self.trials = trials
      effectiveTrials = Double(trials) * (try calibration.fit.shareOfDrawsLeft())
      options = calibration.data.totals.map { total in
        Option(
          arm: total.arm, installs: total.installs, assumed: isShare ? before[total.arm].peopleAssumed : nil)
      }
    }
  }

  /// What keeps an update from being written.
  public enum Obstacle: Hashable, Sendable {
    /// The model does not fit the data.
    case misfit
    /// The data fit only where a number is beyond all that the file thinks possible; by its position.
    case contradiction(number: Int)
    /// The data tell nothing worth writing; with the number that they tell most of, by its position, and how many times as
    /// many installs would tell enough.
    case tooSmall(number: Int?, times: Double?)
  }

  /// What keeps a calibration from being written.
  ///
  /// - Parameter isUpdate: whether a finished test is to update the file.
  package static func obstacle(_ calibration: Calibration, written: [Int], isUpdate: Bool) -> Obstacle? {
    if !calibration.agreement.isGood { return .misfit }
    if let number = calibration.contradiction { return .contradiction(number: number) }
    let fit = calibration.fit
    let taken = calibration.numbers.indices.filter { calibration.isLearnt($0) }
    if written.isEmpty || isUpdate && taken.isEmpty {
      let best = calibration.numbers.indices.filter { fit.enters($0) }.max { fit.tells[$0] < fit.tells[$1] }
      func information(_ tells: Double) -> Double { 1 / ((1 - tells) * (1 - tells)) - 1 }
      let times = best.flatMap { number in
        let found = information(fit.tells[number])
        return found > 1e-6 ? max(1, information(calibration.leastTells) / found) : nil
      }
      return .tooSmall(number: best, times: times)
    }
    return nil
  }

  /// The parts, unchanged.
  package init(
    calibration: Calibration, written: [Int], unwritable: [String],
    before: PairAnswer?, after: PairAnswer?, pair: (best: Int, other: Int)?, optionsBefore: [OptionAnswer],
    optionsAfter: [OptionAnswer], weight: Weight, obstacle: Obstacle?, unpredicted: Int, file: String
  ) {
    self.calibration = calibration
    self.written = written
    self.unwritable = unwritable
    self.before = before
    self.after = after
    self.pair = pair
    self.optionsBefore = optionsBefore
    self.optionsAfter = optionsAfter
    self.weight = weight
    self.obstacle = obstacle
    self.unpredicted = unpredicted
    self.file = file
  }
}
