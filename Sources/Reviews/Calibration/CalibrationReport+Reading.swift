import ExperimentDesign
import Inference
import Studies
public import TextFormats

extension CalibrationReport {
  /// A calibration as ``LearnedJSON/document(_:)`` writes it.
  ///
  /// - Throws: `JSONProblem` with the place of what no calibration has.
  public init(reading document: JSONMember) throws(JSONProblem) {
    let objective = try document.objective()
    let seed = try document.seed()
    let covariance = try document.member("covariance")
    let written = try covariance.member("paths").texts()
    var numbers: [Number] = []
    let parameters = try document.member("parameters")
    for item in try parameters.items() {
      numbers.append(try Number(reading: item, written: written))
    }
    let paths = try NamedPositions(numbers.map(\.path), of: parameters, kind: "a number that was fitted")
    var options: [Option] = []
    let listed = try document.member("options")
    for item in try listed.items() { options.append(try Option(reading: item)) }
    let arms = try NamedPositions(options.map(\.name), of: listed, kind: "an option")
    var directions: [PenalisedFit.Direction] = []
    for item in try document.member("directions").items() {
      directions.append(
        PenalisedFit.Direction(
          loadings: try item.member("loadings").numbers(numbers.count),
          information: try item.member("information").number(in: 0...1e300)))
    }
    var together: [PenalisedFit.KnownTogether] = []
    for item in try document.member("known_together").items() {
      together.append(
        PenalisedFit.KnownTogether(
          numbers: try paths.positions(item.member("parameters")),
          correlation: try item.member("correlation").number(in: -1...1),
          tells: try item.member("tells").number(in: 0...1)))
    }
    let fit = try document.member("fit")
    let data = try Data(reading: document.member("data"))
    self.init(
      file: try document.member("file").text(), experiment: try document.member("experiment").text(),
      objective: objective, seed: seed,
      installs: try document.member("installs_simulated").count(),
      evaluations: try document.member("evaluations").count(), isUpdate: try document.member("update").flag(),
      out: try document.optional("out")?.text(), data: data, numbers: numbers,
      covariance: try covariance.member("matrix").matrix(written.count), directions: directions,
      knownTogether: together, agreement: try Calibration.Agreement(reading: fit, data),
      effectiveNumbers: try fit.member("effective_parameters").number(in: 0...1e9),
      check: try Self.check(document.optional("check")),
      lessons: try Self.lessons(document, arms, paths, count: numbers.count),
      options: options,
      answer: try Self.answer(document.optional("answer"), arms),
      weight: try LearnedFile.Weight(reading: document.member("weight"), arms),
      obstacle: try Self.obstacle(document.optional("obstacle"), paths),
      unpredicted: try document.member("unpredicted_cells").count(),
      unwritable: try document.member("not_writable").texts(),
      fixed: try document.member("fixed_inputs").texts(),
      scenario: try document.optional("scenario")?.text(),
      test: try Self.test(document.optional("test"), arms))
  }

  private static func test(_ member: JSONMember?, _ arms: NamedPositions) throws(JSONProblem) -> Test? {
    guard let member else { return nil }
    var counts: [Test.Count] = []
    for item in try member.member("counts").items() {
      let installs = try item.member("installs").count()
      counts.append(
        Test.Count(
          arm: try arms.position(item.member("arm")), installs: installs,
          allowed: try item.member("allowed").count(in: 0...installs)))
    }
    var after: TestedPair?
    if let pair = try member.optional("after") {
      after = TestedPair(
        better: try arms.position(pair.member("better")), other: try arms.position(pair.member("other")),
        share: MonteCarloNumber(
          value: try pair.member("chance").number(in: 0...1), mcse: try pair.member("mcse").number(in: 0...1))
      )
    }
    return Test(
      test: LearntTest(
        options: try member.member("arms").texts(), day: try member.member("day").count(in: 1...10_000),
        ahead: try member.member("ahead").text(), chance: try member.member("chance").number(in: 0...1)),
      readingAge: try member.member("answer_day").count(in: 1...10_000), counts: counts, after: after)
  }

  private static func check(_ member: JSONMember?) throws(JSONProblem) -> Calibration.Check? {
    guard let member else { return nil }
    return Calibration.Check(
      effectiveSize: try member.member("effective_size").number(in: 0...1e9),
      draws: try member.member("draws").count(in: 1...1_000_000))
  }

  private static func lessons(
    _ document: JSONMember, _ arms: NamedPositions, _ paths: NamedPositions, count: Int
  ) throws(JSONProblem) -> [Calibration.Lesson] {
    var lessons: [Calibration.Lesson] = []
    for item in try document.member("teach").items() {
      let lead = Calibration.Lesson.Pair(
        best: try arms.position(item.member("lead_of")), other: try arms.position(item.member("lead_over")))
      lessons.append(
        Calibration.Lesson(
          arm: try arms.position(item.member("arm")), lead: lead,
          before: try item.member("sd_of_lead_before").number(in: 0...1e300),
          after: try item.member("sd_of_lead_after").number(in: 0...1e300),
          installs: try item.member("installs").count(),
          tells: try tells(item, paths, count: count)))
    }
    return lessons
  }

  /// By number, how much narrower it would be.
  private static func tells(
    _ lesson: JSONMember, _ paths: NamedPositions, count: Int
  ) throws(JSONProblem) -> [Double] {
    var tells = [Double](repeating: 0, count: count)
    for item in try lesson.member("parameters").items() {
      tells[try paths.position(item.member("parameter"))] =
        try item.member("tells_after").number(in: 0...1)
    }
    return tells
  }

  private static func answer(
    _ member: JSONMember?, _ arms: NamedPositions
  ) throws(JSONProblem) -> Answer? {
    guard let member else { return nil }
    let (before, after) = (try member.optional("before"), try member.optional("after"))
    func best(_ side: JSONMember?) throws(JSONProblem) -> Int? {
      guard let found = try side?.optional("best") else { return nil }
      return try arms.position(found)
    }
    return Answer(
      best: try arms.position(member.member("arm")), other: try arms.position(member.member("less")),
      before: try Level(reading: before, mean: "difference"),
      now: try Level(reading: after, mean: "difference"), bestBefore: try best(before),
      bestNow: try best(after))
  }

  private static func obstacle(
    _ member: JSONMember?, _ paths: NamedPositions
  ) throws(JSONProblem) -> LearnedFile.Obstacle? {
    guard let member else { return nil }
    let kind = try member.member("kind")
    switch try kind.text() {
    case "misfit": return .misfit
    case "contradiction":
      return .contradiction(number: try paths.position(try member.member("parameter")))
    case "too_small":
      let number = try member.optional("parameter")
      return .tooSmall(
        number: try number.map { number throws(JSONProblem) in try paths.position(number) },
        times: try member.optionalNumber("times", in: 1...1e12))
    case _: throw kind.problem(expected: "misfit, contradiction or too_small")
    }
  }
}

extension CalibrationReport.Number {
  fileprivate init(reading member: JSONMember, written: [String]) throws(JSONProblem) {
    let path = try member.member("parameter").text()
    self.init(
      path: path, scale: try member.member("scale").word(JointDistribution.Scale.self),
      assumed: try CalibrationReport.Belief(reading: member, "prior", "assumed"),
      now: try CalibrationReport.Belief(reading: member, "posterior", "value"),
      tells: try member.member("tells").number(in: 0...1),
      standing: try member.member("status").word(Calibration.Standing.self), isWritten: written.contains(path)
    )
  }
}

extension CalibrationReport.Belief {
  fileprivate init(
    reading member: JSONMember, _ belief: String, _ value: String
  ) throws(JSONProblem) {
    let scaled = try member.member(belief)
    let ends = try member.member("\(value)90").numbers(2)
    self.init(
      mean: try scaled.member("mean").number(in: -40...40),
      deviation: try scaled.member("sd").number(in: 1e-15...40),
      value: try member.member(value).number(in: -1e300...1e300), low: ends[0], high: ends[1])
  }
}

extension CalibrationReport.Option {
  fileprivate init(reading member: JSONMember) throws(JSONProblem) {
    guard let before = try CalibrationReport.Level(reading: member.member("before"), mean: "mean"),
      let now = try CalibrationReport.Level(reading: member.member("after"), mean: "mean")
    else { throw member.problem(expected: "what the file said and says") }
    self.init(name: try member.member("arm").text(), before: before, now: now)
  }
}

extension CalibrationReport.Level {
  fileprivate init?(reading member: JSONMember?, mean: String) throws(JSONProblem) {
    guard let member else { return nil }
    var range: CentralInterval?
    if let ends = try member.optional("uncertainty_interval_90") {
      let found = try ends.numbers(2)
      guard found[0] <= found[1] else { throw ends.problem(expected: "two numbers that ascend") }
      range = CentralInterval(lower: found[0], upper: found[1])
    }
    self.init(
      mean: try member.optionalNumber(mean, in: -1e300...1e300),
      mcse: try member.optionalNumber("mcse", in: 0...1e300), range: range,
      chance: try member.optionalNumber("chance_best", in: 0...1))
  }
}

extension CalibrationReport.Data {
  fileprivate init(reading member: JSONMember) throws(JSONProblem) {
    var days: [Int] = []
    for day in try member.member("days").items() { days.append(try day.count(in: 0...36_500)) }
    var kinds: Set<MissingData> = []
    for kind in try member.member("kinds").items() { kinds.insert(try kind.word(MissingData.self)) }
    var blocks: [CalibrationReport.Block] = []
    for block in try member.member("counts").items() {
      blocks.append(try CalibrationReport.Block(reading: block))
    }
    self.init(
      installs: try member.member("installs").count(), options: try member.member("options").count(),
      days: days, dispersion: try member.optionalNumber("dispersion", in: 1...1e6),
      shares: try member.member("known_shares").count(),
      kinds: kinds, blocks: blocks)
  }
}

extension CalibrationReport.Block {
  fileprivate init(reading member: JSONMember) throws(JSONProblem) {
    var cells: [CalibrationReport.Cell] = []
    for cell in try member.member("cells").items() {
      cells.append(
        CalibrationReport.Cell(
          name: try cell.member("name").text(), count: try cell.member("count").count(),
          expected: try cell.member("expected").number(in: 0...1e15),
          residual: try cell.member("residual").number(in: -1e12...1e12)))
    }
    self.init(
      name: try member.member("arm").text(),
      people: try member.member("people").count(in: 1...1_000_000_000_000),
      weight: try member.member("person_weight").number(in: 0...1), cells: cells,
      isKnownShare: try member.member("is_known_share").flag())
  }
}

extension Calibration.Agreement {
  fileprivate init(reading member: JSONMember, _ data: CalibrationReport.Data) throws(JSONProblem) {
    let deviances = 0...1e12
    let usual = try member.member("expected90").numbers(2, in: deviances)
    let worst = try member.member("worst")
    let block = try worst.member("block")
    let position = try block.count()
    guard data.blocks.indices.contains(position) else {
      throw block.problem(expected: "the position of counts")
    }
    let cell = try worst.member("cell")
    let place = try cell.count()
    guard data.blocks[position].cells.indices.contains(place) else {
      throw cell.problem(expected: "the position of a cell")
    }
    self.init(
      deviance: try member.member("deviance").number(in: deviances),
      expected: (usual[0], usual[1], try member.member("expected99").number(in: deviances)),
      chance: try member.member("p").number(in: 0...1), cells: try member.member("cells").count(),
      worst: (position, place, try worst.member("residual").number(in: -1e12...1e12)))
  }
}

extension LearnedFile.Weight {
  fileprivate init(reading member: JSONMember, _ arms: NamedPositions) throws(JSONProblem) {
    var options: [Option] = []
    for option in try member.member("options").items() {
      options.append(
        Option(
          arm: try arms.position(option.member("arm")), installs: try option.member("installs").count(),
          assumed: try option.optionalNumber("installs_assumed", in: 0...1e15)))
    }
    self.init(
      trials: try member.member("trials").count(),
      effectiveTrials: try member.member("effective_trials").number(in: 0...1e12), options: options)
  }
}
