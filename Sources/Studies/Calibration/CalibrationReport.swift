public import ExperimentDesign
public import Inference

/// What data taught of a file's numbers: everything that is said, stored and exported of it, options and inputs by name.
public struct CalibrationReport: Codable, Equatable, Sendable {
  /// The name of its JSON, with the version.
  public private(set) var schema = "att-lab/calibration/1"
  /// The file as it was named.
  public var file: String
  package var experiment: String
  /// The scenario whose numbers these are; `nil` where the file has one alone.
  public var scenario: String?
  package var objective: Objective
  /// Whether a finished test updated the file.
  public var update: Bool
  /// Where the file with what was learnt was written; `nil` where it was not.
  public var out: String?
  package var seed: UInt64
  /// Installs of the trials behind every point of the fit.
  public var installsSimulated: Int
  package var data: Data
  /// In the order of the fit.
  public var parameters: [Parameter]
  package var knownTogether: [Pair]
  package var alternatives: [Alternative]
  package var open: [Open]
  package var fit: Fit
  /// Whether the draws are of what counts and belief before say; `nil` where there are none.
  public var check: ImportanceStep.Check?
  /// The best option now and the next; `nil` where fewer may be chosen.
  public var answer: Answer?
  /// In the order of the file.
  public var options: [Option]
  /// What keeps it from being written; `nil` where nothing does.
  public var obstacle: Obstacle?
  /// What to know before the numbers are used, the weightiest first.
  public var cautions: [Caution]

  /// What was counted.
  public struct Data: Codable, Equatable, Sendable {
    package var installs: Int
    /// How many options were counted.
    public var options: Int
    /// The days by which they were counted, ascending.
    public var days: [Int]
    /// By how much more than chance weeks differ; `nil` where that is not seen.
    public var dispersion: Double?
    /// How many shares were known.
    public var knownShares: Int
    /// The counted cells, those of known shares last.
    public var counts: [Counts]
  }

  /// People counted in cells.
  public struct Counts: Codable, Equatable, Sendable {
    /// Of an option, or of everybody.
    package var observed: ObservedCells
    /// By cell, how many the fitted model has of as many people.
    package var expected: [Double]
    /// By cell, how far the count is from that, in standard deviations.
    public var residuals: [Double]
    /// Whether it is a share that was known, not counted.
    public var isKnownShare: Bool
  }

  /// One input that was fitted, before and now: a row of the table.
  public struct Parameter: Codable, Equatable, Sendable {
    package var parameter: String
    package var status: Calibration.Standing
    /// How much narrower it is believed now, from 0 to 1.
    public var tells: Double
    /// What the file assumed, with the central 90%.
    public var assumed: Double
    package var assumedLow: Double
    package var assumedHigh: Double
    package var value: Double
    package var valueLow: Double
    package var valueHigh: Double
    /// The scale on which it is normal, with mean and standard deviation before and now.
    public var scale: JointDistribution.Scale
    package var priorMean: Double
    package var priorSd: Double
    package var posteriorMean: Double
    package var posteriorSd: Double
    package var isWritten = false

    /// Whether the counts tell enough of it for it to be theirs.
    public var isLearnt: Bool { [.learned, .some].contains(status) }

    /// Whether the data moved it beyond 99% of what was assumed of it.
    public var isSurprise: Bool {
      status != .notInData && abs(posteriorMean - priorMean) > 2.576 * priorSd
    }
  }

  /// Two inputs of which the data tell a combination well, and little of each alone.
  public struct Pair: Codable, Equatable, Sendable {
    package var parameters: [String]
    package var correlation: Double
    /// How much narrower the combination is that is known best.
    public var tells: Double
    /// What would tell them apart; `nil` where no data of an app would.
    public var toldApartBy: NeededData?
  }

  /// A value that is another reading of the facts, such as 0 of what experience persuades.
  public struct Alternative: Codable, Equatable, Sendable {
    package var parameter: String
    package var value: Double
    /// The logarithm of the odds of the data against it.
    public var logOdds: Double
  }

  /// Inputs that the counts hardly tell of.
  public struct Open: Codable, Equatable, Sendable {
    package var parameters: [String]
    /// What would tell them; `nil` where no data of an app would.
    public var toldBy: NeededData?
  }

  /// How well the fitted inputs agree with the counts.
  public struct Fit: Codable, Equatable, Sendable {
    /// Whether chance alone misses by as much in at least one case of a hundred.
    public var isGood: Bool
    /// The share of counts made by the fitted model that miss by at least as much.
    public var p: Double
    /// Twice the misfit of the counts, with 5% and 95% of what it is where the model is right.
    public var deviance: Double
    package var expectedLow: Double
    package var expectedHigh: Double
    /// How many cells were counted, less one for each set of people.
    public var cells: Int
    /// How many inputs the data could have been fitted with.
    public var effectiveParameters: Double

    /// Whether there are so few counts that the inputs can meet each of them.
    public var isSaturated: Bool { isGood && expectedHigh < 0.5 }
  }

  /// The best option now less the next, by the file alone and with the data.
  public struct Answer: Codable, Equatable, Sendable {
    package var arm: String
    package var less: String
    package var before: Estimate?
    package var after: Estimate?
  }

  /// What the file answers of an option, before and now.
  public struct Option: Codable, Equatable, Sendable {
    package var arm: String
    /// The objective; `nil` where no trial has a value.
    package var before: Estimate?
    package var after: Estimate?
    /// The chance to be best; `nil` where nothing is uncertain, or where it may not win.
    package var chanceBestBefore: Double?
    package var chanceBestAfter: Double?
  }

  /// What keeps it from being written.
  public struct Obstacle: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
      /// The model does not fit the data.
      case misfit
      /// An input would be beyond all that the file thinks possible.
      case contradiction
      /// The data tell nothing worth writing.
      case tooSmall = "too_small"
    }

    package var kind: Kind
    /// The input in question, or that the data tell most of.
    public var parameter: String?
    /// How many times as many installs would tell enough.
    public var times: Double?
  }

  /// What to know before the numbers are used.
  public struct Caution: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
      /// The model does not fit.
      case misfit
      /// The data moved an input beyond 99% of what the file thinks possible.
      case surprise
      /// An input that most counts depend on has one value in the file, and cannot move.
      case fixedInput = "fixed_input"
      /// What the file gets is only roughly what the counts say.
      case roughDraws = "rough_draws"
      /// An input is learnt and has no place in the file.
      case notWritten = "not_written"
      /// One option says nothing of what asking at its moment costs.
      case oneOption = "one_option"
    }

    package var kind: Kind
    /// The inputs in question; empty for none.
    public var parameters: [String] = []
  }

  /// Inputs that the data tell something of, what they tell most of first.
  public var learned: [Parameter] {
    parameters.enumerated().filter { $0.element.isLearnt }
      .sorted { ($1.element.tells, $0.offset) < ($0.element.tells, $1.offset) }.map(\.element)
  }
}
