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
        finding("L5", key: "arms.a", line: 3, arms: [0], waived: "known"), finding("L13", key: "app"),
      ], visibilities: [])
    let now = PlatformDescription(
      findings: [
        described(finding("L5", key: "arms.a", line: 8, arms: [0]), "of the arm"),
        described(finding("L13", key: "app", line: 9), "of the file"),
      ], visibilities: [])
    let told = PlatformDescription(record, as: now)
    #expect(told.record == record)
    #expect(told.findings.map(\.what) == ["of the arm", "of the file"])
    #expect(told.findings[0].fix == "fix of the arm" && told.findings[1].why == "why of the file")
  }

  @Test("what is not seen at the same place now goes by its pitfall's words")
  func gone() {
    let like = finding("L5", key: "arms.a", arms: [0])
    let now = PlatformDescription(
      findings: [described(like, "first"), described(finding("L6", key: "arms.a"), "other")], visibilities: []
    )
    let told = PlatformDescription(PlatformRecord(findings: [like, like, like], visibilities: []), as: now)
    #expect(told.findings.map(\.what).first == "first")
    #expect(told.findings.dropFirst().allSatisfy { $0 == DescribedFinding(like) })
  }
}
