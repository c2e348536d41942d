import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Studies

@Suite("Keys that an arm sweeps")
struct SweepTests {
  /// An arm of the sweeps of `article`.
  private func swept(_ values: [(path: String, value: String)]) -> Arm {
    let name = values.map { "/\($0.path.split(separator: ".").last ?? "")=\($0.value)" }.joined()
    let count = values.first { $0.path == "ask.count" }.flatMap { Int($0.value) } ?? 1
    return makeArm("article" + name, .event(EventKind(rawValue: 0), count: count)) {
      $0.swept = values.map { SweptValue(path: $0.path, value: $0.value) }
    }
  }

  private func experiment(_ arms: [Arm]) -> Experiment {
    makeExperiment([makeSegment { $0.events = [events(0, perSession: 3)] }], arms)
  }

  private func counts(_ values: [String]) -> [Arm] { values.map { swept([("ask.count", $0)]) } }

  @Test("one key has one sweep, in the order of the file, beside arms that sweep nothing")
  func one() {
    let found = Sweep.all(of: experiment([makeArm("launch", .launch)] + counts(["1", "3", "2"])))
    #expect(
      found == [
        Sweep(
          name: "article", path: "ask.count", held: [],
          points: [.init(arm: 1, value: "1"), .init(arm: 2, value: "3"), .init(arm: 3, value: "2")])
      ])
  }

  @Test("of two keys each has a sweep for every value of the other")
  func two() {
    let arms = ["1", "2"].flatMap { count in
      ["0", "5"].map { swept([("ask.count", count), ("delay_seconds", $0)]) }
    }
    let found = Sweep.all(of: experiment(arms))
    #expect(found.map(\.name) == ["article", "article", "article", "article"])
    #expect(
      found.map { "\($0.path) at \($0.held.map { "\($0.path) \($0.value)" }): \($0.points.map(\.arm))" } == [
        "ask.count at [\"delay_seconds 0\"]: [0, 2]", "delay_seconds at [\"ask.count 1\"]: [0, 1]",
        "ask.count at [\"delay_seconds 5\"]: [1, 3]", "delay_seconds at [\"ask.count 2\"]: [2, 3]",
      ])
  }

  @Test("a pre-prompt or none is a contrast and no sweep; of three it is both")
  func prePrompts() {
    let two = ["null", "ours"].map { swept([("pre_prompt", $0)]) }
    #expect(Sweep.all(of: experiment(two)).isEmpty)
    let three = ["null", "ours", "theirs"].map { swept([("pre_prompt", $0)]) }
    #expect(Sweep.all(of: experiment(three)).map(\.path) == ["pre_prompt"])
  }

  @Test("neighbours are the next values by number, whatever the order in the file")
  func neighbours() throws {
    let sweep = try #require(Sweep.all(of: experiment(counts(["5", "1", "3"]))).first)
    #expect(sweep.neighbours(of: 2) == [1, 0])
    #expect(sweep.neighbours(of: 0) == [2])
    let words = ["launch", "onboarding", "later"].map { swept([("ask", $0)]) }
    #expect(try #require(Sweep.all(of: experiment(words)).first).neighbours(of: 0) == nil)
  }

  /// A run of arms swept over these values, of whose 1,000 installs so many are authorized.
  private func summary(
    _ values: [String], _ authorized: (Int) -> [Int64]
  ) throws -> ScenarioSummary {
    var outline = sampleOutline(trials: 40)
    outline.arms = values.map { value in
      var arm = outline.arms[0]
      arm.name = "article/count=\(value)"
      return arm
    }
    outline.context = AnswerContext(experiment(counts(values)))
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<40 {
      builder.add(sampleTrial(trial, authorized: authorized(trial), draws: [Double(trial)]))
    }
    return try builder.summary().scenarios[0]
  }

  @Test("the best value is held against the values on both sides of it")
  func best() throws {
    let found = try summary(["1", "2", "3", "5"]) { trial in
      [250 + Int64(trial), 300 + Int64(trial), 290 + 2 * Int64(trial), 100]
    }
    let sweep = try #require(found.sweeps.first)
    #expect(found.sweeps.count == 1 && sweep.best == 2)
    #expect(sweep.leads.map(\.arm) == [1, 3])
    // Arm 2 less arm 1 is t − 10 of 1,000, for t from 0 to 39.
    #expect(abs(sweep.leads[0].difference.overTrials.mean - 0.0095) < 1e-12)
  }
}
