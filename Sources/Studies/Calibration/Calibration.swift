public import ExperimentDesign
import Foundation
import GSLNumerics
public import Inference

/// An experiment's uncertain numbers, learnt from what a team has counted.
///
/// What the file assumes is what is believed before, each number on a scale without bounds; the counts move it
/// (``PenalisedFit``). What they leave open stays as it was.
public struct Calibration: Sendable {
  /// The experiment that was fitted.
  public let experiment: Experiment
  /// What was counted.
  public let data: CalibrationData
  /// The numbers, in the order of the fit.
  public let numbers: [FittedNumber]
  package let fit: PenalisedFit<ObservedCells>
  /// Mean and covariance of what is believed of the numbers now: of the importance step where that holds, else the fit's.
  public let belief: NormalBelief
  /// How well the numbers fit the counts.
  public let agreement: CalibrationReport.Fit
  /// How near the fit's normal shape is to what counts and belief before say; `nil` where nothing was drawn.
  public let check: Check?
  /// Installs of the trial behind every point.
  public let installs: Int
  package let seed: UInt64
  /// How much narrower a number is where what is believed of it is taken over.
  public let leastTells: Double

  /// How a number stands after the fit.
  public enum Standing: String, Codable, CaseIterable, Hashable, Sendable {
    /// At least half of what was open is known now.
    case learned
    /// At least ``Request/leastTells``, or moved by as much as was open before.
    case some
    /// Less: it is left as the file assumes.
    case asAssumed = "as_assumed"
    /// It does not enter what was counted.
    case notInData = "not_in_data"
  }

  /// How far draws of what is believed are from what the counts and the belief before say.
  public struct Check: Codable, Hashable, Sendable {
    /// How many draws of equal weight they are worth.
    public let effectiveSize: Double
    /// How many were drawn.
    public let draws: Int
    /// Whether they are worth enough; where not, the normal shape of the fit is used.
    public let holds: Bool
  }

  /// What a calibration is asked for.
  public struct Request: Sendable {
    /// Installs of a simulated trial; `nil` for four times those of the largest option, 40,000 to 400,000.
    public var installs: Int?
    package var seed: UInt64
    /// At least 1.
    public var threads: Int
    /// How much narrower a number has to be for what is believed of it to be taken over.
    public var leastTells = 0.2
    /// Whether what is believed is drawn, where the model fits.
    public var isDrawn = true
    /// Counts all that is simulated; `nil` where nobody watches.
    public var meter: CalibrationMeter?

    /// A request for everything that is uncertain.
    public init(seed: UInt64, threads: Int) {
      self.seed = seed
      self.threads = threads
    }
  }

  /// Fits the uncertain numbers of an experiment's first scenario to counts.
  public init(_ experiment: Experiment, to data: CalibrationData, _ request: Request) throws {
    let experiment = experiment.underFirstScenario
    guard let fitted = try FittedNumbers(of: experiment) else {
      throw CalibrationProblem.nothingUncertain
    }
    let installs = Self.simulatedInstalls(for: data, request)
    let counts = CalibrationModel(experiment, fitted: fitted, data, installs: installs, request)
    let few = CalibrationModel(
      experiment, fitted: fitted, data, installs: Self.fewestInstalls, request)
    let isRough = installs >= 2 * Self.fewestInstalls
    let counted = data.counted.map { cells in
      ObservedCells(
        name: experiment.arms[cells.arm].name, cells: cells.names, counts: cells.counts,
        weight: 1 / (data.dispersion ?? 1))
    }
    let whole = counted + data.shares.map(\.observed)
    let observed = try Self.noisy(whole, by: counts)
    let roughly = isRough ? try Self.noisy(whole, by: few) : []
    let rough =
      isRough
      ? try PenalisedFit(prior: fitted.belief, observed: roughly, model: few.points) : nil
    var fit = try PenalisedFit(
      prior: fitted.belief, observed: observed, start: rough?.posterior.mean,
      closer: counts.closely, model: counts.points)
    guard fit.tells.indices.contains(where: { fit.enters($0) }) else {
      throw CalibrationProblem.nothingEnters
    }
    var agreement = try CalibrationReport.Fit(of: fit, counted: data.counted.count)
    if !agreement.isGood {
      for start in try fit.otherStarts() {
        var start = start
        if let rough {
          // By few people first: most other starts end where the first one did, and no better.
          let near = try PenalisedFit(
            prior: fitted.belief, observed: roughly, start: start, model: few.points)
          guard near.objective < Self.betterPart * rough.objective else { continue }
          start = near.posterior.mean
        }
        let other = try PenalisedFit(
          prior: fitted.belief, observed: observed, start: start, closer: counts.closely,
          model: counts.points)
        if other.objective < fit.objective { fit = other }
      }
      agreement = try CalibrationReport.Fit(of: fit, counted: data.counted.count)
    }
    self.experiment = experiment
    self.data = data
    self.fit = fit
    self.agreement = agreement
    self.installs = installs
    numbers = fitted.numbers
    seed = request.seed
    leastTells = request.leastTells
    guard request.isDrawn, agreement.isGood else {
      // Where the model does not fit, nothing that is believed makes it right.
      (belief, check) = (fit.posterior, nil)
      return
    }
    let step = try fit.importanceStep(random: FixedDraws(purpose: 202), model: counts.points)
    belief = step.belief
    check = Check(
      effectiveSize: step.effectiveSize, draws: ImportanceStep.draws, holds: step.holds)
  }

  /// Installs of each simulated trial.
  public static func simulatedInstalls(for data: CalibrationData, _ request: Request) -> Int {
    let largest = data.counted.map { $0.counts.reduce(0, +) }.max() ?? 0
    return request.installs ?? min(max(4 * largest, fewestInstalls), mostInstalls)
  }

  /// Installs of a simulated trial, where nobody says how many.
  private static let fewestInstalls = 40_000
  static let mostInstalls = 400_000

  /// What part of the misfit from one start another has to have for a fit by many people to follow it.
  private static let betterPart = 0.95

  /// What was counted, with the noise of a model's people in its weight.
  private static func noisy(
    _ observed: [ObservedCells], by model: CalibrationModel
  ) throws -> [ObservedCells] {
    let middle = try model.middle()
    return observed.enumerated().map { $1.against(noise: middle.noise(ofBlock: $0)) }
  }

  /// How a number stands.
  public func standing(_ number: Int) -> Standing {
    guard fit.enters(number) else { return .notInData }
    let tells = fit.tells[number]
    if tells >= 0.5 { return .learned }
    // A number that the counts moved far is theirs, however wide it stays: with the old one the others would not meet them.
    return tells >= leastTells || move(number) >= Self.leastMove ? .some : .asAssumed
  }

  /// By how many standard deviations of what was assumed a number has to be moved for what is believed of it to be taken
  /// over: counts that tell less than a fifth do that to one number in twenty.
  private static let leastMove = 1.0

  /// Whether the counts tell enough of a number for it to be theirs.
  public func isLearnt(_ number: Int) -> Bool { [.learned, .some].contains(standing(number)) }

  /// The numbers to write, which are drawn together from now on; none where none is learnt.
  ///
  /// Those that are learnt, what the file draws together already, and what is believed of together with a learnt one: drawn
  /// apart from it, such a number would undo what the counts say of both, and the answer would be wider than they are.
  public var drawnTogether: [Int] {
    let learnt = numbers.indices.filter(isLearnt)
    guard !learnt.isEmpty else { return [] }
    return numbers.indices.filter { number in
      if case .joint = numbers[number].parameter.distribution { return true }
      return isLearnt(number)
        || fit.enters(number)
          && learnt.contains { abs(fit.posterior.correlation(number, $0)) >= Self.leastCorrelation }
    }
  }

  /// The correlation with a learnt number from which on a number is drawn together with it.
  private static let leastCorrelation = 0.05

  /// A number's middle and central 90%, before or now.
  public func estimate(_ number: Int, _ belief: NormalBelief) -> (value: Double, low: Double, high: Double) {
    let (mean, width) = (belief.mean[number], 1.6449 * belief.deviations[number])
    let fitted = numbers[number]
    return (fitted.value(mean), fitted.value(mean - width), fitted.value(mean + width))
  }

  /// Beyond how many standard deviations of what was assumed a number is taken to be impossible: two of a million.
  private static let mostMove = 5.0

  /// The number that the counts moved furthest beyond all that the file thinks possible; `nil` where none is.
  public var contradiction: Int? {
    numbers.indices.filter { move($0) > Self.mostMove }.max { move($0) < move($1) }
  }

  /// How far the counts moved a number, in standard deviations of what was assumed of it.
  private func move(_ number: Int) -> Double {
    guard fit.enters(number) else { return 0 }
    return abs(fit.posterior.mean[number] - fit.prior.mean[number]) / fit.prior.deviations[number]
  }
}
