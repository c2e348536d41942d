import ExperimentDesign
import Testing

@Suite("Findings of an experiment")
struct RankedFindingTests {
  @Test("the worst is first: what forbids an arm, errors, warnings, notes, and last what is accepted")
  func ranking() {
    func finding(_ severity: Severity, forbids: Bool = false, waived: String? = nil) -> Finding {
      Finding(
        pitfall: "L5", rules: ["R81"], severity: severity, forbids: forbids, waived: waived,
        location: FileLocation(file: "a.yaml", key: "arms"), arms: [0], seen: "", why: "", fix: "")
    }
    let findings = [
      finding(.error, waived: "known"), finding(.note), finding(.warning), finding(.error),
      finding(.note, forbids: true),
    ]
    #expect(
      PlatformDescription(findings: findings, visibilities: []).ranked
        == [findings[4], findings[3], findings[2], findings[1], findings[0]])
  }
}
