import ExperimentDesign
import ExperimentSamples
import Foundation
import Inference
import PromptFlow
import Rendering
import Studies
import Testing
import TextFormats

@Suite("Findings that a store keeps")
struct StoredFindingTests {
  @Test("a search is read back as it was written, to the last digit")
  func search() async throws {
    let people = makeSegment {
      $0[.allowRate] = uncertain(.beta(a: 8, b: 12), at: "allow.rate", in: .probability)
    }
    let arms = [makeArm("now", .launch), makeArm("again", .launch), makeArm("third", .session(3))]
    let experiment = makeExperiment([people], arms).changed { $0.installs = 100 }
    var search = StrategySearch(experiment, seed: 4, threads: 2)
    (search.installs, search.mostTrials) = (100, 200)
    let seed = UInt64.max
    var report = try await search.run()
    report.seed = seed
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = try JSONValue(encoding: report).compactText
    let read = try decoder.decode(SearchReport.self, from: Data(text.utf8))
    #expect(read == report && read.seed == seed && read.winner == "now")
    #expect(read.strategies.map(\.standing) == [.winner, .alike, .left])
    #expect(try JSONValue(encoding: read) == JSONValue(encoding: report))
  }

  @Test("an objective is written as its name, and no other text is one")
  func objective() throws {
    let weighted = try #require(Objective(named: "1.0*opt_in_per_install + -0.1*sessions_lost_per_install"))
    for objective in [Objective(.optInPerInstall), weighted] {
      let written = try JSONEncoder().encode([objective])
      #expect(try JSONDecoder().decode([Objective].self, from: written) == [objective])
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Objective].self, from: Data("[\"x\"]".utf8))
    }
  }
}
