import ExperimentDesign
import GSLNumerics
import Inference

extension CalibrationReport {
  /// The report of what a file has learnt; it is written nowhere yet.
  ///
  /// - Parameters:
  ///   - written: numbers that are written, by their positions in the fit.
  ///   - scenario: the scenario whose numbers these are; `nil` where the file has one alone.
  ///   - isUpdate: whether a finished test updates the file.
  public init(
    _ calibration: Calibration, written: [Int], before: RunSummaryBuilder, now: RunSummaryBuilder,
    file: String, scenario: String?, isUpdate: Bool
  ) throws {
    let (fit, experiment) = (calibration.fit, calibration.experiment)
    let paths = calibration.numbers.map(\.path)
    let names = experiment.arms.map(\.name)
    self.file = file
    self.experiment = experiment.name
    self.scenario = scenario
    objective = experiment.objective
    update = isUpdate
    seed = calibration.request.seed
    installsSimulated = calibration.installs
    data = Data(calibration)
    parameters = calibration.rows
    for number in written { parameters[number].isWritten = true }
    knownTogether = fit.knownTogether.filter { $0.numbers.allSatisfy { fit.tells[$0] < 0.5 } }.map { pair in
      Pair(
        parameters: pair.numbers.map { paths[$0] }, correlation: pair.correlation, tells: pair.tells,
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
    let left = paths.indices.filter { calibration.rows[$0].status == .asAssumed }
    // First those that some data would tell.
    open = Dictionary(grouping: left, by: calibration.remedy)
      .sorted { ($0.key == nil ? 1 : 0, $0.value[0]) < ($1.key == nil ? 1 : 0, $1.value[0]) }
      .map { Open(parameters: $1.map { paths[$0] }, toldBy: $0) }
    self.fit = calibration.agreement
    check = calibration.check
    let (old, new) = (try before.summary().scenarios[0], try now.summary().scenarios[0])
    if let verdict = new.verdict, let other = verdict.runnerUp {
      answer = Answer(
        arm: names[verdict.best], less: names[other],
        before: try before.lead(of: verdict.best, over: other, scenario: 0),
        after: try now.lead(of: verdict.best, over: other, scenario: 0))
    }
    options = names.indices.map { arm in
      Option(
        arm: names[arm], before: old.arms[arm].objective, after: new.arms[arm].objective,
        chanceBestBefore: old.decision?[arm]?.best?.value, chanceBestAfter: new.decision?[arm]?.best?.value)
    }
    obstacle = Obstacle(calibration, written: written, isUpdate: isUpdate)
    cautions = calibration.agreement.isGood ? [] : [Caution(kind: .misfit)]
    cautions += parameters.filter(\.isSurprise).map { Caution(kind: .surprise, parameters: [$0.parameter]) }
    let fixed = experiment.fixedInputs
    if !cautions.isEmpty, !fixed.isEmpty { cautions.append(Caution(kind: .fixedInput, parameters: fixed)) }
    if let check, !check.holds { cautions.append(Caution(kind: .roughDraws)) }
    cautions += parameters.filter { $0.isLearnt && !$0.isWritten }.map {
      Caution(kind: .notWritten, parameters: [$0.parameter])
    }
    if data.options == 1 { cautions.append(Caution(kind: .oneOption)) }
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

extension CalibrationReport.Fit {
  /// With fewer the numbers meet every count.
  private static let leastDegrees = 0.2

  /// The deviance of a fit beside χ² with as many degrees as there are cells more than numbers that they fix.
  init(of fit: PenalisedFit<ObservedCells>) throws {
    cells = fit.observed.reduce(0) { $0 + $1.freeCells }
    effectiveParameters = fit.effectiveNumbers
    deviance = max(0, fit.deviance)
    let degrees = Double(cells) - effectiveParameters
    (p, expectedLow, expectedHigh) = (1, 0, 0)
    var most = 0.0
    if degrees > Self.leastDegrees {
      let free = try ChiSquare(degreesOfFreedom: degrees)
      (expectedLow, expectedHigh) = (try free.quantile(0.05), try free.quantile(0.95))
      most = try free.quantile(0.99)
      p = try free.upperTail(deviance)
    }
    isGood = deviance <= max(most, 1)
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
    counts = zip(fit.observed, fit.point.cells).enumerated().map { block, cells in
      let (observed, modelled) = cells
      return .init(
        observed: observed, expected: modelled.map { Double(observed.people) * $0 },
        residuals: observed.residuals(modelled), isKnownShare: block >= data.counted.count)
    }
  }
}

extension CalibrationReport.Parameter {
  /// By how many standard deviations of what was assumed a number has to be moved for what is believed of it to be taken
  /// over: counts that tell less than a fifth do that to one number in twenty.
  private static let leastMove = 1.0

  /// - Parameter leastTells: how much narrower a number has to be for what is believed of it to be taken over.
  init(
    _ number: FittedNumber, _ place: Int, of fit: PenalisedFit<ObservedCells>, _ belief: NormalBelief,
    leastTells: Double
  ) {
    func value(_ belief: NormalBelief, _ widths: Double) -> Double {
      number.value(belief.mean[place] + widths * 1.6449 * belief.deviations[place])
    }
    let prior = fit.prior
    (parameter, scale, tells) = (number.path, number.scale, fit.tells[place])
    // A number that the counts moved far is theirs, however wide it stays: with the old one the others would not meet them.
    let isTaken = tells >= leastTells || fit.move(place) >= Self.leastMove
    status = !fit.enters(place) ? .notInData : tells >= 0.5 ? .learned : isTaken ? .some : .asAssumed
    (assumed, assumedLow, assumedHigh) = (value(prior, 0), value(prior, -1), value(prior, 1))
    (self.value, valueLow, valueHigh) = (value(belief, 0), value(belief, -1), value(belief, 1))
    (priorMean, priorSd) = (prior.mean[place], prior.deviations[place])
    (posteriorMean, posteriorSd) = (belief.mean[place], belief.deviations[place])
  }
}

extension CalibrationReport.Obstacle {
  /// What keeps a calibration from being written; `nil` where nothing does.
  ///
  /// - Parameter isUpdate: whether a finished test is to update the file.
  fileprivate init?(_ calibration: Calibration, written: [Int], isUpdate: Bool) {
    let (numbers, fit) = (calibration.numbers, calibration.fit)
    if !calibration.agreement.isGood {
      self.init(kind: .misfit)
    } else if let number = calibration.contradiction {
      self.init(kind: .contradiction, parameter: numbers[number].path)
    } else if written.isEmpty || isUpdate && !calibration.rows.contains(where: \.isLearnt) {
      let best = numbers.indices.filter { fit.enters($0) }.max { fit.tells[$0] < fit.tells[$1] }
      func information(_ tells: Double) -> Double { 1 / ((1 - tells) * (1 - tells)) - 1 }
      let found = best.map { information(fit.tells[$0]) } ?? 0
      self.init(
        kind: .tooSmall, parameter: best.map { numbers[$0].path },
        times: found > 1e-6 ? max(1, information(calibration.request.leastTells) / found) : nil)
    } else {
      return nil
    }
  }
}
