import ExperimentFiles
import Foundation
import ScratchFolders
import Testing

@testable import Runs
@testable import Studies

@Suite("Strategies one step away")
struct NeighboursTests {
  private let yaml = """
    population: news
    usage_strings: {plain: {text: Shows ads about what you read.}}
    search:
      ask: [launch, {session: 2}, {session: 4}]
      usage_string: plain
      delay_seconds: [0, 1]
    """

  @Test("they differ in one key, those with the nearest values first")
  func neighbours() throws {
    let file = try loadExperiment(text: Array(yaml.utf8), path: "x.yaml", purpose: .search)
    let search = try #require(file.search)
    let found = search.neighbours(of: "launch")
    #expect(found == ["launch/delay_seconds=1", "session=2", "session=4"])
    #expect(search.neighbours(of: "mine").isEmpty)
  }

  @Test("the final run has the best, the baseline, and what is one step from the best or stands for that")
  func finalists() throws {
    let scratch = Scratch()
    let plan = try SearchPlan(path: scratch.write(yaml, to: "x.yaml"), overrides: [])
    let best = "session=2/delay_seconds=1"
    let near = ["session=2": best, "launch/delay_seconds=1": "launch"]
    var report = SearchReport(
      experiment: "x", seed: 1, objective: plan.experiment.objective,
      strategies: plan.experiment.arms.map {
        .init(strategy: $0.name, standing: .left, near: near[$0.name], mean: $0.name == best ? 0.3 : 0.2)
      })
    report.winner = best
    #expect(plan.finalists(report, top: 1) == [best, "launch", "session=4/delay_seconds=1"])
    #expect(Set(plan.finalists(report, top: 5)).count == 4)
  }
}
