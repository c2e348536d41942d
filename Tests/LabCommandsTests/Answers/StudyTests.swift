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
    #expect(answer["planned"] as? Int == 13_020)
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
    "show prints what a plan, a search, a calibration or a test printed, in every format",
    arguments: [
      "plan --baseline 20% --lift 2pp --looks 3 --day 7 --installs-per-week 3500", "plan last --planned 2000",
      "optimize search.yaml --trials 60 --installs 100",
      "calibrate funnel.csv --file sample.yaml --installs 2000",
      "calibrate test.csv --update --file sample.yaml --day 7 --installs 2000",
      "analyze test.csv --baseline launch --name spring", "analyze --name spring < test.csv - --margin 1pp",
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

  @Test("a test whose name is another's is not kept")
  func takenName() async throws {
    let lab = try await Lab.simulated("--trials 60 --name spring")
    try lab.write("arm,installs,allowed\nlaunch,2000,320\nlater,2000,468\n", to: "test.csv")
    #expect(try lab("analyze", "test.csv", "--name", "spring").status == 64)
    #expect((try await lab.object("runs list")["studies"] as? [[String: Any]])?.isEmpty == true)
  }

  @Test("what was learnt is written, simulates, and refuses the same data")
  func learnt() async throws {
    let lab = try Lab(of: sampleExperiment)
    try lab.write(
      "arm,installs,prompted,allowed_by_7\nlaunch,1000,1000,160\nlater,1000,864,233\n", to: "funnel.csv")
    let line = "--installs 2000 --no-store --quiet --format csv"
    try await lab.perform("calibrate funnel.csv --file sample.yaml \(line) --out ours.yaml")
    _ = try await lab.written("simulate ours.yaml --quiet")
    #expect(await lab.ending("calibrate funnel.csv --file ours.yaml \(line)") == .badInput)
    #expect(try lab.read("ours.yaml").contains("grade: measured"))
  }

  @Test(
    "a finished test of event rows is read as analyze reads it: by the same day, of installs that are as old",
    arguments: ["", " --day 7"])
  func eventRows(day: String) async throws {
    let lab = try Lab(of: sampleExperiment)
    var rows = "install_id,arm,installed_at,prompted_at,decided_at,status\n"
    for install in 0..<2_000 {
      let (arm, date) = (install % 2 == 0 ? "launch" : "control", install / 2 % 40)
      let start = "2026-0\(date < 28 ? 1 : 2)-\(date % 28 < 9 ? "0" : "")\(date % 28 + 1)T12:00:"
      let isAllowed = install / 2 % (arm == "launch" ? 6 : 4) == 1
      rows += "\(install),\(arm),\(start)00,\(start)05,\(start)09,\(isAllowed ? "authorized" : "denied")\n"
    }
    try lab.write(rows, to: "rows.csv")
    let read = "rows.csv --as-of 2026-02-14\(day)"
    let analysed = try await lab.object("analyze \(read) --baseline launch")
    // What is read is said of rows that the sample does not fit, too.
    let printed = try lab.shell(
      "\"$LAB\" calibrate \(read) --update --file sample.yaml --map-arm later=control --installs 2000 --format json"
    ).output
    let learnt = try #require(try JSONSerialization.jsonObject(with: Data(printed.utf8)) as? [String: Any])
    let test = try #require(learnt["test"] as? [String: Any])
    #expect(test["day"] as? Int == analysed["day"] as? Int)
    let counts = try #require(test["counts"] as? [[String: Any]])
    let panel = try #require((analysed["panels"] as? [[String: Any]])?.first)
    let options = try #require(panel["options"] as? [String: [String: Any]])
    for (ours, theirs) in [("launch", "launch"), ("later", "control")] {
      let own = try #require(counts.first { $0["arm"] as? String == ours })
      let count = try #require(options[theirs]?["count"] as? [String: Any])
      #expect(own["installs"] as? Int == count["n"] as? Int && own["allowed"] as? Int == count["x"] as? Int)
    }
    let days = try #require((learnt["data"] as? [String: Any])?["days"] as? [Int])
    #expect(days.last == test["day"] as? Int)
    let advice = try #require((analysed["advice"] as? [String: Any])?["decided"] as? [String: Any])
    let chance = try #require((advice["confidence"] as? [String: Any])?["chance_best"] as? [String: Any])
    #expect(test["chance"] as? Double == chance["value"] as? Double)
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
