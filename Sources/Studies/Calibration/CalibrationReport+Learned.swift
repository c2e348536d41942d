import ExperimentDesign
import Inference

extension CalibrationReport {
  /// The report of what a file has learnt.
  ///
  /// - Parameters:
  ///   - learned: what was learnt.
  ///   - isUpdate: whether a finished test updated the file.
  ///   - out: where the file with what was learnt was written; `nil` where it was not.
  public init(_ learned: LearnedFile, isUpdate: Bool, out: String?) {
    let (calibration, fit) = (learned.calibration, learned.calibration.fit)
    let experiment = calibration.experiment
    let paths = calibration.numbers.map(\.path)
    let names = experiment.arms.map(\.name)
    file = learned.file
    self.experiment = experiment.name
    scenario = learned.scenario
    objective = experiment.objective
    update = isUpdate
    self.out = out
    seed = calibration.seed
    installsSimulated = calibration.installs
    evaluations = fit.evaluations
    data = Data(calibration)
    parameters = paths.indices.map {
      Parameter(calibration, $0, isWritten: learned.written.contains($0))
    }
    covariance = Covariance(
      paths: learned.written.map { paths[$0] }, scale: learned.written.map { calibration.numbers[$0].scale },
      mean: learned.written.map { calibration.belief.mean[$0] },
      matrix: learned.written.map { row in learned.written.map { calibration.belief.covariance[row][$0] } })
    knownTogether = fit.knownTogether.map { pair in
      Pair(
        parameters: pair.numbers.map { paths[$0] }, correlation: pair.correlation, tells: pair.tells,
        isWide: pair.numbers.allSatisfy { fit.tells[$0] < 0.5 },
        toldApartBy: calibration.parting(pair.numbers))
    }
    open = Self.leftOpen(calibration, paths)
    self.fit = Fit(calibration, data)
    check = calibration.check.map {
      Check(effectiveSize: $0.effectiveSize, draws: $0.draws, holds: $0.holds)
    }
    teach = calibration.lessons.map { lesson in
      Lesson(
        arm: names[lesson.arm], installs: lesson.installs, leadOf: names[lesson.lead.best],
        leadOver: names[lesson.lead.other], sdOfLeadBefore: lesson.before, sdOfLeadAfter: lesson.after)
    }
    answer = Answer(learned, names)
    options = names.indices.map { arm in
      Option(
        arm: names[arm], before: Level(learned.optionsBefore[arm]), after: Level(learned.optionsAfter[arm]))
    }
    weight = Weight(
      trials: learned.weight.trials, effectiveTrials: learned.weight.effectiveTrials,
      options: learned.weight.options.map {
        Weight.Counted(arm: names[$0.arm], installs: $0.installs, installsAssumed: $0.assumed)
      })
    obstacle = learned.obstacle.map { Obstacle($0, paths) }
    cautions = []
    unpredictedCells = learned.unpredicted
    test = learned.test.map { Test($0, learned, names) }
    cautions = warnings(learned)
  }

  /// Inputs that are left as assumed: first those that some data would tell.
  private static func leftOpen(_ calibration: Calibration, _ paths: [String]) -> [Open] {
    let left = paths.indices.filter { calibration.standing($0) == .asAssumed }
    let told = calibration.remedies(left)
    let rest = left.filter { number in !told.contains { $0.numbers.contains(number) } }
    return told.map { Open(parameters: $0.numbers.map { paths[$0] }, toldBy: $0.data) }
      + (rest.isEmpty ? [] : [Open(parameters: rest.map { paths[$0] }, toldBy: nil)])
  }

  private func warnings(_ learned: LearnedFile) -> [Caution] {
    let surprises = parameters.filter(\.isSurprise).map {
      Caution(kind: .surprise, parameters: [$0.parameter])
    }
    let fixed = learned.calibration.experiment.fixedInputs
    var found = (fit.isGood ? [] : [Caution(kind: .misfit)]) + surprises
    if !found.isEmpty, !fixed.isEmpty { found.append(Caution(kind: .fixedInput, parameters: fixed)) }
    if let check, !check.holds { found.append(Caution(kind: .roughDraws)) }
    found += learned.unwritable.map { Caution(kind: .notWritten, parameters: [$0]) }
    if unpredictedCells > max(1, countedCells / 20) { found.append(Caution(kind: .unpredicted)) }
    if data.options == 1 { found.append(Caution(kind: .oneOption)) }
    return found
  }
}

extension Experiment {
  /// Paths of inputs that most counts depend on, and that the file gives without a range.
  fileprivate var fixedInputs: [String] {
    let people = scenarios[0].segments[0]
    let numbers =
      [people.allow.rate, people.allow.coldOddsRatio] + (people.onboarding.map { [$0.first] } ?? [])
    return numbers.filter { $0.constant != nil && $0.constant != 1 }.map(\.path)
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

extension CalibrationReport.Fit {
  fileprivate init(_ calibration: Calibration, _ data: CalibrationReport.Data) {
    let agreement = calibration.agreement
    let counts = data.counts[agreement.worst.block]
    let cell = counts.cells[agreement.worst.cell]
    self.init(
      isGood: agreement.isGood, p: agreement.chance, deviance: agreement.deviance,
      expectedLow: agreement.expected.low, expectedHigh: agreement.expected.high,
      expectedMost: agreement.expected.most, cells: agreement.cells,
      effectiveParameters: calibration.fit.effectiveNumbers,
      worst: CalibrationReport.Miss(
        arm: counts.arm, name: cell.name, count: cell.count, people: counts.people, expected: cell.expected,
        residual: agreement.worst.residual, isKnownShare: counts.isKnownShare))
  }
}

extension CalibrationReport.Level {
  fileprivate init(_ estimate: Estimate?, chance: MonteCarloNumber?) {
    let range = estimate?.uncertaintyInterval90
    self.init(
      mean: estimate?.overTrials.mean, mcse: estimate?.overTrials.mcse, low: range?.lower, high: range?.upper,
      chanceBest: chance?.value)
  }

  fileprivate init(_ answer: OptionAnswer) { self.init(answer.objective, chance: answer.chance) }
}

extension CalibrationReport.Answer {
  fileprivate init?(_ learned: LearnedFile, _ names: [String]) {
    guard let pair = learned.pair else { return nil }
    func level(_ answer: PairAnswer?) -> CalibrationReport.Level? {
      guard let answer, let difference = answer.difference else { return nil }
      return CalibrationReport.Level(difference, chance: answer.chances[pair.best])
    }
    self.init(
      arm: names[pair.best], less: names[pair.other], before: level(learned.before),
      after: level(learned.after), bestBefore: learned.before?.best.map { names[$0] },
      bestNow: learned.after?.best.map { names[$0] })
  }
}

extension CalibrationReport.Obstacle {
  fileprivate init(_ obstacle: LearnedFile.Obstacle, _ paths: [String]) {
    switch obstacle {
    case .misfit: self.init(kind: .misfit)
    case .contradiction(let number): self.init(kind: .contradiction, parameter: paths[number])
    case .tooSmall(let number, let times):
      self.init(kind: .tooSmall, parameter: number.map { paths[$0] }, times: times)
    }
  }
}

extension CalibrationReport.Test {
  fileprivate init(_ test: LearntTest, _ learned: LearnedFile, _ names: [String]) {
    self.init(
      arms: test.options, day: test.day, ahead: test.ahead, chance: test.chance,
      answerDay: learned.readingAge,
      counts: learned.calibration.data.totals.map {
        Count(arm: names[$0.arm], installs: $0.installs, allowed: $0.allowed)
      },
      after: learned.testedPair.map {
        After(
          better: names[$0.better], other: names[$0.other], chance: $0.share.value, mcse: $0.share.mcse)
      })
  }
}
