import ExperimentDesign
import Foundation
import GSLNumerics
import Inference
import Testing

@Suite("Retention of the undisturbed life")
struct RetentionCurveTests {
  /// Gamma shape and rate, Beta a and b; D(1), D(30) and the sum of S(1…30) by mpmath 1.3 at 30
  /// digits, both halves of the integral over p substituted by p = exp(−s).
  static let references: [(distribution: [Double], d1: Double, d30: Double, sessions: Double)] = [
    ([1.1, 0.6, 0.58, 0.94], 0.280306399638978, 0.0614232226628344, 6.97988401670387),
    ([300, 200, 0.05, 2], 0.741480809251538, 0.654330889663505, 39.4242783877122),
    ([2, 3, 200, 100], 0.0855472006187352, 0.000470134039539895, 0.328883948804004),
    ([0.0025, 400, 0.0025, 400], 6.24214190317692e-6, 6.24213907879794e-6, 0.000187498781263961),
  ]

  @Test("the fixed rule agrees with thirty-digit quadrature to a part in a million")
  func agreesWithHighPrecision() throws {
    for (distribution, d1, d30, sessions) in Self.references {
      let curve = try RetentionCurve(
        rate: .gamma(shape: distribution[0], rate: distribution[1]),
        leaving: .beta(a: distribution[2], b: distribution[3]))
      #expect(abs(curve.retention(onDay: 1) / d1 - 1) < 1e-6)
      #expect(abs(curve.retention(onDay: 30) / d30 - 1) < 1e-6)
      #expect(abs(curve.meanSessions(from: 1, to: 31) / sessions - 1) < 1e-6)
    }
  }

  @Test("who never comes back is everybody without a second session")
  func neverBack() throws {
    let constant = try RetentionCurve(rate: .constant(0.5), leaving: .constant(0.3))
    #expect(abs(constant.neverBack(within: 4) - (1 - 0.7 * (1 - exp(-2)))) < 1e-15)
    let spread = try RetentionCurve(rate: .gamma(shape: 2, rate: 1.5), leaving: .beta(a: 1, b: 3))
    #expect(abs(spread.neverBack(within: 30) - (1 - 0.75 * (1 - pow(1.5 / 31.5, 2)))) < 1e-12)
  }

  @Test("constant rate and leaving give (1 − p)·(exp(−λpn) − exp(−λpn − λ)) and its sessions")
  func constants() throws {
    let curve = try RetentionCurve(rate: .constant(2), leaving: .constant(0.2))
    let expected = 0.8 * (exp(-2 * 0.2 * 7) - exp(-2 * 0.2 * 7 - 2))
    #expect(abs(curve.retention(onDay: 7) - expected) < 1e-15)
    let sessions = 0.8 / 0.2 * (exp(-0.4 * 7) - exp(-0.4 * 8))
    #expect(abs(curve.meanSessions(from: 7, to: 8) - sessions) < 1e-14)
  }

  @Test("parameters outside the distributions are refused, NaN included")
  func refusals() {
    let refused: [(rate: VisitModel.Rate<Double>, leaving: VisitModel.Leaving<Double>)] = [
      (.constant(0), .constant(0.5)), (.constant(1), .constant(1.5)),
      (.gamma(shape: 1, rate: .nan), .constant(0.5)), (.constant(1), .beta(a: 1, b: 0)),
    ]
    for (rate, leaving) in refused {
      #expect(throws: NumericsError.self, "\(rate), \(leaving)") {
        try RetentionCurve(rate: rate, leaving: leaving)
      }
    }
  }
}
