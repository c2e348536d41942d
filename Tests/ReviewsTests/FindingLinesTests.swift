import ExperimentDesign
import Rendering
import Testing

@testable import Reviews

@Suite("Findings under the arms")
struct FindingLinesTests {
  private func finding(
    _ pitfall: String, _ severity: Severity, arms: [Int], forbids: Bool = false,
    waived: String? = nil, line: Int = 1
  ) -> DescribedFinding {
    DescribedFinding(
      Finding(
        pitfall: pitfall, rules: ["R1"], severity: severity, forbids: forbids, waived: waived,
        location: .init(file: "a.yaml", line: line, column: 1, key: ""), arms: arms),
      seen: "Seen.", why: "", fix: "")
  }

  private func lines(_ findings: [DescribedFinding]) -> [String] {
    let found = FindingLines(
      record: PlatformDescription(findings: findings, visibilities: []), arms: (0..<20).map { "arm\($0)" },
      more: "more")
    return ReviewDocument([found.blocks]).text(.plain).split(separator: "\n").map(String.init)
  }

  @Test("what forbids an arm comes first, then errors and warnings; the rest is counted")
  func order() {
    let found = lines([
      finding("L14", .note, arms: [0]), finding("L13", .warning, arms: []), finding("L8", .error, arms: [1]),
      finding("L3", .warning, arms: [2], forbids: true, waived: "known"),
      finding("L4", .error, arms: [0], waived: "known"),
    ])
    #expect(
      found == [
        "Platform checks:", "  not allowed  L3 (R1)   arm2: Seen. Waived: known",
        "  error        L8 (R1)   arm1: Seen.", "  warning      L13 (R1)  whole file: Seen.",
        "  1 more note, 1 waived. Why, and the fix: more",
      ])
  }

  @Test("what was found in several arms alike is reported once, and of many lines the rest is counted")
  func many() {
    let alike = lines((0..<5).map { finding("L13", .warning, arms: [$0], line: $0 + 1) })
    #expect(alike.dropFirst().first == "  warning  L13 (R1)  arm0, arm1 and 3 more: Seen.")
    #expect(alike.last == "  Why, and the fix: more" && alike.count == 3)
    let many = lines((1...14).map { finding("L\($0)", .warning, arms: [$0]) })
    #expect(many.count == 2 + FindingLines.most && many.last?.hasPrefix("  4 more warnings.") == true)
  }

  @Test("where there is nothing, or notes alone, it says so")
  func little() {
    #expect(lines([]) == ["Platform checks: no issues found."])
    #expect(lines([finding("L14", .note, arms: [0])]).last == "  1 note. Why, and the fix: more")
  }
}
