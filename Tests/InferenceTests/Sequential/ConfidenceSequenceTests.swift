import GSLNumerics
import Inference
import Testing

@Suite("Confidence sequences")
struct ConfidenceSequenceTests {
  struct Reference: Sendable {
    let arm: (Int, Int)
    let baseline: (Int, Int)
    let alpha: Double
    let planned: Int
    let comparisons: Int
    let rhoSquared: Double
    let interval: (Double, Double)
  }

  /// Written down independently of the type.
  ///
  /// Theorem 2.2 of Waudby-Smith et al. 2024 for a sequence of per-install variance t·v̂, ρ² by the
  /// Lambert function W₋₁, with 30 digits (mpmath 1.4).
  static let references = [
    Reference(
      arm: (412, 2_000), baseline: (498, 2_010), alpha: 0.05, planned: 4_000, comparisons: 1,
      rhoSquared: 0.002052992015517064, interval: (-0.08187254205396984, -0.001649846005731657)),
    Reference(
      arm: (30, 150), baseline: (12, 149), alpha: 0.05, planned: 10_000, comparisons: 1,
      rhoSquared: 0.0008211968062068254, interval: (-0.1057893496346413, 0.3447155241312856)),
    Reference(
      arm: (300_000, 1_000_000), baseline: (290_000, 1_000_000), alpha: 0.01, planned: 500_000,
      comparisons: 3, rhoSquared: 2.824767412359401e-5,
      interval: (0.007442008351531254, 0.01255799164846875)),
    Reference(
      arm: (10, 100), baseline: (90, 100), alpha: 0.1, planned: 200, comparisons: 2,
      rhoSquared: 0.04105984031034127, interval: (-0.9331398540718474, -0.6668601459281526)),
  ]

  @Test("interval and tuning are the paper's formulas", arguments: references)
  func formulas(reference: Reference) throws {
    let sequence = try ConfidenceSequence(
      plannedInstalls: reference.planned, level: ConfidenceLevel(1 - reference.alpha),
      comparisons: reference.comparisons)
    let arm = try ObservedCount(reference.arm.0, of: reference.arm.1)
    let baseline = try ObservedCount(reference.baseline.0, of: reference.baseline.1)
    let interval = try #require(sequence.interval(arm: arm, baseline: baseline))
    // Sixteen digits are given; 1 − 0.95 loses a digit of α.
    #expect(abs(sequence.rhoSquared / reference.rhoSquared - 1) < 1e-13)
    #expect(abs(interval.lower - reference.interval.0) < 1e-13)
    #expect(abs(interval.upper - reference.interval.1) < 1e-13)
  }

  @Test(
    "before a hundred installs and ten of either answer in each option there is no interval",
    arguments: [
      ((99, 99), (50, 1_000)), ((9, 1_000), (50, 1_000)), ((50, 1_000), (9, 1_000)),
      ((995, 1_000), (50, 1_000)), ((0, 0), (50, 1_000)), ((50, 1_000), (40, 99)),
    ])
  func burnIn(arm: (Int, Int), baseline: (Int, Int)) throws {
    let sequence = try ConfidenceSequence(plannedInstalls: 1_000, level: .ninetyFive)
    let arm = try ObservedCount(arm.0, of: arm.1)
    let baseline = try ObservedCount(baseline.0, of: baseline.1)
    #expect(sequence.interval(arm: arm, baseline: baseline) == nil)
  }

  @Test("plans of nobody are refused", arguments: [0, -5])
  func refused(planned: Int) {
    #expect(throws: NumericsError.self) {
      try ConfidenceSequence(plannedInstalls: planned, level: .ninetyFive)
    }
  }
}
