import Foundation
import Reviews
import Studies
import Testing

@Suite("JSON")
struct RunJSONTests {
  @Test("a run has the promised members, and null where nothing is known")
  func run() throws {
    let summary = try makeSummary(makeOutline(), authorized: [[20, 30], [22, 31]])
    let text = RunJSON.document(summary).text
    let run = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(run["schema"] as? String == "att-lab/run/1")
    let base = try #require((run["scenarios"] as? [String: Any])?["base"] as? [String: Any])
    let arm = try #require((base["arms"] as? [String: Any])?["b"] as? [String: Any])
    #expect(arm["chance_best"] is NSNull && arm["expected_loss"] is NSNull)
    let states = try #require(arm["final_states"] as? [String: Int])
    #expect(
      states == [
        "authorized": 61, "denied_by_answer": 0, "denied_by_device": 0, "restricted": 0, "undetermined": 139,
        "no_att": 0,
      ])
    let metric = try #require((arm["metrics"] as? [String: Any])?["opt_in_per_install"] as? [String: Any])
    #expect(metric["mean"] as? Double == 0.305)
    #expect(metric["uncertainty_interval_90"] is NSNull)
    #expect(metric["trials"] as? Int == 2)
    let differences = try #require(base["differences"] as? [String: Any])
    #expect(Array(differences.keys) == ["b"])
  }

  @Test("a metric without a value in any trial is an object of nulls over no trial")
  func noValue() throws {
    let none = makeTally(authorized: 0, prompted: 0)
    var builder = RunSummaryBuilder(makeOutline())
    for trial in 0..<2 { builder.add(makeTrial(trial, [none, none])) }
    let text = RunJSON.document(try builder.summary()).text
    let run = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let base = try #require((run["scenarios"] as? [String: Any])?["base"] as? [String: Any])
    let arm = try #require((base["arms"] as? [String: Any])?["b"] as? [String: Any])
    let metric = try #require((arm["metrics"] as? [String: Any])?["opt_in_per_prompted"] as? [String: Any])
    #expect(metric["mean"] is NSNull && metric["mcse"] is NSNull && metric["trials"] as? Int == 0)
  }
}
