import ExperimentDesign
import Inference
import TestAnalysis

extension CalibrationReport {
  /// The report of what a file has learnt; it is written nowhere yet.
  ///
  /// - Parameters:
  ///   - written: numbers that are written, by their positions in the fit.
  ///   - unwritable: numbers that were learnt and have no place in the file.
  ///   - scenario: the scenario whose numbers these are; `nil` where the file has one alone.
  ///   - test: the finished test that updates the file; `nil` where none does.
  ///   - learnt: the same as evidence has it; `nil` without one of several options.
  public init(
    _ calibration: Calibration, written: [Int], unwritable: [String], before: AnswerTrials,
    now: AnswerTrials, file: String, scenario: String?, test: TestResult?, learnt: LearntTest?
  ) throws {
    let fit = calibration.fit
    let experiment = calibration.experiment
    let paths = calibration.numbers.map(\.path)
    let names = experiment.arms.map(\.name)
    self.file = file
    self.experiment = experiment.name
    self.scenario = scenario
    objective = experiment.objective
    update = test != nil
    seed = calibration.seed
    installsSimulated = calibration.installs
    evaluations = fit.evaluations
    data = Data(calibration)
    parameters = paths.indices.map { Parameter(calibration, $0, isWritten: written.contains($0)) }
    knownTogether = fit.knownTogether.map { pair in
      Pair(
        parameters: pair.numbers.map { paths[$0] }, correlation: pair.correlation, tells: pair.tells,
        isWide: pair.numbers.allSatisfy { fit.tells[$0] < 0.5 },
        toldApartBy: pair.numbers.lazy.compactMap(calibration.remedy).first)
    }
    alternatives = paths.indices.filter { fit.enters($0) }.compactMap { number in
      AlternativeModel.allCases.lazy.compactMap(\.assumedValue)
        .first { paths[number] == $0.path || paths[number].hasSuffix(".\($0.path)") }
        .map { model in
          let scaled = calibration.numbers[number].scale.scaled(model.value)
          return Alternative(
            parameter: paths[number], value: model.value,
            logOdds: fit.logOddsAgainst(number, being: scaled))
        }
    }
    open = Self.leftOpen(calibration, paths)
    self.fit = calibration.agreement
    check = calibration.check
    answer = try now.pair.map { pair in
      Answer(
        arm: names[pair.best], less: names[pair.other],
        before: try before.lead(of: pair.best, over: pair.other),
        after: try now.lead(of: pair.best, over: pair.other), bestBefore: before.best.map { names[$0] })
    }
    options = names.indices.map { arm in
      Option(arm: names[arm], before: before.level(of: arm), after: now.level(of: arm))
    }
    let obstacle = Obstacle(calibration, written: written, isUpdate: test != nil)
    self.obstacle = obstacle
    cautions = []
    if let test, let learnt {
      self.test = try Test(test, learnt, now, isWritten: obstacle == nil)
    }
    cautions = warnings(unwritable, fixed: experiment.fixedInputs)
  }

  /// Inputs that are left as assumed: first those that some data would tell.
  private static func leftOpen(_ calibration: Calibration, _ paths: [String]) -> [Open] {
    var found: [Open] = []
    for number in paths.indices where calibration.standing(number) == .asAssumed {
      let remedy = calibration.remedy(number)
      if let place = found.firstIndex(where: { $0.toldBy == remedy }) {
        found[place].parameters.append(paths[number])
      } else {
        found.append(Open(parameters: [paths[number]], toldBy: remedy))
      }
    }
    return found.filter { $0.toldBy != nil } + found.filter { $0.toldBy == nil }
  }

  private func warnings(_ unwritable: [String], fixed: [String]) -> [Caution] {
    let surprises = parameters.filter(\.isSurprise).map {
      Caution(kind: .surprise, parameters: [$0.parameter])
    }
    var found = (fit.isGood ? [] : [Caution(kind: .misfit)]) + surprises
    if !found.isEmpty, !fixed.isEmpty { found.append(Caution(kind: .fixedInput, parameters: fixed)) }
    if let check, !check.holds { found.append(Caution(kind: .roughDraws)) }
    found += unwritable.map { Caution(kind: .notWritten, parameters: [$0]) }
    if data.options == 1 { found.append(Caution(kind: .oneOption)) }
    return found
  }
}

extension Experiment {
  /// Paths of inputs that most counts depend on, and that the file gives without a range.
  fileprivate var fixedInputs: [String] {
    let people = scenarios[0].segments[0]
    let numbers =
      [people[.allowRate], people[.coldOddsRatio]] + (people.onboarding.map { [$0[.onboardingFirst]] } ?? [])
    return numbers.filter { $0.constant != nil && $0.constant != 1 }.map(\.path)
  }
}

extension CalibrationReport.Test {
  /// What a test says alone, and the file with it.
  fileprivate init?(
    _ result: TestResult, _ learnt: LearntTest, _ now: AnswerTrials, isWritten: Bool
  ) throws {
    guard let decided = result.advice.decided, let panel = result.test.mainPanel else { return nil }
    self.init(
      arms: learnt.options, day: learnt.day, advice: decided.advice, chance: decided.confidence?.chance.value,
      guardrails: result.advice.guardrails, answerDay: now.readingAge,
      counts: zip(result.test.arms, panel.counts).map { Count(arm: $0, installs: $1.n, allowed: $1.x) },
      after: isWritten ? try now.testedPair(of: learnt) : nil)
  }
}

extension CalibrationReport.Data {
  fileprivate init(_ calibration: Calibration) {
    let (data, fit) = (calibration.data, calibration.fit)
    installs = data.installs
    options = Set(data.counted.map(\.arm)).count
    days = data.days
    dispersion = data.dispersion
    knownShares = data.shares.count
    counts = fit.observed.enumerated().map { block, observed in
      let modelled = fit.point.cells[block]
      let residuals = observed.residuals(modelled)
      return CalibrationReport.Counts(
        arm: observed.name, people: observed.people, personWeight: observed.weight,
        isKnownShare: block >= data.counted.count,
        cells: observed.cells.indices.map { cell in
          CalibrationReport.Cell(
            name: observed.cells[cell], count: observed.counts[cell],
            expected: Double(observed.people) * modelled[cell], residual: residuals[cell])
        })
    }
  }
}

extension CalibrationReport.Parameter {
  fileprivate init(_ calibration: Calibration, _ number: Int, isWritten: Bool) {
    let (prior, belief) = (calibration.fit.prior, calibration.belief)
    let (before, now) = (calibration.estimate(number, prior), calibration.estimate(number, belief))
    self.init(
      parameter: calibration.numbers[number].path, status: calibration.standing(number),
      tells: calibration.fit.tells[number], assumed: before.value, assumedLow: before.low,
      assumedHigh: before.high, value: now.value, valueLow: now.low, valueHigh: now.high,
      scale: calibration.numbers[number].scale, priorMean: prior.mean[number],
      priorSd: prior.deviations[number], posteriorMean: belief.mean[number],
      posteriorSd: belief.deviations[number], isWritten: isWritten)
  }
}

extension CalibrationReport.Obstacle {
  /// What keeps a calibration from being written; `nil` where nothing does.
  ///
  /// - Parameter isUpdate: whether a finished test is to update the file.
  fileprivate init?(_ calibration: Calibration, written: [Int], isUpdate: Bool) {
    func path(_ number: Int) -> String { calibration.numbers[number].path }
    if !calibration.agreement.isGood {
      self.init(kind: .misfit)
    } else if let number = calibration.contradiction {
      self.init(kind: .contradiction, parameter: path(number))
    } else if written.isEmpty
      || isUpdate && !calibration.numbers.indices.contains(where: calibration.isLearnt)
    {
      let fit = calibration.fit
      let best = calibration.numbers.indices.filter { fit.enters($0) }.max { fit.tells[$0] < fit.tells[$1] }
      func information(_ tells: Double) -> Double { 1 / ((1 - tells) * (1 - tells)) - 1 }
      let times = best.flatMap { number in
        let found = information(fit.tells[number])
        return found > 1e-6 ? max(1, information(calibration.leastTells) / found) : nil
      }
      self.init(kind: .tooSmall, parameter: best.map(path), times: times)
    } else {
      return nil
    }
  }
}
