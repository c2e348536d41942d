import ExperimentDesign
import PlatformChecks
import RuleBook
import Testing

@Suite("What is kept with a run, in words")
struct StoredRecordTests {
  private func finding(
    _ pitfall: String, key: String, line: Int = 1, arms: [Int] = [], waived: String? = nil
  ) -> Finding {
    Finding(
      pitfall: pitfall, rules: ["R1"], severity: .warning, waived: waived,
      location: FileLocation(file: "a.yaml", line: line, column: 1, key: key), arms: arms)
  }

  private func described(_ finding: Finding, _ what: String) -> DescribedFinding {
    DescribedFinding(finding, seen: what, why: "why \(what)", fix: "fix \(what)")
  }

  @Test("a finding is described as it is seen now, though its line has moved and its waiver is gone")
  func moved() {
    let record = PlatformRecord(
      findings: [
        finding("L5", key: "arms.a", line: 3, arms: [0], waived: "known"),
        finding("L5", key: "arms.a", line: 3, arms: [1]), finding("L13", key: "app"),
      ], visibilities: [])
    let now = PlatformDescription(
      findings: [
        described(finding("L13", key: "app", line: 9), "of the file"),
        described(finding("L5", key: "arms.a", line: 8, arms: [0, 1]), "of both arms"),
      ], visibilities: [])
    let told = PlatformDescription(record, as: now)
    #expect(told.record == record)
    #expect(told.findings.map(\.what) == ["of both arms", "of both arms", "of the file"])
    #expect(told.findings[0].fix == "fix of both arms" && told.findings[2].why == "why of the file")
  }

  @Test("of several that differ in their sentences alone each has its own, in their order")
  func several() {
    let like = finding("L5", key: "arms.a", arms: [0])
    let now = PlatformDescription(
      findings: [described(like, "first"), described(like, "second")], visibilities: [])
    let told = PlatformDescription(PlatformRecord(findings: [like, like, like], visibilities: []), as: now)
    #expect(told.findings.prefix(2).map(\.what) == ["first", "second"])
    #expect(told.findings[2] == DescribedFinding(like))
  }

  @Test("where the experiment cannot be read, the pitfall and the facts speak for themselves")
  func unreadable() throws {
    let visibilities = [
      PromptVisibility(arm: 0, outcome: .visible, afterSeconds: 1.5),
      PromptVisibility(arm: 1, outcome: .needsSteps, afterSeconds: 300),
      PromptVisibility(arm: 2, outcome: .notVisible, afterSeconds: nil, cause: .unreached),
      PromptVisibility(arm: 3, outcome: .notVisible, afterSeconds: nil),
    ]
    let record = PlatformRecord(
      findings: [finding("L5", key: ""), finding("X9", key: "")], visibilities: visibilities)
    let told = PlatformDescription(record, as: nil)
    let pitfall = try #require(Pitfall.tagged("L5"))
    #expect(told.findings[0].what.lowercased() == pitfall.title.lowercased() + ".")
    #expect(told.findings[0].why == pitfall.why && told.findings[0].fix == pitfall.fix)
    #expect(told.record == record)
    #expect(
      told.visibilities.map(\.words) == [
        "visible after 2 s", "needs steps to describe in the review notes, visible after 5 min",
        "not visible: the reviewer cannot see the request", "not visible",
      ])
  }

  @Test("what a reviewer sees is described as now where the facts are the same")
  func visibilities() {
    let seen = PromptVisibility(arm: 0, outcome: .notVisible, afterSeconds: nil, cause: .behindAlert)
    let now = PlatformDescription(
      findings: [], visibilities: [DescribedVisibility(seen, words: "not visible: a push alert is up")])
    for cause in [PromptVisibility.Cause.behindAlert, .notActive] {
      var stored = seen
      stored.cause = cause
      let told = PlatformDescription(PlatformRecord(findings: [], visibilities: [stored]), as: now)
      #expect((told.visibilities[0].words == "not visible: a push alert is up") == (cause != .notActive))
    }
  }
}
