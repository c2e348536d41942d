import ExperimentDesign
import Foundation
import Inference
import Rendering
import Studies
import TestData
import Testing
import TextFormats

@testable import Reviews

@Suite("Plans, searches and calibrations that are read back")
struct StudyReadingTests {
  private static let outline = makeOutline(trials: 40)

  private static func planned(
    _ question: TestQuestion, _ design: TestDesign, lost: Double = 0, day: Int? = nil, perDay: Double? = nil,
    ramp: TrafficRamp? = nil
  ) throws -> StudyReview {
    let plan = try TestPlan(question, design: design)
    let calendar = perDay.map {
      TestCalendar(
        installs: plan.answer.total, installsPerDay: $0, waitingDays: day ?? 0,
        allocation: design.allocation, ramp: ramp)
    }
    return .plan(
      PlannedTest(
        plan, calendar: calendar, start: CalendarDay("2026-11-22"), day: day, lost: lost,
        powerCurve: try plan.powerCurve()))
  }

  private static func modelled(
    looks: PlannedLooks?, economics: TestEconomics?, _ change: (inout TestRequest) -> Void = { _ in }
  ) throws -> StudyReview {
    let builder = makeBuilder(outline, authorized: (0..<40).map { $0 % 3 == 0 ? [22, 20] : [20, 26] })
    var request = TestRequest()
    request.installsPerDay = 300
    request.difference = 0.03
    request.looks = LookRule(looks)
    change(&request)
    let plan = try builder.testPlan(request, of: try builder.summary())
    return .modelledPlan(
      ModelledTest(
        plan.plan, start: CalendarDay("2026-11-22"), rehearsal: try plan.rehearsal(simulations: 20),
        worth: try builder.worth(of: plan, economics: economics)))
  }

  private static func samples() throws -> [StudyReview] {
    let lift = TestQuestion(baseline: 0.2, arms: [0.22])
    let several = TestQuestion(baseline: 0.2, arms: [0.22, 0.19])
    return [
      try planned(lift, TestDesign(looks: .fixed(3, .obrienFlemingType)), day: 7, perDay: 500),
      try planned(several, TestDesign(sides: .two, allocation: [2, 1, 1]), lost: 0.1, perDay: 100),
      try planned(several, TestDesign(allocation: [1, 1, 1], mustShowAll: true)),
      try planned(
        TestQuestion(baseline: 0.2, arms: [0.25], power: 0.7),
        TestDesign(clusters: .counts([20, 20], intraclassCorrelation: 0.002))),
      try planned(
        TestQuestion(baseline: 0.2, size: .total(9_000)),
        TestDesign(clusters: .size(50, intraclassCorrelation: 0.01)), day: 7, perDay: 500,
        ramp: TrafficRamp([TrafficRamp.Step(share: 0.1, days: 3)])),
      try planned(
        TestQuestion(baseline: 0.2, arms: [0.2], size: .total(900), power: 0.8),
        TestDesign(aim: .equivalent(margin: 0.01))),
      try modelled(looks: nil, economics: TestEconomics(future: 1_000_000, costPerInstall: 1e-4)),
      try modelled(looks: .fixed(2, .pocockType), economics: nil),
      try modelled(looks: .anyTime(3), economics: nil) {
        $0.allocation = [2, 1]
        $0.lost = 0.1
        $0.margin = 0.01
      },
      try modelled(looks: nil, economics: nil) {
        $0.clusters = .counts([4, 4], intraclassCorrelation: 0.001)
        $0.size = .total(4_000)
        $0.installsPerDay = nil
      },
      try modelled(looks: nil, economics: TestEconomics(future: 90_000)) {
        $0.aim = .nonInferior(margin: 0.02)
        $0.difference = 0.001
      },
      try modelled(looks: nil, economics: nil) { $0.sides = .one }, search(), try calibration(isUpdate: true),
      try calibration(isUpdate: false),
    ]
  }

  /// A search of six strategies: one is forbidden, two live alike, two are left, one is named.
  static func search() -> StudyReview {
    func number(_ value: Double) -> MonteCarloNumber { MonteCarloNumber(value: value, mcse: value / 50) }
    let result = StrategySearchResult(
      forbidden: [5], classes: [[0, 1], [2], [3], [4]], beyondGuardrails: [], withoutValue: [],
      leftAfterFirstPass: 4, beyondLimits: [4], notShown: [1], nearest: nil, bestWithoutLimits: 4,
      installs: 500,
      front: [
        FrontPoint(arm: 0, objective: number(0.2), metric: number(0.1), trials: 50),
        FrontPoint(arm: 2, objective: number(0.18), metric: number(0.05), trials: 50),
      ], twins: [0: [3]], choice: StrategySearchResult.Choice(arm: 0, largestLead: 0.004),
      rounds: [
        StrategySearchResult.Round(trials: 50, leader: 0, dropped: [2], largestLead: 0.02),
        StrategySearchResult.Round(trials: 60, leader: 0, dropped: [], largestLead: 0.004),
      ], means: [0: 0.2, 2: 0.18, 3: 0.199],
      errors: [0: 0.004, 2: 0.003, 3: 0.004], margin: 0.005, trials: 60, strategyTrials: 170)
    var report = SearchReport(
      experiment: "sample", objective: Objective(.optInPerInstall),
      strategies: (0..<6).map { SearchReport.Strategy(name: "s\($0)", rules: $0 == 5 ? ["R83"] : []) },
      result: result, views: ["base", "no_framing"],
      limits: [
        SearchReport.Limit(
          text: "prompted_per_install > 0.5 @ 60%", metBy: 3, count: 4, winnerShare: 0.9, bestShare: 0.1,
          judged: [
            SearchReport.Judged(arm: 0, share: 0.9, atLeast: 0.89, isShown: true),
            SearchReport.Judged(arm: 1, share: nil, atLeast: nil, isShown: false),
          ])
      ], seed: 7, guarantee: 0.95)
    report.criterion = .alternatives
    report.trade = .sessionsLostPerInstall
    report.keys = [("ask", ["launch", "onboarding"])]
    report.steps = [
      SearchReport.Step(
        key: "ask", from: "launch", to: "onboarding", arm: 2, isAlike: false, shown: (-0.02, 0.001),
        broken: [SearchReport.BrokenLimit(text: "prompted_per_install > 0.5 @ 60%", share: 0.4)]),
      SearchReport.Step(
        key: "retry", from: "never", to: "each_activation", arm: 1, isAlike: true, shown: nil),
    ]
    report.out = "best.yaml"
    return .search(report, nil)
  }

  /// Two numbers of three learnt from an option and a known share: of an update that is refused, or as usual.
  ///
  /// - Parameters:
  ///   - back: how many of 1,000 people were back on each of some days.
  ///   - chance: that the finished test's best option is better.
  ///   - usual: the deviance that is usual.
  ///   - counts: what the finished test counted: option, installs, those who allowed.
  static func calibration(
    isUpdate: Bool, back: [(day: Int, people: Int)] = [(1, 250), (7, 100)], chance: Double = 0.999,
    usual: (low: Double, high: Double) = (1, 9),
    counts: [(arm: Int, installs: Int, allowed: Int)] = [(0, 450, 120), (1, 450, 90)]
  ) throws -> StudyReview {
    func belief(_ mean: Double, _ deviation: Double, _ value: Double) -> CalibrationReport.Belief {
      CalibrationReport.Belief(
        mean: mean, deviation: deviation, value: value, low: value - deviation / 9,
        high: value + deviation / 9)
    }
    func number(
      _ path: String, _ scale: JointDistribution.Scale, _ standing: Calibration.Standing, tells: Double,
      _ beliefs: [CalibrationReport.Belief]
    ) -> CalibrationReport.Number {
      CalibrationReport.Number(
        path: path, scale: scale, assumed: beliefs[0], now: beliefs[1], tells: tells, standing: standing,
        isWritten: tells > 0.2)
    }
    func level(_ mean: Double, chance: Double?) -> CalibrationReport.Level {
      CalibrationReport.Level(
        mean: mean, mcse: 0.002, range: CentralInterval(lower: mean - 0.02, upper: mean + 0.03),
        chance: chance)
    }
    func block(_ name: String, _ cells: [String], isKnownShare: Bool) -> CalibrationReport.Block {
      CalibrationReport.Block(
        name: name, segment: isKnownShare ? nil : "loyal", people: 900, weight: 0.8,
        cells: cells.enumerated().map {
          CalibrationReport.Cell(name: $1, count: 300 * $0 + 100, expected: 250.5, residual: -1.5)
        }, isKnownShare: isKnownShare)
    }
    let outline = Self.outline
    return .calibration(
      CalibrationReport(
        file: "mine.yaml", experiment: "sample", objective: outline.objective, seed: 7, installs: 40_000,
        evaluations: 420, isUpdate: isUpdate, out: isUpdate ? nil : "ours.yaml",
        data: CalibrationReport.Data(
          installs: 900, options: 1, days: [1, 7], dispersion: isUpdate ? nil : 1.4, shares: 1,
          spreads: [0.3], segments: ["loyal"], otherSegments: ["passing", "new"],
          kinds: [.prompted],
          blocks: [
            block("launch", ["allowed by day 7", "not allowed"], isKnownShare: false),
            block("later", ["opt_in_per_install", "not opt_in_per_install"], isKnownShare: true),
          ]),
        numbers: [
          number(
            "allow.rate", .logit, .learned, tells: 0.9, [belief(-0.7, 0.5, 0.33), belief(1.2, 0.05, 0.77)]),
          number(
            "allow.cold_odds_ratio", .log, .some, tells: 0.3,
            [belief(-0.3, 0.4, 0.7), belief(-0.2, 0.3, 0.8)]),
          number(
            "allow.spread", .log, .asAssumed, tells: 0.05, [belief(0, 0.4, 1), belief(0, 0.38, 1)]),
          number("allow.value", .identity, .notInData, tells: 0, [belief(0, 0.1, 0), belief(0, 0.1, 0)]),
        ], covariance: [[0.0025, 0.001], [0.001, 0.09]],
        directions: [PenalisedFit.Direction(loadings: [1, 0, 0, 0], information: 99)],
        knownTogether: [PenalisedFit.KnownTogether(numbers: [0, 1], correlation: -0.7, tells: 0.95)],
        agreement: Calibration.Agreement(
          deviance: 44, expected: (low: usual.low, high: usual.high, most: isUpdate ? 12 : 50), chance: 0,
          cells: 2,
          worst: (block: isUpdate ? 0 : 1, cell: 1, residual: -1.5)), effectiveNumbers: 1.3,
        alternatives: [Calibration.Alternative(paths: ["allow.value"], devianceMore: 8, logOdds: -3.1)],
        check: Calibration.Check(tailShape: 0.61, effectiveSize: 21, draws: 200),
        lessons: [
          Calibration.Lesson(
            arm: 1, lead: isUpdate ? nil : Calibration.Lesson.Pair(best: 0, other: 1), before: 0.03,
            after: 0.01, installs: 900, tells: [0.9, 0.6, 0.3, 0])
        ],
        visits: CalibrationReport.Visits(
          pattern: VisitPattern(shape: 0.9, rate: 0.45, a: 0.6, b: 0.9),
          covariance: (0..<4).map { row in (0..<4).map { $0 == row ? 0.01 : 0 } }, logLikelihood: -812,
          people: 1_000, retention: [0.25, 0.15, 0.08], isHomogeneous: false,
          counted: back.compactMap { CountedRetention(day: $0.day, people: 1_000, back: $0.people) }),
        options: [
          CalibrationReport.Option(
            name: "launch", before: level(0.2, chance: 0.4), now: level(0.24, chance: 0.9)),
          CalibrationReport.Option(
            name: "later", before: level(0.21, chance: 0.6), now: level(0.2, chance: nil)),
        ],
        answer: CalibrationReport.Answer(
          best: 0, other: 1, before: level(-0.01, chance: 0.4), now: level(0.04, chance: 0.9), bestBefore: 1,
          bestNow: 0),
        weight: LearnedFile.Weight(
          trials: 2_000, effectiveTrials: 3.5,
          options: [LearnedFile.Weight.Option(arm: 0, installs: 900, assumed: 31)]),
        obstacle: isUpdate ? .tooSmall(number: 1, times: 4) : .contradiction(number: 0), unpredicted: 3,
        unwritable: ["arms.later.delay"], fixed: ["allow.rate"], scenario: isUpdate ? "base" : nil,
        test: isUpdate
          ? CalibrationReport.Test(
            test: LearntTest(options: ["launch", "later"], day: 7, ahead: "launch", chance: chance),
            readingAge: 30,
            counts: counts.map { .init(arm: $0.arm, installs: $0.installs, allowed: $0.allowed) },
            after: counts.isEmpty
              ? nil
              : TestedPair(better: 0, other: 1, share: MonteCarloNumber(value: chance, mcse: 0.01)))
          : nil))
  }

  private func read(_ document: JSONValue) throws -> StudyReview {
    let document = JSONMember(document)
    if try document.optional("parameters") != nil || document.optional("covariance") != nil {
      return .calibration(try CalibrationReport(reading: document))
    }
    if try document.optional("mode") == nil { return .search(try SearchReport(reading: document), nil) }
    guard try document.member("mode").text() == "run" else {
      return .plan(try PlannedTest(reading: document))
    }
    return .modelledPlan(try ModelledTest(reading: document, of: Self.outline))
  }

  /// All that is shown of one.
  private func everything(_ review: StudyReview) throws -> String {
    try words(review) + "\n" + page(review)
  }

  private func words(_ review: StudyReview) -> String {
    [review.text(.plain), review.markdown, review.json.text, review.csv.text, review.result]
      .joined(separator: "\n")
  }

  private func page(_ review: StudyReview) throws -> String {
    try review.html(
      StudyReview.PageHeading(id: "abc", day: "2026-11-22", maker: "a test", command: "att-lab plan"))
  }

  @Test("what further counts would tell is read as earlier versions wrote it, a list without names")
  func earlierLessons() throws {
    let review = try Self.calibration(isUpdate: false)
    guard case .object(var document) = try JSONValue(reading: review.facts.text(.canonical)),
      let teach = document.firstIndex(where: { $0.key == "teach" }),
      case .list(let lessons) = document[teach].value, case .object(let lesson)? = lessons.first
    else { throw JSONProblem(place: "", reason: "no lesson") }
    func earlier(_ tells: [Double]) -> JSONValue {
      let named = lesson.filter { $0.key != "parameters" }
      document[teach].value = .list([.object(named + [("tells", .list(tells.map { .number($0) }))])])
      return .object(document)
    }
    #expect(try everything(read(earlier([0.9, 0.6, 0.3, 0]))) == everything(review))
    #expect(throws: JSONProblem.self) { try read(earlier([0.9])) }
  }

  @Test("what is kept says all that was printed", arguments: 0..<15)
  func same(sample: Int) throws {
    let review = try Self.samples()[sample]
    let kept = review.facts.text(.canonical)
    #expect(!kept.contains("\"warnings\""))
    #expect(try everything(read(try JSONValue(reading: kept))) == everything(review))
  }

  /// Documents that differ from one in a single value.
  private func changed(_ value: JSONValue) -> [JSONValue] {
    switch value {
    case .object(let members):
      var documents: [JSONValue] = [.null]
      for index in members.indices {
        var without = members
        without.remove(at: index)
        documents.append(.object(without))
        for other in changed(members[index].value) {
          var members = members
          members[index].value = other
          documents.append(.object(members))
        }
      }
      return documents
    case .list(let items):
      var documents: [JSONValue] = [.list([]), .list(items + items)]
      // The first stands for all that are like it.
      if let first = items.first {
        for other in changed(first) { documents.append(.list([other] + items.dropFirst())) }
      }
      return documents
    case .number, .integer, .unsigned:
      return [.number(-1e300), .number(1e300), .number(1e-300), .integer(.max), .integer(-3), .integer(0)]
    case .text: return [.text(""), .text("\u{1B}[2J<script>"), .integer(1)]
    case .flag(let flag): return [.flag(!flag), .null]
    case .null: return [.integer(7), .text("x"), .object([])]
    }
  }

  @Test(
    "a document with a value that no study has is refused with its place, or shown, and ends no program",
    arguments: 0..<15)
  func hostile(sample: Int) throws {
    let documents = changed(try Self.samples()[sample].facts)
    #expect(documents.count > 150)
    var refused = 0
    for (number, document) in documents.enumerated() {
      do {
        let review = try read(document)
        #expect(!words(review).contains("\u{1B}"))
        // A page takes ten times as long as the words that it is made of: of every fourth, each sample's own.
        guard number % 4 == sample % 4 else { continue }
        let page = try page(review)
        #expect(!page.contains("\u{1B}") && !page.contains("<script>"))
      } catch let problem as JSONProblem {
        refused += 1
        #expect(!problem.place.isEmpty && !problem.reason.isEmpty)
      }
    }
    #expect(refused > documents.count / 3)
  }
}
