import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Rendering
import Reviews
import Studies
import Testing
import TextFormats

@Suite("Runs against one another")
struct RunComparisonTests {
  private let parameter = [makeParameter("allow.rate", isDrawn: true)]
  private var outline: RunOutline { makeOutline(trials: 21, parameters: parameter) }
  private let first: [[Int64]] = [[20, 30], [24, 33], [22, 33]]
  private let draws: [[Double]] = [[0.1], [0.3], [0.2]]
  /// Each trial a point higher.
  private let higher: [[Int64]] = [[21, 30], [25, 33], [23, 33]]

  /// A run of as many trials as ranges take, with these counts in turn.
  private func long(_ outline: RunOutline, _ counts: [[Int64]], shift: Double = 0) -> RunSummaryBuilder {
    func seven<Item>(_ items: [Item]) -> [Item] { Array(repeating: items, count: 7).flatMap { $0 } }
    return makeBuilder(outline, authorized: seven(counts), draws: seven(draws.map { [$0[0] + shift] }))
  }

  private func compared(
    _ one: RunSummaryBuilder, _ other: RunSummaryBuilder, _ metric: Metric? = nil
  ) throws -> RunComparison { try RunComparison([one, other], metric: metric) }

  /// What changed where each trial is a point higher: the paired error is nothing though the levels have one.
  private func pointHigher(_ comparison: RunComparison) throws -> RunComparison.Row {
    let row = try #require(comparison.rows.first { $0.change != nil })
    #expect(abs(try #require(row.change) - 0.01) < 1e-12)
    #expect(try #require(row.changeMcse) < 1e-12)
    return row
  }

  @Test("equal seed, size and draws: differences are formed trial by trial")
  func byTrial() throws {
    let comparison = try compared(long(outline, first), long(outline, higher), .optInPerInstall)
    #expect(comparison.pairing == .byTrial)
    #expect(try pointHigher(comparison).changeLow != nil)
  }

  @Test(
    "the errors of runs that share the seed and do not match trial by trial add as squares",
    arguments: [
      (3, 200, 30.0, [[0.1], [0.3], [0.2]]), (3, 100, 10.0, [[0.1], [0.3], [0.2]]),
      (2, 100, 30.0, [[0.1], [0.3]]),
    ] as [(Int, Int, Double, [[Double]])])
  func sharedSeed(trials: Int, installs: Int, days: Double, others: [[Double]]) throws {
    var outline = makeOutline(trials: 3, parameters: parameter)
    let one = makeBuilder(outline, authorized: first, draws: draws)
    outline.run = "ffffffffff"
    outline.name = "later"
    outline.description.installs = installs
    outline.description.horizonDays = days
    let other = makeBuilder(outline, authorized: Array(first.prefix(trials)), draws: others)
    #expect(try compared(one, other, .optInPerInstall).pairing == .independent)
  }

  @Test("runs of one seed with other inputs compare, with the inputs first and without a range of the change")
  func otherInputs() throws {
    var other = outline
    other.run = "ffffffffff"
    other.name = "ours"
    other.description.parameters[0].distribution = "{beta: [30, 70]}"
    let comparison = try compared(
      long(outline, first), long(other, higher, shift: 0.1), .optInPerInstall)
    #expect(comparison.pairing == .bySeed)
    #expect(comparison.inputsThatDiffer.map(\.parameter) == ["allow.rate"])
    #expect(try pointHigher(comparison).changeLow == nil)
  }

  @Test("what options set that is no number is listed too: when they ask again, when another alert comes")
  func settings() throws {
    func builder(_ retry: RetryPolicy, _ push: AskTrigger, run: String) -> RunSummaryBuilder {
      let around = Surroundings(alerts: [competingAlert(at: push)], attribution: nil, consent: nil)
      let arms = ["a", "b"].map { name in
        ExperimentSamples.makeArm(name, .launch) { arm in
          arm.surroundings = [[around]]
          if name == "a" { arm.strategy.retry = retry }
        }
      }
      var outline = makeOutline(trials: 3)
      outline.run = run
      outline.context = AnswerContext(makeExperiment([makeSegment()], arms))
      return makeBuilder(outline, authorized: first)
    }
    let comparison = try compared(
      builder(.eachActivation, .launch, run: "1"), builder(.never, .session(2), run: "2"))
    #expect(comparison.inputsThatDiffer.map(\.parameter) == ["alerts.alert0.at", "arms.a.retry"])
    #expect(
      comparison.inputsThatDiffer.map { $0.values.map(\.written) } == [
        ["launch", "session 2"], ["each_activation", "never"],
      ])
  }

  @Test("trials are paired by their numbers: as many of others do not match")
  func otherTrials() throws {
    let outline = makeOutline(trials: 3)
    func builder(_ numbers: [Int]) -> RunSummaryBuilder {
      var builder = RunSummaryBuilder(outline)
      for number in numbers { builder.add(makeTrial(number, [20, 30].map { makeTally(authorized: $0) })) }
      return builder
    }
    #expect(try compared(builder([0, 1]), builder([0, 2])).pairing == .independent)
  }

  @Test("a parameter that one run draws and the other fixes is what is compared")
  func fixed() throws {
    let drawn = makeBuilder(makeOutline(trials: 3, parameters: parameter), authorized: first, draws: draws)
    let fixed = makeBuilder(makeOutline(trials: 3), authorized: first)
    #expect(try compared(drawn, fixed).pairing == .byTrial)
  }

  @Test("another seed: errors add as squares")
  func independent() throws {
    let runs = [1, 2].map { makeBuilder(makeOutline(seed: $0, trials: 3), authorized: first) }
    let comparison = try compared(runs[0], runs[1], .optInPerInstall)
    #expect(comparison.pairing == .independent)
    let row = try #require(comparison.rows.first { $0.arm == "a" })
    let (one, other) = (try #require(row.firstMcse), try #require(row.secondMcse))
    #expect(abs(try #require(row.changeMcse) - (one * one + other * other).squareRoot()) < 1e-15)
  }

  @Test("whether the advice is the same is said of the later run")
  func advice() throws {
    func advised(_ second: [[Int64]]) throws -> RunComparison.Advised {
      try compared(long(outline, first), long(outline, second)).advice[1]
    }
    let same = try advised(first)
    #expect(same.isAsInFirst == true && same.advice.option == "b")
    let turned = try advised(first.map { $0.reversed() })
    #expect(turned.isAsInFirst == false && turned.advice.option == "a")
  }

  @Test("an option that one run lacks has no difference")
  func missingArm() throws {
    let other = makeOutline(arms: [makeArm("a"), makeArm("z")], trials: 3)
    let comparison = try compared(
      makeBuilder(makeOutline(trials: 3), authorized: first), makeBuilder(other, authorized: first))
    #expect(comparison.rows.map(\.arm) == ["a", "b", "z"])
    #expect(comparison.rows.map { $0.change != nil } == [true, false, false])
  }

  @Test("another baseline turns the difference round")
  func otherBaseline() throws {
    var outline = makeOutline(trials: 3)
    outline.description.baseline = 1
    let arms = try makeSummary(outline, authorized: first).scenarios[0].arms
    #expect(arms[1].differenceToBaseline == nil)
    #expect(abs(try #require(arms[0].differenceToBaseline?.overTrials.mean) + 0.1) < 1e-12)
  }
}
