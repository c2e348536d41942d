package import ExperimentDesign
import GSLNumerics
package import Inference

/// An experiment's uncertain numbers, learnt from what a team has counted.
///
/// What the file assumes is what is believed before, each number on a scale without bounds; the counts move it
/// (``PenalisedFit``). What they leave open stays as it was.
public struct Calibration: Sendable {
  let experiment: Experiment
  let data: CalibrationData
  /// In the order of the fit.
  package let numbers: [FittedNumber]
  /// How each of them stands.
  package let rows: [CalibrationReport.Parameter]
  package let fit: PenalisedFit<ObservedCells>
  /// Mean and covariance of what is believed of the numbers now: of the importance step where that holds, else the fit's.
  package let belief: NormalBelief
  /// How well the numbers fit the counts.
  package let agreement: CalibrationReport.Fit
  /// How near the fit's normal shape is to what counts and belief before say; `nil` where nothing was drawn.
  package let check: ImportanceStep.Check?
  let request: Request
  /// Installs of the trial behind every point.
  package let installs: Int

  /// How a number stands after the fit.
  package enum Standing: String, Codable, Sendable {
    /// At least half of what was open is known now.
    case learned
    /// At least ``Request/leastTells``, or moved by as much as was open before.
    case some
    /// Less: it is left as the file assumes.
    case asAssumed = "as_assumed"
    /// It does not enter what was counted.
    case notInData = "not_in_data"
  }

  /// What a calibration is asked for.
  public struct Request: Sendable {
    /// Installs of a simulated trial; `nil` for four times those of the largest option, 40,000 to 400,000.
    public var installs: Int?
    let seed: UInt64
    /// At least 1.
    package let threads: Int
    /// How much narrower a number has to be for what is believed of it to be taken over.
    public var leastTells = 0.2
    /// Called from any thread with what was simulated: points of the fit, and installs, each under each option.
    public var onSimulated: @Sendable (_ points: Int, _ lives: Double) -> Void = { _, _ in }

    /// A request for everything that is uncertain.
    public init(seed: UInt64, threads: Int) {
      self.seed = seed
      self.threads = threads
    }
  }

  /// Fits the uncertain numbers of an experiment's first scenario to counts.
  package init(_ experiment: Experiment, to data: CalibrationData, _ request: Request) throws {
    let experiment = experiment.underFirstScenario
    let numbers = FittedNumber.all(of: experiment)
    guard !numbers.isEmpty else { throw CalibrationProblem.nothingUncertain }
    let prior = try FittedNumber.belief(numbers)
    let installs = Self.simulatedInstalls(for: data, request)
    func model(_ installs: Int) throws -> CalibrationModel {
      try CalibrationModel(experiment, numbers, data, around: prior, installs: installs, request)
    }
    let whole = try model(installs)
    // By few people first: from most other starts the fit ends where it did from the first one, and no better.
    let few = installs >= 2 * Self.fewestInstalls ? try model(Self.fewestInstalls) : nil
    let rough = try few?.fit(prior)
    var fit = try whole.fit(prior, from: rough?.posterior.mean, closely: true)
    guard numbers.indices.contains(where: { fit.enters($0) }) else { throw CalibrationProblem.nothingEnters }
    var agreement = try CalibrationReport.Fit(of: fit)
    if !agreement.isGood {
      for start in try fit.otherStarts() {
        let near = try few?.fit(prior, from: start)
        if let near, let rough, near.objective >= Self.betterPart * rough.objective { continue }
        let other = try whole.fit(prior, from: near?.posterior.mean ?? start, closely: true)
        if other.objective < fit.objective { fit = other }
      }
      agreement = try CalibrationReport.Fit(of: fit)
    }
    // Where the model does not fit, nothing that is believed makes it right.
    let step =
      agreement.isGood
      ? try fit.importanceStep(random: FixedDraws(purpose: 202)) { try whole.points($0) } : nil
    let belief = step?.belief ?? fit.posterior
    (self.experiment, self.data, self.numbers) = (experiment, data, numbers)
    (self.request, self.installs) = (request, installs)
    (self.fit, self.agreement, self.belief, check) = (fit, agreement, belief, step?.check)
    rows = numbers.enumerated().map { place, number in
      CalibrationReport.Parameter(number, place, of: fit, belief, leastTells: request.leastTells)
    }
  }

  /// Installs of each simulated trial.
  package static func simulatedInstalls(for data: CalibrationData, _ request: Request) -> Int {
    let largest = data.counted.map { $0.counts.reduce(0, +) }.max() ?? 0
    return request.installs ?? min(max(4 * largest, fewestInstalls), mostInstalls)
  }

  /// Installs of a simulated trial, where nobody says how many.
  private static let fewestInstalls = 40_000
  private static let mostInstalls = 400_000

  /// What part of the misfit from one start another has to have for a fit by many people to follow it.
  private static let betterPart = 0.95
}
