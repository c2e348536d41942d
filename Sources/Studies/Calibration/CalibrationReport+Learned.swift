import ExperimentDesign
import GSLNumerics
import Inference

extension CalibrationReport {
  /// The report of what a file has learnt; it is written nowhere yet.
  ///
  /// - Parameter written: numbers that are written, by their positions in the fit.
  package init(
    _ calibration: Calibration, written: [Int], before: RunSummaryBuilder, now: RunSummaryBuilder,
    file: String, scenario: String?, isUpdate: Bool
  ) throws {
    let (fit, experiment, numbers) = (calibration.fit, calibration.experiment, calibration.numbers)
    self.file = file
    self.experiment = experiment.name
    self.scenario = scenario
    objective = experiment.objective
    update = isUpdate
    seed = calibration.request.seed
    installsSimulated = calibration.installs
    let counted = calibration.data
    data = Data(
      installs: counted.installs, options: Set(counted.counted.map(\.arm)).count, days: counted.days,
      dispersion: counted.dispersion, knownShares: counted.shares.count,
      counts: zip(fit.observed, fit.point.cells).enumerated().map { block, cells in
        Counts(
          observed: cells.0, expected: cells.1.map { Double(cells.0.people) * $0 },
          residuals: cells.0.residuals(cells.1), isKnownShare: block >= counted.counted.count)
      })
    parameters = calibration.rows
    for number in written { parameters[number].isWritten = true }
    /// The data that would tell a number; `nil` where no data of an app would, or where they have been counted already.
    func remedy(_ number: Int) -> NeededData? {
      NeededData(path: numbers[number].path).flatMap { counted.kinds.contains($0) ? nil : $0 }
    }
    let pairs = fit.knownTogether.map(\.numbers).filter { $0.allSatisfy { fit.tells[$0] < 0.5 } }
    knownTogether = pairs.map {
      Open(parameters: $0.map { numbers[$0].path }, toldBy: $0.lazy.compactMap(remedy).first)
    }
    // As models of people have it: experience persuades nobody, and a question asked cold costs nothing.
    let readings = [(path: "allow.value", value: 0.0), (path: "allow.cold_odds_ratio", value: 1.0)]
    alternatives = numbers.enumerated().compactMap { place, number in
      let reading = readings.first { number.path == $0.path || number.path.hasSuffix(".\($0.path)") }
      guard fit.enters(place), let value = reading?.value else { return nil }
      return Alternative(
        parameter: number.path, value: value,
        logOdds: fit.logOddsAgainst(place, being: number.scale.scaled(value)))
    }
    let left = numbers.indices.filter { calibration.rows[$0].status == .asAssumed }
    // First those that some data would tell.
    open = Dictionary(grouping: left, by: remedy)
      .sorted { ($0.key == nil ? 1 : 0, $0.value[0]) < ($1.key == nil ? 1 : 0, $1.value[0]) }
      .map { Open(parameters: $1.map { numbers[$0].path }, toldBy: $0) }
    self.fit = calibration.agreement
    check = calibration.check
    let summaries = [try before.summary(), try now.summary()]
    if let verdict = summaries[1].scenarios[0].verdict, let other = verdict.runnerUp {
      answer = Answer(
        arm: experiment.arms[verdict.best].name, less: experiment.arms[other].name,
        before: try before.lead(of: verdict.best, over: other, scenario: 0),
        after: try now.lead(of: verdict.best, over: other, scenario: 0))
    }
    options = try RunComparison([before, now], summaries: summaries, metric: nil).rows
    obstacle = calibration.obstacle(written, isUpdate: isUpdate)
    func paths(_ isMeant: (Parameter) -> Bool) -> [String] { parameters.filter(isMeant).map(\.parameter) }
    cautions = calibration.agreement.isGood ? [] : [Caution(kind: .misfit)]
    cautions += paths(\.isSurprise).map { Caution(kind: .surprise, parameters: [$0]) }
    let fixed = experiment.fixedInputs
    if !cautions.isEmpty, !fixed.isEmpty { cautions.append(Caution(kind: .fixedInput, parameters: fixed)) }
    if let check, !check.holds { cautions.append(Caution(kind: .roughDraws)) }
    cautions += paths { $0.isLearnt && !$0.isWritten }.map { Caution(kind: .notWritten, parameters: [$0]) }
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
    guard degrees > Self.leastDegrees else {
      (isGood, p, expectedLow, expectedHigh) = (deviance <= 1, 1, 0, 0)
      return
    }
    let free = try ChiSquare(degreesOfFreedom: degrees)
    isGood = try deviance <= max(free.quantile(0.99), 1)
    p = try free.upperTail(deviance)
    (expectedLow, expectedHigh) = (try free.quantile(0.05), try free.quantile(0.95))
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

extension Calibration {
  /// Beyond how many standard deviations of what was assumed a number is taken to be impossible: two of a million.
  private static let mostMove = 5.0

  /// What keeps it from being written; `nil` where nothing does.
  fileprivate func obstacle(_ written: [Int], isUpdate: Bool) -> CalibrationReport.Caution? {
    guard agreement.isGood else { return .init(kind: .misfit) }
    let furthest = numbers.indices.max { fit.move($0) < fit.move($1) }
    if let furthest, fit.move(furthest) > Self.mostMove {
      return .init(kind: .contradiction, parameters: [numbers[furthest].path])
    }
    guard written.isEmpty || isUpdate && !rows.contains(where: \.isLearnt) else { return nil }
    let best = numbers.indices.filter { fit.enters($0) }.max { fit.tells[$0] < fit.tells[$1] }
    func information(_ tells: Double) -> Double { 1 / ((1 - tells) * (1 - tells)) - 1 }
    let found = best.map { information(fit.tells[$0]) } ?? 0
    return .init(
      kind: .tooSmall, parameters: best.map { [numbers[$0].path] } ?? [],
      times: found > 1e-6 ? max(1, information(request.leastTells) / found) : nil)
  }
}
