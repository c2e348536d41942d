import ExperimentDesign
import Testing

@Suite("Findings of an experiment")
struct RankedFindingTests {
  @Test("the worst is first: what forbids an arm, errors, warnings, notes, and last what is accepted")
  func ranking() {
    func finding(_ severity: Severity, forbids: Bool = false, waived: String? = nil) -> Finding {
      var finding = Finding("L5", severity, at: FileLocation(file: "a.yaml"), "", why: "", fix: "")
      (finding.forbids, finding.accepted) = (forbids, waived)
      return finding
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
