import Foundation
import GSLNumerics
import Inference
import ModelOracles
import Testing

@Suite("Closed forms of the model, checked against one another and against published results")
struct OracleTests {
  @Test("Gauss–Hermite quadrature has the moments of the normal distribution")
  func hermiteMoments() {
    let rule = GaussHermite(count: 20)
    for (power, moment) in [(0, 1.0), (1, 0), (2, 1), (4, 3), (6, 15), (10, 945), (20, 654_729_075)] {
      let found = rule.mean { pow($0, Double(power)) }
      #expect(abs(found - moment) < 1e-11 * max(1, moment))
    }
  }

  @Test("expected sessions by summing over sessions equal those by integrating over leaving")
  func meanSessions() throws {
    let oracle = LifeOracle(rate: .gamma(shape: 2, rate: 1.5), leaving: .beta(a: 1.2, b: 2.8))
    let curve = try RetentionCurve(rate: .gamma(shape: 2, rate: 1.5), leaving: .beta(a: 1.2, b: 2.8))
    #expect(abs(oracle.meanSessions(by: 30) / (1 + curve.meanSessions(from: 0, to: 30)) - 1) < 1e-9)
    let constant = LifeOracle(rate: .constant(1.7), leaving: .constant(0.23))
    let closed = 1 + 0.77 / 0.23 * (1 - exp(-1.7 * 0.23 * 14))
    #expect(abs(constant.meanSessions(by: 14) / closed - 1) < 1e-9)
  }

  @Test("retention of constants equals the curve's")
  func retention() throws {
    let oracle = LifeOracle(rate: .constant(1.7), leaving: .constant(0.23))
    let curve = try RetentionCurve(rate: .constant(1.7), leaving: .constant(0.23))
    for day in [1, 7, 30] {
      let expected = try #require(oracle.retention(onDay: day))
      #expect(abs(curve.retention(onDay: day) / expected - 1) < 1e-13)
    }
  }

  @Test("without a horizon the first event is reached by all but p·e⁻ᵐ/(1 − (1 − p)e⁻ᵐ)")
  func firstEventWithoutHorizon() {
    let oracle = TriggerOracle(
      life: LifeOracle(rate: .constant(50), leaving: .constant(0.2)), horizon: 1_000)
    let none = exp(-0.7)
    let expected = 1 - 0.2 * none / (1 - 0.8 * none)
    // The oracle leaves out sessions that fewer than one in 10⁸ have.
    #expect(abs(oracle.shareReaching(count: 1, perSession: 0.7) - expected) < 2e-8)
  }

  @Test("an ask that nothing moves is allowed at the rate given, whatever the spread")
  func unmovedAsk() {
    for spread in [0, 0.9, 2] {
      #expect(abs(ImmediateAskOracle(rate: 0.279, spread: spread).shareAllowing() - 0.279) < 1e-10)
    }
    // Without spread odds ratios multiply the odds: 0.25/0.75 · 0.6 = 0.2.
    let cold = ImmediateAskOracle(rate: 0.25, spread: 0, lnOddsRatio: log(0.6))
    #expect(abs(cold.shareAllowing() - 0.2 / 1.2) < 1e-12)
  }

  @Test("spread people agree with adaptive quadrature over 12 deviations")
  func spreadAgreesWithAdaptiveQuadrature() throws {
    let oracle = ImmediateAskOracle(rate: 0.279, spread: 1.5, lnOddsRatio: log(0.58))
    let intercept = oracle.intercept()
    let expected = try integral(from: -12, to: 12) { x in
      exp(-x * x / 2) / (2 * Double.pi).squareRoot() / (1 + exp(-intercept - log(0.58) - 1.5 * x))
    }
    // 60 points with the logistic's poles at ±iπ/1.5.
    #expect(abs(oracle.shareAllowing() - expected) < 1e-8)
  }
}

/// Results of an independent implementation of the model page, as mean and Monte Carlo error.
@Suite("Closed forms against the reference cases")
struct OracleReferenceTests {
  /// The life of the case selection-and-timing.
  private let life = LifeOracle(
    rate: .gamma(shape: 1.1116, rate: 0.587431), leaving: .beta(a: 0.586151, b: 0.939152))

  @Test("the life has the sessions of the case selection-and-timing")
  func fittedSessions() {
    // Lived plus lost under `launch`; the error of the sum is at most the sum of the errors.
    let undisturbed = 8.476390375 + 0.365444
    let error = 0.0069782383787 + 0.0016110873825
    let mean = life.meanSessions(by: 31)
    #expect(abs(mean - undisturbed) < 4.5 * error)
  }

  @Test("onboarding and the first, third and fourth article are reached by the reference's shares")
  func fittedTriggers() {
    for (spread, shares) in [
      (0.7, [(1, 0.74803725, 0.0001536), (3, 0.5528325, 0.0001753), (4, 0.481497875, 0.0001763)]),
      (1.1, [(1, 0.6845535, 0.0001628), (3, 0.479219375, 0.0001768), (4, 0.41758275, 0.0001744)]),
    ] {
      let oracle = TriggerOracle(
        life: life, horizon: 31, onboarding: (first: 0.68, later: 0.41),
        activitySpread: spread)
      #expect(abs(oracle.shareOnboarded() - 0.831207125) < 4.5 * 0.0001322)
      for (count, share, error) in shares {
        #expect(abs(oracle.shareReaching(count: count, perSession: 2.128) - share) < 4.5 * error)
      }
    }
  }

  @Test("constant rate and leaving reach the levels of the case competing-alerts")
  func constantTriggers() {
    let life = LifeOracle(rate: .constant(1.7), leaving: .constant(0.23))
    let oracle = TriggerOracle(
      life: life, horizon: 14, onboarding: (first: 0.6, later: 0.5), activitySpread: 0.5)
    // Lived plus lost under `level_5`.
    #expect(abs(life.meanSessions(by: 14) - 4.332_727_3) < 4.5 * (0.001_149 + 0.000_25))
    #expect(abs(oracle.shareOnboarded() - 0.850_341_4) < 4.5 * 0.000_111_8)
    for (count, share, error) in [(2, 0.793_553_9, 0.000_127_3), (5, 0.632_176_9, 0.000_152_4)] {
      #expect(abs(oracle.shareReaching(count: count, perSession: 3.472) - share) < 4.5 * error)
    }
  }

  @Test("given distributions without onboarding reach the second recipe of the case pre-prompts")
  func givenLawsTriggers() {
    let life = LifeOracle(rate: .gamma(shape: 1.6, rate: 0.8), leaving: .beta(a: 0.8, b: 1.9))
    let oracle = TriggerOracle(life: life, horizon: 30, activitySpread: 0.8)
    #expect(abs(life.meanSessions(by: 30) - 8.990_636_6) < 4.5 * (0.004_248 + 0.000_651))
    let share = oracle.shareReaching(count: 2, perSession: 1.568)
    #expect(abs(share - 0.708_947_6) < 4.5 * 0.000_113_3)
  }
}
