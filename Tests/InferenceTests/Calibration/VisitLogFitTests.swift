import Foundation
import GSLNumerics
import Inference
import SeededNumbers
import Testing

@Suite("A visit pattern from a log of sessions")
struct VisitLogFitTests {
  private let truth = VisitPattern(shape: 1, rate: 0.45, a: 1, b: 1.5)

  @Test("who never comes back has left, or has stayed away: the closed form")
  func nobody() throws {
    let record = try #require(VisitRecord(sessions: 0, last: 0, watched: 30))
    let left = 1 / (1 + 1.5)
    let away = (1 - left) * 0.45 / 30.45
    #expect(abs(truth.logLikelihood(record) - log(left + away)) < 1e-12)
  }

  /// At the numbers that Hoppe & Wagner (2007) found of CDNOW's customers, in weeks; the rate and the chance to leave
  /// integrated out by quadrature.
  @Test(
    "the likelihood of a record is that of the model's life, by quadrature over rates and chances to leave",
    arguments: [
      (2, 30.43, 38.86, -9.485858422468), (0, 0.0, 38.86, -0.539608243820),
      (7, 31.5, 32.25, -20.943502559176),
      (1, 1.71, 38.86, -4.460497504),
    ])
  func quadrature(_ sessions: Int, _ last: Double, _ watched: Double, _ logarithm: Double) throws {
    let pattern = VisitPattern(shape: 0.52484, rate: 6.18309, a: 0.89136, b: 1.614)
    let record = try #require(VisitRecord(sessions: sessions, last: last, watched: watched))
    #expect(abs(pattern.logLikelihood(record) - logarithm) < 1e-8)
  }

  @Test("records that cannot be are refused")
  func impossible() {
    #expect(VisitRecord(sessions: 0, last: 1, watched: 30) == nil)
    #expect(VisitRecord(sessions: 1, last: 31, watched: 30) == nil)
    #expect(VisitRecord(sessions: -1, last: 0, watched: 30) == nil)
    #expect(throws: NumericsError.self) { try VisitLogFit([]) }
  }

  /// Lives as the model has them; with shape and a of 1 the distributions of people have quantiles in closed form.
  private func lives(_ count: Int) -> [VisitRecord] {
    var random = SplitMix(seed: 20_261_125)
    func uniform() -> Double { random.openUniform() }
    return (0..<count).compactMap { _ in
      let rate = -log(uniform()) / truth.rate
      let leaving = 1 - pow(uniform(), 1 / truth.b)
      return life(rate: rate, leaving: leaving, watched: 30 + 30 * uniform(), uniform)
    }
  }

  /// Lives of 5,000 people, watched 30 to 60 days, whose rates and chances to leave have no closed form.
  ///
  /// The errors of four times as many were worked out by another program from lives of its own.
  @Test("the errors of a log are twice those of another program for four times as many, and hold the truth")
  func errors() throws {
    var random = SplitMix(seed: 20_261_126)
    func uniform() -> Double { random.openUniform() }
    /// A beta variate (Jöhnk 1964).
    func beta(_ a: Double, _ b: Double) -> Double {
      while true {
        let (x, y) = (pow(uniform(), 1 / a), pow(uniform(), 1 / b))
        if x + y <= 1, x + y > 0 { return x / (x + y) }
      }
    }
    let truth = VisitPattern(shape: 0.9, rate: 0.45, a: 0.62, b: 0.9)
    let records = (0..<5_000).compactMap { _ in
      // A gamma variate of shape below 1 is an exponential one times a beta one.
      life(
        rate: -log(uniform()) * beta(truth.shape, 1 - truth.shape) / truth.rate,
        leaving: beta(truth.a, truth.b),
        watched: 30 + 30 * uniform(), uniform)
    }
    let fit = try VisitLogFit(records)
    let belief = fit.logarithms
    for (index, wanted) in [(0.9, 0.0171), (0.45, 0.0222), (0.62, 0.0147), (0.9, 0.0230)].enumerated() {
      #expect(abs(belief.mean[index] - log(wanted.0)) < 4 * belief.deviations[index], "\(index)")
      #expect(abs(belief.deviations[index] / (2 * wanted.1) - 1) < 0.06, "\(belief.deviations[index])")
    }
    func correlation(_ one: Int, _ other: Int) -> Double {
      belief.covariance[one][other] / (belief.deviations[one] * belief.deviations[other])
    }
    #expect(abs(correlation(0, 1) - 0.84) < 0.03 && abs(correlation(2, 3) - 0.80) < 0.03)
  }

  /// A life: after every session somebody leaves for good, or comes back.
  private func life(
    rate: Double, leaving: Double, watched: Double, _ uniform: () -> Double
  ) -> VisitRecord? {
    var (time, last, sessions) = (0.0, 0.0, 0)
    while uniform() >= leaving {
      time -= log(uniform()) / rate
      guard time <= watched else { break }
      (last, sessions) = (time, sessions + 1)
    }
    return VisitRecord(sessions: sessions, last: last, watched: watched)
  }

  @Test("the numbers that made a log are found again, within its errors")
  func recovered() throws {
    let fit = try VisitLogFit(lives(8_000))
    let (found, errors) = (fit.logarithms.mean, fit.logarithms.deviations)
    for (index, value) in [truth.shape, truth.rate, truth.a, truth.b].enumerated() {
      #expect(abs(found[index] - log(value)) < 4 * errors[index])
    }
    #expect(!fit.isHomogeneous && fit.people == 8_000)
  }
}
