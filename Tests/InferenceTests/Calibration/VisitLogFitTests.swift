import Foundation
import GSLNumerics
import Inference
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

  @Test("records that cannot be are refused")
  func impossible() {
    #expect(VisitRecord(sessions: 0, last: 1, watched: 30) == nil)
    #expect(VisitRecord(sessions: 1, last: 31, watched: 30) == nil)
    #expect(VisitRecord(sessions: -1, last: 0, watched: 30) == nil)
    #expect(throws: NumericsError.self) { try VisitLogFit([]) }
  }

  /// Lives as the model has them: after every session somebody leaves for good, or comes back.
  ///
  /// With shape and a of 1 the distributions of people have quantiles in closed form.
  private func lives(_ count: Int) -> [VisitRecord] {
    var random = SplitMix(seed: 20_261_125)
    func uniform() -> Double { (Double(random.next() >> 12) + 0.5) * 0x1p-52 }
    return (0..<count).compactMap { _ in
      let rate = -log(uniform()) / truth.rate
      let leaving = 1 - pow(uniform(), 1 / truth.b)
      let watched = 30 + 30 * uniform()
      var (time, last, sessions) = (0.0, 0.0, 0)
      while uniform() >= leaving {
        time -= log(uniform()) / rate
        guard time <= watched else { break }
        (last, sessions) = (time, sessions + 1)
      }
      return VisitRecord(sessions: sessions, last: last, watched: watched)
    }
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
