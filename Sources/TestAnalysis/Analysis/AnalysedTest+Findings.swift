public import Inference
public import TestData

/// Something found in the rows, and whether it depends on the arm.
public struct TestedFinding: Encodable, Sendable {
  /// What was found, per arm.
  public let finding: DataFinding
  /// Pearson's χ² of the finding by arm; `nil` where it may differ between arms, or too few have it.
  public let dependence: SignificanceTest?

  /// The p-value where it depends on the arm; `nil` where it does not.
  public var dependsOnArm: PValue? {
    dependence.map(\.p).flatMap { $0.value < AnalysedTest.findingThreshold ? $0 : nil }
  }
}

extension AnalysedTest {
  /// The p-value below which a finding is said to depend on the arm, that of the split.
  static let findingThreshold = SampleRatio.threshold

  /// Lists what was found in the rows by arm, and tests what must not depend on the arm; what does comes first.
  mutating func addFindings(_ table: TestTable) throws {
    findings = try table.findings.map {
      TestedFinding(finding: $0, dependence: try dependence(of: $0, on: table))
    }
    let broken = findings.filter { $0.dependsOnArm != nil }
    if !broken.isEmpty {
      dataProblems.append(.brokenMeasurement)
      withheld = withheld ?? .brokenMeasurement
    }
    dataProblems += (broken + findings.filter { $0.dependsOnArm == nil }).map { .finding($0) }
  }

  /// Pearson's χ² of a finding by arm, among the installs of the arm; `nil` where it need not be alike in
  /// every arm, or too few have it.
  private func dependence(of finding: DataFinding, on table: TestTable) throws -> SignificanceTest? {
    guard finding.kind.mustNotDependOnArm, arms.count > 1 else { return nil }
    // Installs with contradictory rows are not among the assigned.
    let others = zip(table.arms, finding.byArm).map { arm, found in
      (arm.assigned ?? 0) - (finding.kind.isDoubtful ? found : 0)
    }
    return try SplitDrift.test([finding.byArm, others])
  }

  /// Says where the verdict depends on installs whose rows say what cannot have happened.
  mutating func addDoubtBounds(_ horizon: TestTable.Horizon) throws {
    guard let panel = perInstall, horizon.arms.contains(where: { $0.doubtful > 0 }) else { return }
    for allow in [true, false] {
      let counts = try horizon.arms.map { Optional($0.counts(doubtfulAllow: allow)) }.observed(.installs)
      for found in panel.statistics.comparisons {
        let pair = TwoArms(counts[found.option], against: counts[baseline])
        guard panel.judgement(of: found.option)?.basis == .miettinenNurminen,
          let verdict = panel.statistics.together.verdict(of: pair, margin: options.statistics.margin),
          verdict != found.verdict
        else { continue }
        dataProblems.append(
          .verdictOfDoubtful(
            allow: allow, arm: found.option, difference: pair.difference, verdict: verdict))
      }
    }
  }
}
