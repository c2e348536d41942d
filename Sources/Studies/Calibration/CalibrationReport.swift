package import ExperimentDesign
package import Inference

/// What data taught of a file's numbers: everything that is said, stored and exported of it, options and inputs by name.
public struct CalibrationReport: Codable, Equatable, Sendable {
  private(set) var schema = "att-lab/calibration/1"
  /// The file as it was named.
  package var file: String
  package var experiment: String
  /// The scenario whose numbers these are; `nil` where the file has one alone.
  package var scenario: String?
  package var objective: Objective
  /// Whether a finished test updated the file.
  package var update: Bool
  /// Where the file with what was learnt was written; `nil` where it was not.
  package var out: String?
  package var seed: UInt64
  package var installsSimulated: Int
  package var data: Data
  /// In the order of the fit.
  package var parameters: [Parameter]
  /// Pairs of which the data tell a combination well, and little of each alone.
  package var knownTogether: [Open]
  package var alternatives: [Alternative]
  package var open: [Open]
  package var fit: Fit
  /// Whether the draws are of what counts and belief before say; `nil` where there are none.
  package var check: ImportanceStep.Check?
  /// The best option now and the next; `nil` where fewer may be chosen.
  package var answer: Answer?
  /// What the file answers of each option, before and now.
  package var options: [RunComparison.Row]
  /// What keeps it from being written; `nil` where nothing does.
  package var obstacle: Caution?
  /// What to know before the numbers are used, the weightiest first.
  package var cautions: [Caution]

  /// What was counted.
  package struct Data: Codable, Equatable, Sendable {
    package var installs: Int
    package var options: Int
    /// The days by which they were counted, ascending.
    package var days: [Int]
    /// By how much more than chance weeks differ; `nil` where that is not seen.
    package var dispersion: Double?
    package var knownShares: Int
    /// The counted cells, those of known shares last.
    package var counts: [Counts]
  }

  /// People counted in cells.
  package struct Counts: Codable, Equatable, Sendable {
    /// Of an option, or of everybody.
    package var observed: ObservedCells
    /// By cell, how many the fitted model has of as many people.
    package var expected: [Double]
    /// By cell, how far the count is from that, in standard deviations.
    package var residuals: [Double]
    /// Whether it is a share that was known, not counted.
    package var isKnownShare: Bool
  }

  /// One input that was fitted, before and now: a row of the table.
  package struct Parameter: Codable, Equatable, Sendable {
    package var parameter: String
    package var status: Calibration.Standing
    /// How much narrower it is believed now, from 0 to 1.
    package var tells: Double
    /// What the file assumed, with the central 90%.
    package var assumed: Double
    package var assumedLow: Double
    package var assumedHigh: Double
    package var value: Double
    package var valueLow: Double
    package var valueHigh: Double
    /// The scale on which it is normal, with mean and standard deviation before and now.
    package var scale: JointDistribution.Scale
    package var priorMean: Double
    package var priorSd: Double
    package var posteriorMean: Double
    package var posteriorSd: Double
    package var isWritten = false

    /// Whether the counts tell enough of it for it to be theirs.
    package var isLearnt: Bool { [.learned, .some].contains(status) }

    /// Whether the data moved it beyond 99% of what was assumed of it.
    package var isSurprise: Bool {
      status != .notInData && abs(posteriorMean - priorMean) > 2.576 * priorSd
    }
  }

  /// A value that is another reading of the facts, such as 0 of what experience persuades.
  package struct Alternative: Codable, Equatable, Sendable {
    package var parameter: String
    package var value: Double
    /// The logarithm of the odds of the data against it.
    package var logOdds: Double
  }

  /// Inputs that the data hardly tell of, or not apart.
  package struct Open: Codable, Equatable, Sendable {
    package var parameters: [String]
    /// What would tell them; `nil` where no data of an app would.
    package var toldBy: NeededData?
  }

  /// How well the fitted inputs agree with the counts.
  package struct Fit: Codable, Equatable, Sendable {
    /// Whether chance alone misses by as much in at least one case of a hundred.
    package var isGood: Bool
    /// The share of counts made by the fitted model that miss by at least as much.
    package var p: Double
    /// Twice the misfit of the counts, with 5% and 95% of what it is where the model is right.
    package var deviance: Double
    package var expectedLow: Double
    package var expectedHigh: Double
    /// How many cells were counted, less one for each set of people.
    package var cells: Int
    /// How many inputs the data could have been fitted with.
    package var effectiveParameters: Double
  }

  /// The best option now less the next, by the file alone and with the data.
  package struct Answer: Codable, Equatable, Sendable {
    package var arm: String
    package var less: String
    package var before: Estimate?
    package var after: Estimate?
  }

  /// What to know before the numbers are used, or what keeps them from being written.
  package struct Caution: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
      /// The model does not fit.
      case misfit
      /// The data moved an input beyond 99% of what the file thinks possible.
      case surprise
      /// An input would be beyond all that the file thinks possible.
      case contradiction
      /// The data tell nothing worth writing.
      case tooSmall = "too_small"
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
    /// The inputs in question, or the one that too few data tell most of; empty for none.
    package var parameters: [String] = []
    /// How many times as many installs would tell enough.
    package var times: Double?
  }
}
