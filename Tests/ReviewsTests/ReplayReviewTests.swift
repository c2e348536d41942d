import ExperimentDesign
import Foundation
import Reviews
import Studies
import Testing

@Suite("What a replay says")
struct ReplayReviewTests {
  private func review(engine: String, changes: [String]?, changed: Bool) throws -> ReplayReview {
    let outline = makeOutline()
    var comparison = ReplayComparison(outline)
    let trial = makeTrial(0, [makeTally(authorized: 20), makeTally(authorized: 30)])
    var other = trial
    if changed { other.tallies[0, 1, 0][.requests] = 9 }
    comparison.add(stored: trial, replayed: other)
    let summary = try makeSummary(outline, authorized: [[20, 30]])
    return ReplayReview(
      outline: outline, comparison: comparison, engine: engine, changes: changes,
      summaries: (summary, summary))
  }

  private func text(_ review: ReplayReview) -> String {
    review.text(.plain).replacing("\n", with: " ")
  }

  @Test("identical runs are said to be so, with rows and engine")
  func identical() throws {
    let text = text(try review(engine: "1", changes: [], changed: false))
    #expect(text.contains("1 of 2 trials"))
    #expect(text.contains("identical, row for row (4 rows, engine 1)"))
    #expect(!text.contains("stored 0"))
  }

  @Test("what differs is counted, the first named, and the engine's change reported")
  func differing() throws {
    let text = text(try review(engine: "2", changes: ["engine 2: another law"], changed: true))
    #expect(text.contains("1 of 4 rows differ"))
    #expect(text.contains("this is engine 2. What changed: engine 2: another law."))
    #expect(text.contains("trial 0, option b, segment all: requests: stored 0, now 9"))
  }

  @Test("an unknown engine and the same engine are distinguished")
  func engines() throws {
    #expect(text(try review(engine: "2", changes: nil, changed: true)).contains("does not know that version"))
    #expect(text(try review(engine: "1", changes: [], changed: true)).contains("this same engine 1"))
  }

  @Test("the JSON says the same")
  func json() throws {
    let json = try review(engine: "2", changes: ["engine 2: another law"], changed: true).json.text
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(document["identical"] as? Bool == false && document["differing_rows"] as? Int == 1)
    #expect((document["first_difference"] as? [String: Any])?["replayed"] as? String == "9")
  }
}
