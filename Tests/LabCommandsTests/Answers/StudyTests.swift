import Foundation
import Testing

@testable import LabCommands

@Suite("Plans, calibrations and searches of the program")
struct StudyTests {
  @Test(
    "rates and differences may be written as shares, percentages and percentage points",
    arguments: [
      "--baseline 20% --lift 2pp", "--baseline 0.20 --lift '2 pp'", "--baseline 22% --lift -2pp",
    ])
  func spellings(arguments: String) async throws {
    let found = try await Lab().object("plan \(arguments) --power 0.8 --no-store")
    let answer = try #require(found["answer"] as? [String: Any])
    #expect(
      answer["installs_per_option"] as? Int == 6_510 && answer["planned"] as? Int == 13_020)
  }

  @Test("the chances of a size add up to 1")
  func chances() async throws {
    let lab = try await Lab.simulated("--trials 100")
    let curve = try #require(
      try await lab.object("plan last --planned 3000 --no-store")["curve"] as? [[String: Any]])
    #expect(!curve.isEmpty)
    for row in curve {
      let parts = ["p_better", "p_worse", "p_equivalent", "p_unknown"].compactMap { row[$0] as? Double }
      #expect(parts.count == 4 && abs(parts.reduce(0, +) - 1) < 1e-9)
    }
  }

  @Test(
    "show prints what a plan, a search or a calibration printed, in every format",
    arguments: [
      "plan --baseline 20% --lift 2pp --looks 3 --day 7 --installs-per-week 3500", "plan last --planned 2000",
      "optimize search.yaml --trials 60 --installs 100",
      "calibrate funnel.csv --file sample.yaml --installs 2000",
      "calibrate test.csv --update --file sample.yaml --day 7 --installs 2000",
    ])
  func kept(line: String) async throws {
    let lab = try await Lab.simulated("--trials 60")
    try lab.write(searchedExperiment, to: "search.yaml")
    try lab.write(
      "arm,installs,prompted,allowed_by_7\nlaunch,1000,1000,160\nlater,1000,864,233\n", to: "funnel.csv")
    try lab.write("arm,installs,allowed\nlaunch,2000,320\nlater,2000,468\n", to: "test.csv")
    let printed = try lab.shell("\"$LAB\" \(line)")
    let studies = try await lab.object("runs list")["studies"] as? [[String: Any]]
    let id = try #require(studies?.first?["study"] as? String, "\(printed.errors)")
    #expect(try lab("show", id).output == printed.output)
    for format in ["json", "csv"] {
      #expect(
        try lab("show", id, "--format", format).output
          == lab.shell("\"$LAB\" \(line) --format \(format)").output)
    }
    #expect((try await lab.object("runs list")["studies"] as? [[String: Any]])?.count == 1)
  }

  @Test("what was learnt is written, simulates, and refuses the same data")
  func learnt() async throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    try lab.write(
      "arm,installs,prompted,allowed_by_7\nlaunch,1000,1000,160\nlater,1000,864,233\n", to: "funnel.csv")
    let line = "--installs 2000 --no-store --quiet --format csv"
    try await lab.perform("calibrate funnel.csv --file sample.yaml \(line) --out ours.yaml")
    _ = try await lab.written("simulate ours.yaml --quiet")
    #expect(await lab.ending("calibrate funnel.csv --file ours.yaml \(line)") == .badInput)
    #expect(try lab.read("ours.yaml").contains("grade: measured"))
  }

  @Test("a search names the best, and the file that it writes has its numbers, on any number of threads")
  func search() async throws {
    var means: [Double] = []
    for threads in [1, 3] {
      let lab = try Lab()
      try lab.write(searchedExperiment, to: "search.yaml")
      try await lab.perform(
        "optimize search.yaml --trials 60 --installs 200 --quiet --threads \(threads) --out best.yaml --format csv"
      )
      let studies = try await lab.object("runs list")["studies"] as? [[String: Any]]
      let found = try await lab.object("show \(try #require(studies?.first?["study"] as? String))")
      #expect(found["winner"] as? String == "onboarding")
      for run in [found["final"] as? [String: Any], try await lab.object("simulate best.yaml --quiet")] {
        let place = ["scenarios", "base", "arms", "onboarding", "metrics", "opt_in_per_install"]
        let metric = place.reduce(run) { $0?[$1] as? [String: Any] }
        means.append(try #require(metric?["mean"] as? Double))
      }
    }
    #expect(means.count == 4 && Set(means).count == 1)
  }
}
