import Foundation
import Inference
import Testing

@Suite("Fitting a life to published retention")
struct RetentionFitTests {
  /// Targets, and ln(shape, rate, a, b) where SciPy 1.17 least_squares on an independent quadrature
  /// of 4,001 points ended from every one of 30 random starts.
  static let references: [(targets: [Double], lnParameters: [Double])] = [
    ([0.28, 0.13, 0.06, 2.2], [0.1058, -0.5320, -0.5342, -0.0628]),
    ([0.25, 0.11, 0.05, 2.0], [1.0203, 0.5035, -0.5677, -0.5677]),
    ([0.20, 0.08, 0.03, 1.8], [-0.0547, -0.4000, -0.2488, -0.1430]),
  ]

  @Test("figures of news apps are met to five digits, at the parameters an independent fit finds")
  func meetsTargets() throws {
    for (targets, lnParameters) in Self.references {
      let fit = try fitRetention(
        d1: targets[0], d7: targets[1], d30: targets[2], sessionsPerActiveDay: targets[3])
      #expect(fit.agreement == .met)
      // Six significant digits of four parameters leave a few parts in a million.
      #expect(fit.worstRatio < 1.000_01)
      let found = [fit.shape, fit.rate, fit.a, fit.b].map { log($0) }
      for (value, reference) in zip(found, lnParameters) {
        #expect(abs(value - reference) < 1e-4)
      }
    }
  }

  @Test("the figures reported are those of the rounded parameters")
  func reportsRoundedParameters() throws {
    let fit = try fitRetention(d1: 0.25, d7: 0.11, d30: 0.05, sessionsPerActiveDay: 2)
    #expect(fit.shape == Double(String(format: "%.6g", fit.shape)))
    let curve = try RetentionCurve(
      rate: .gamma(shape: fit.shape, rate: fit.rate), leaving: .beta(a: fit.a, b: fit.b))
    #expect(fit.fitted == RetentionFigures(of: curve))
  }

  @Test("figures of a known life lead back to its parameters")
  func recoversKnownLife() throws {
    let truth = try RetentionCurve(
      rate: .gamma(shape: 1.5, rate: 0.8), leaving: .beta(a: 0.7, b: 2))
    let figures = RetentionFigures(of: truth)
    let fit = try fitRetention(
      d1: figures.d1, d7: figures.d7, d30: figures.d30,
      sessionsPerActiveDay: figures.sessionsPerActiveDay)
    for (found, expected) in [(fit.shape, 1.5), (fit.rate, 0.8), (fit.a, 0.7), (fit.b, 2)] {
      #expect(abs(found / expected - 1) < 1e-4)
    }
  }

  @Test("figures no life of this kind has are answered with how far off the best one is")
  func saysHowFarOff() throws {
    let fit = try fitRetention(d1: 0.4, d7: 0.01, d30: 0.005, sessionsPerActiveDay: 1.2)
    #expect(fit.agreement == .missed)
    #expect(fit.worstRatio > 1.2)
  }

  @Test("rising, impossible and undefined targets are refused before any search")
  func refusals() {
    #expect(
      throws: RetentionFitError.rising(
        earlier: "d1", earlierValue: 0.1, later: "d7", laterValue: 0.2)
    ) { try fitRetention(d1: 0.1, d7: 0.2, d30: 0.05, sessionsPerActiveDay: 2) }
    #expect(
      throws: RetentionFitError.rising(
        earlier: "d7", earlierValue: 0.1, later: "d30", laterValue: 0.15)
    ) { try fitRetention(d1: 0.2, d7: 0.1, d30: 0.15, sessionsPerActiveDay: 2) }
    #expect(throws: RetentionFitError.notAShare(target: "d30", value: 0)) {
      try fitRetention(d1: 0.2, d7: 0.1, d30: 0, sessionsPerActiveDay: 2)
    }
    #expect(throws: RetentionFitError.sessionsPerActiveDayBelowOne(value: 0.9)) {
      try fitRetention(d1: 0.2, d7: 0.1, d30: 0.05, sessionsPerActiveDay: 0.9)
    }
    #expect(throws: RetentionFitError.self) {
      try fitRetention(d1: .nan, d7: 0.1, d30: 0.05, sessionsPerActiveDay: 2)
    }
  }
}
