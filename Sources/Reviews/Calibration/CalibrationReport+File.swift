import ExperimentDesign
import Inference
public import Studies

extension CalibrationReport {
  /// The report of what a file has learnt.
  ///
  /// - Parameters:
  ///   - learned: what was learnt.
  ///   - isUpdate: whether a finished test updated the file.
  ///   - out: where the file with what was learnt was written; `nil` where it was not.
  /// - Throws: `NumericsError`.
  public init(_ learned: LearnedFile, isUpdate: Bool, out: String?) throws {
    let (calibration, fit) = (learned.calibration, learned.calibration.fit)
    let experiment = calibration.experiment
    let numbers = calibration.numbers.indices.map { number in
      Number(
        path: calibration.numbers[number].path, scale: calibration.numbers[number].scale,
        assumed: Belief(number, fit.prior, calibration), now: Belief(number, calibration.belief, calibration),
        tells: fit.tells[number], standing: calibration.standing(number),
        isWritten: learned.written.contains(number))
    }
    self.init(
      file: learned.file, experiment: experiment.name, objective: experiment.objective,
      seed: calibration.seed,
      installs: calibration.installs, evaluations: fit.evaluations, isUpdate: isUpdate, out: out,
      data: Data(calibration), numbers: numbers,
      covariance: learned.written.map { row in
        learned.written.map { calibration.belief.covariance[row][$0] }
      },
      directions: try fit.directions().filter { $0.information > 0 }, knownTogether: fit.knownTogether,
      agreement: calibration.agreement, effectiveNumbers: fit.effectiveNumbers,
      check: calibration.check, lessons: calibration.lessons,
      options: experiment.arms.indices.map { arm in
        Option(
          name: experiment.arms[arm].name, before: Level(learned.optionsBefore[arm]),
          now: Level(learned.optionsAfter[arm]))
      }, answer: Answer(learned), weight: learned.weight, obstacle: learned.obstacle,
      unpredicted: learned.unpredicted, unwritable: learned.unwritable, fixed: experiment.fixedInputs,
      scenario: learned.scenario,
      test: learned.test.map { test in
        Test(
          test: test, readingAge: learned.readingAge,
          counts: calibration.data.totals.map {
            Test.Count(arm: $0.arm, installs: $0.installs, allowed: $0.allowed)
          }, after: learned.testedPair)
      })
  }
}

extension Experiment {
  /// Numbers that most counts depend on, and that the file gives without a range.
  fileprivate var fixedInputs: [String] {
    let people = scenarios[0].segments[0]
    let numbers =
      [people.allow.rate, people.allow.coldOddsRatio] + (people.onboarding.map { [$0.first] } ?? [])
    return numbers.filter { $0.constant != nil && $0.constant != 1 }.map(\.path)
  }
}

extension CalibrationReport.Belief {
  fileprivate init(_ number: Int, _ belief: NormalBelief, _ calibration: Calibration) {
    let shown = calibration.estimate(number, belief)
    self.init(
      mean: belief.mean[number], deviation: belief.deviations[number], value: shown.value, low: shown.low,
      high: shown.high)
  }
}

extension CalibrationReport.Data {
  fileprivate init(_ calibration: Calibration) {
    let (data, fit) = (calibration.data, calibration.fit)
    let sortings = data.counted.map(\.sorting)
    var kinds: Set<MissingData> = []
    for sorting in sortings {
      switch sorting {
      case .installs(_, let knowsDenied, let knowsPrompted):
        if knowsPrompted { kinds.insert(.prompted) }
        if knowsDenied { kinds.insert(.denied) }
      case .undecided: kinds.formUnion([.prompted, .denied])
      case .prePrompts: kinds.insert(.prePrompts)
      }
    }
    self.init(
      installs: data.installs, options: Set(data.counted.map(\.arm)).count, days: data.days,
      dispersion: data.dispersion, shares: data.shares.count,
      kinds: kinds,
      blocks: fit.observed.enumerated().map { block, observed in
        let modelled = fit.point.cells[block]
        let residuals = observed.residuals(modelled)
        return CalibrationReport.Block(
          name: observed.name, people: observed.people,
          weight: observed.weight,
          cells: observed.cells.indices.map { cell in
            CalibrationReport.Cell(
              name: observed.cells[cell], count: observed.counts[cell],
              expected: Double(observed.people) * modelled[cell], residual: residuals[cell])
          }, isKnownShare: block >= data.counted.count)
      })
  }
}

extension CalibrationReport.Level {
  fileprivate init(_ estimate: Estimate?, chance: MonteCarloNumber?) {
    self.init(
      mean: estimate?.overTrials.mean, mcse: estimate?.overTrials.mcse,
      range: estimate?.uncertaintyInterval90,
      chance: chance?.value)
  }

  fileprivate init(_ answer: OptionAnswer) { self.init(answer.objective, chance: answer.chance) }
}

extension CalibrationReport.Answer {
  fileprivate init?(_ learned: LearnedFile) {
    guard let pair = learned.pair else { return nil }
    func level(_ answer: PairAnswer?) -> CalibrationReport.Level? {
      guard let answer, let difference = answer.difference else { return nil }
      return CalibrationReport.Level(difference, chance: answer.chances[pair.best])
    }
    self.init(
      best: pair.best, other: pair.other, before: level(learned.before), now: level(learned.after),
      bestBefore: learned.before?.best, bestNow: learned.after?.best)
  }
}
