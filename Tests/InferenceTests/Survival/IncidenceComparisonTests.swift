import Foundation
import GSLNumerics
import Inference
import Testing

@Suite("Two arms at a fixed day")
struct IncidenceComparisonTests {
  static func comparison(_ decision: PermissionDecision, day: Double) throws -> IncidenceComparison {
    let arm = try #require(
      try TransplantPatients.group { $0.disease == "AML" }.incidence(of: decision, by: day))
    let baseline = try #require(
      try TransplantPatients.group { $0.disease == "ALL" }.incidence(of: decision, by: day))
    return try #require(IncidenceComparison(arm: arm, baseline: baseline))
  }

  @Test("difference, interval and tests agree with numpy and scipy")
  func reference() throws {
    let allowed = try Self.comparison(.allowed, day: 20)
    #expect(abs(allowed.difference + 0.12993209226085928) < 1e-14)
    #expect(abs(allowed.standardError - 0.07064891682594471) < 1e-14)
    let plain = try #require(try allowed.waldTest())
    #expect(abs(plain.statistic.map { $0 + 1.8391236284764065 } ?? 1) < 1e-12)
    #expect(abs(plain.p.value - 0.06589700437427681) < 1e-13)
    let transformed = try #require(try allowed.test())
    #expect(abs(transformed.statistic.map { $0 + 1.8559080807920012 } ?? 1) < 1e-12)
    #expect(abs(transformed.p.value - 0.0634666609876659) < 1e-13)
    let interval = try #require(try allowed.interval(.ninetyFive))
    #expect(abs(interval.lower + 0.27108867614329024) < 1e-13)
    #expect(abs(interval.upper - 0.007474436710813742) < 1e-13)
    let denied = try #require(try Self.comparison(.denied, day: 20).test())
    #expect(abs(denied.p.value - 0.32860236778491414) < 1e-13)
  }

  @Test("exchanging the arms turns the sign, and nothing else")
  func antisymmetric() throws {
    let there = try Self.comparison(.denied, day: 9.98)
    let back = try #require(IncidenceComparison(arm: there.baseline, baseline: there.arm))
    #expect(back.difference == -there.difference)
    #expect(try back.test()?.p == there.test()?.p)
    #expect(try back.waldTest()?.p == there.waldTest()?.p)
    let (forth, turned) = (try there.interval(.ninetyFive), try back.interval(.ninetyFive))
    #expect(forth?.lower == turned.map { -$0.upper })
  }

  @Test("different decisions or days are not compared")
  func incomparable() throws {
    let group = try TransplantPatients.group { _ in true }
    let estimates = [
      group.incidence(of: .allowed, by: 10), group.incidence(of: .denied, by: 10),
      group.incidence(of: .allowed, by: 11),
    ].compactMap { $0 }
    #expect(IncidenceComparison(arm: estimates[0], baseline: estimates[1]) == nil)
    #expect(IncidenceComparison(arm: estimates[0], baseline: estimates[2]) == nil)
  }

  @Test("arms where nobody decided have a difference of 0 and neither interval nor test")
  func noSpread() throws {
    let nobody = try DecisionTimes([.init(time: 9, allowed: 0, denied: 0, undecided: 50)])
    let none = try #require(nobody.incidence(of: .allowed, by: 7))
    let comparison = try #require(IncidenceComparison(arm: none, baseline: none))
    #expect(comparison.difference == 0)
    #expect(try comparison.interval(.ninetyFive) == nil)
    #expect(try comparison.waldInterval(.ninetyFive) == nil)
    #expect(try comparison.test() == nil && comparison.waldTest() == nil)
  }

  @Test("millions of installs have a p-value below the smallest Double by its logarithm")
  func hugeScores() throws {
    func arm(allowed: Int) throws -> IncidenceEstimate? {
      try DecisionTimes([
        .init(time: 1, allowed: allowed, denied: 0, undecided: 0),
        .init(time: 8, allowed: 0, denied: 0, undecided: 5_000_000 - allowed),
      ]).incidence(of: .allowed, by: 7)
    }
    let large = try #require(try arm(allowed: 2_000_000))
    let small = try #require(try arm(allowed: 1_800_000))
    let comparison = try #require(IncidenceComparison(arm: large, baseline: small))
    let test = try #require(try comparison.waldTest())
    let score = try #require(test.statistic)
    // Mills' ratio: ln p = −z²/2 − ln z + ½ ln(2/π) − 1/z² + …, here to parts in z⁴.
    let expected = -score * score / 2 - log(score) + 0.5 * log(2 / Double.pi) - 1 / (score * score)
    #expect(score > 100)
    #expect(abs(test.p.ln - expected) < 1e-6)
  }
}
