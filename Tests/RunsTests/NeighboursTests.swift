import ExperimentFiles
import Testing

@testable import Runs

@Suite("Strategies one step away")
struct NeighboursTests {
  @Test("they differ in one key, those with the nearest values first")
  func neighbours() throws {
    let yaml = """
      population: news
      usage_strings: {plain: {text: Shows ads about what you read.}}
      search:
        ask: [launch, {session: 2}, {session: 4}]
        usage_string: plain
        delay_seconds: [0, 1]
      """
    let file = try loadExperiment(text: Array(yaml.utf8), path: "x.yaml", purpose: .search)
    let search = try #require(file.search)
    let found = search.neighbours(of: "launch")
    #expect(found.map(\.strategy) == ["launch/delay_seconds=1", "session=2", "session=4"])
    #expect(
      found.map(\.key) == ["delay_seconds", "ask", "ask"] && found[0].from == "0" && found[0].to == "1")
    #expect(search.neighbours(of: "mine").isEmpty)
  }
}
