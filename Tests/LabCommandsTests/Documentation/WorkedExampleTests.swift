import Foundation
import GRDB
import Testing

/// The guide's worked example, run unchanged, against the inputs that its "app" was drawn with.
///
/// Takes half a minute of processor time: the page learns from 20,000 rows at the size that its readers would.
@Suite("The worked example")
struct WorkedExampleTests {
  @Test("every command of the page works, and what was true in the app is found again")
  func wholePage() throws {
    let lab = try Lab()
    try lab.write("set -eu\n" + guidePage("WorkedExample").code(in: "sh"), to: "page.sh")
    let outcome = try lab.shellWithProgram("sh page.sh")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for file in ["ours.yaml", "review.html", "strategy.json"] {
      #expect(FileManager.default.fileExists(atPath: lab.path(file)))
    }
    try expectTruth(lab)
    try expectBest(lab)
  }

  /// What the rows tell much of is within its interval; of ten such numbers one or two may be beyond the 90%.
  private func expectTruth(_ lab: Lab) throws {
    var truth = ["allow.rate": 0.35, "allow.cold_odds_ratio": 0.6]
    let drawn = try DatabaseQueue(path: lab.path("world.sqlite")).read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT parameter.value ->> 'path' AS place, draw.value FROM run JOIN draw ON draw.run = run.key
          JOIN json_each(run.description, '$.parameters') AS parameter ON parameter.key = draw.parameter
          """)
    }
    for row in drawn { truth[row["place"]] = row["value"] }
    let members = try object(lab("show", try calibration(lab), "--format", "json").output)
    let numbers = try #require(members["parameters"] as? [[String: Any]])
    var (judged, within) = (0, 0)
    for number in numbers {
      guard let path = number["parameter"] as? String, let known = truth[path],
        let tells = number["tells"] as? Double, tells > 0.2,
        let low = number["value_low"] as? Double, let high = number["value_high"] as? Double
      else { continue }
      judged += 1
      if low <= known, known <= high { within += 1 }
    }
    #expect(judged >= 6 && within * 10 >= judged * 7, "\(within) of \(judged) within their 90% intervals")
  }

  private func object(_ json: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  /// The calibration that the page made, as the store names it.
  private func calibration(_ lab: Lab) throws -> String {
    let runs = try object(lab("runs", "list", "--format", "json").output)
    let studies = try #require(runs["studies"] as? [[String: Any]])
    let made = try #require(studies.first { $0["kind"] as? String == "calibration" })
    return try #require(made["study"] as? String)
  }

  /// The option that the advice names in the end is the best one of the app, by very many installs of it.
  private func expectBest(_ lab: Lab) throws {
    // The app's inputs, drawn by the same seed.
    let whole = try lab.shell(
      "\"$LAB\" simulate news.yaml --db whole.sqlite --trials 1 --installs 1e6 --seed 7 --quiet "
        + "--set population.allow.rate=0.35 --set population.allow.cold_odds_ratio=0.6 >/dev/null; "
        + "\"$LAB\" export last --db whole.sqlite --table metrics")
    let rows = try parsed(whole.output)
    let columns = try ["is_objective", "arm", "mean"].map { try #require(rows[0].firstIndex(of: $0)) }
    let best = rows.dropFirst().filter { $0.count > columns[2] && $0[columns[0]] == "true" }
      .max { Double($0[columns[2]]) ?? 0 < Double($1[columns[2]]) ?? 0 }
    let found = try #require(best)[columns[1]]
    let answer = try object(lab("show", "last", "--format", "json").output)
    let scenarios = try #require(answer["scenarios"] as? [String: [String: Any]])
    let advice = try #require(scenarios.values.first?["advice"] as? [String: Any])
    #expect(advice["option"] as? String == found)
  }
}
