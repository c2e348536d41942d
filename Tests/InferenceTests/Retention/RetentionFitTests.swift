import Foundation
import GSLNumerics
import SeededNumbers
import Testing

@testable import Inference

@Suite("Fitting a visit pattern to published retention")
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
      let fit = try makeFit(targets)
      #expect(fit.agreement == .met)
      // Six significant digits of four parameters leave a few parts in a million.
      #expect(fit.worstRatio < 1.000_01)
      let found = fit.pattern.lnParameters
      for (value, reference) in zip(found, lnParameters) {
        #expect(abs(value - reference) < 1e-4)
      }
    }
  }

  /// Targets that no visit pattern has, and the least misfit that SciPy 1.17 least_squares found from 12
  /// random starts on an independent quadrature of 4,001 points; the first was found from 3 of them.
  static let unreachable: [(targets: [Double], misfit: Double)] = [
    ([0.4, 0.01, 0.005, 1.2], 1.738187839906),
    ([0.2709, 0.03401, 0.0122, 4.304], 0.109322549909),
    ([0.1956, 0.07861, 0.01043, 2.533], 0.157816357086),
    ([0.273, 0.092, 0.039, 2.94], 0.000554341273),
    ([0.3254, 0.0846, 0.028, 2.94], 0.002292552461),
    ([0.0791, 0.03265, 0.01145, 1.114], 0.008339566612),
  ]

  @Test("figures that no pattern has are fitted at the global minimum of the misfit")
  func findsGlobalMinimum() throws {
    for (targets, misfit) in Self.unreachable {
      let fit = try makeFit(targets)
      let miss = fit.fitted.logRatios(to: fit.targets)
      #expect(abs(miss.dot(miss) / misfit - 1) < 1e-4)
    }
  }

  /// Twenty visit patterns for each seed, spread over what apps publish, games with a low day 1 included.
  @Test(
    "plausible figures of a known pattern are met",
    arguments: 1...10)
  func meetsPlausibleTargets(seed: UInt64) throws {
    var stream = SplitMix(seed: seed)
    var missed: [VisitPattern] = []
    for _ in 0..<20 {
      let (truth, figures) = try makePlausible(&stream)
      let fit = try fitRetention(
        d1: figures.d1, d7: figures.d7, d30: figures.d30,
        sessionsPerActiveDay: figures.sessionsPerActiveDay)
      if !(fit.worstRatio < 1.000_05) { missed.append(truth) }
    }
    #expect(missed.isEmpty)
  }

  @Test("where two patterns have the figures, the one with more installs that never come back is used")
  func prefersFewerReturns() throws {
    let fit = try makeFit([0.08053, 0.02128, 0.00551, 1.716])
    #expect(fit.worstRatio < 1.000_01)
    // A local minimum has 36% here.
    #expect(abs(fit.pattern.thirdSession(byDay: 30) - 0.140) < 0.001)
  }

  @Test("a low day 1, as games have it, is met although a local minimum is near")
  func lowDayOne() throws {
    let fit = try makeFit([0.08477, 0.02379, 0.006763, 1.809])
    #expect(fit.worstRatio < 1.000_01)
    #expect(abs(fit.pattern.thirdSession(byDay: 30) - 0.141) < 0.001)
  }

  @Test("the figures reported are those of the rounded parameters")
  func reportsRoundedParameters() throws {
    let fit = try fitRetention(d1: 0.25, d7: 0.11, d30: 0.05, sessionsPerActiveDay: 2)
    #expect(fit.pattern.shape == Double(String(format: "%.6g", fit.pattern.shape)))
    #expect(fit.fitted == RetentionFigures(of: try RetentionCurve(of: fit.pattern)))
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
    for sessions in [0.9, 1e300] {
      #expect(throws: RetentionFitError.sessionsPerActiveDayOutOfRange(value: sessions)) {
        try fitRetention(d1: 0.2, d7: 0.1, d30: 0.05, sessionsPerActiveDay: sessions)
      }
    }
    #expect(throws: RetentionFitError.self) {
      try fitRetention(d1: .nan, d7: 0.1, d30: 0.05, sessionsPerActiveDay: 2)
    }
  }

  private func makeFit(_ targets: [Double]) throws -> RetentionFit {
    try fitRetention(
      d1: targets[0], d7: targets[1], d30: targets[2], sessionsPerActiveDay: targets[3])
  }

  /// A pattern whose figures lie where published ones do.
  private func makePlausible(_ stream: inout SplitMix) throws -> (VisitPattern, RetentionFigures) {
    while true {
      func within(_ range: ClosedRange<Double>, _ stream: inout SplitMix) -> Double {
        exp(range.lowerBound + (range.upperBound - range.lowerBound) * stream.uniform())
      }
      let pattern = VisitPattern(
        shape: within(-4...4, &stream), rate: within(-6...3, &stream), a: within(-3...3, &stream),
        b: within(-3...4, &stream))
      let figures = RetentionFigures(of: try RetentionCurve(of: pattern))
      guard (0.04...0.65).contains(figures.d1), (0.01...0.5).contains(figures.d7),
        (0.002...0.35).contains(figures.d30), (1.05...8).contains(figures.sessionsPerActiveDay)
      else { continue }
      return (pattern, figures)
    }
  }
}

@Suite("What the retention fit is made of")
struct RetentionPartsTests {
  /// Corners and middles of the box of log-parameters.
  static let points: [SIMD4<Double>] = [
    .zero, SIMD4(-6, -6, -6, -6), SIMD4(6, 6, 6, 6), SIMD4(6, -6, -6, 6), SIMD4(-3, 2, 1, 0.5),
  ]

  @Test(
    "the logarithms of the figures are those of the curve, and a search's differ by a few parts in a million")
  func figures() throws {
    for point in Self.points {
      let pattern = VisitPattern(
        shape: exp(point[0]), rate: exp(point[1]), a: exp(point[2]), b: exp(point[3]))
      let expected = RetentionFigures(of: try RetentionCurve(of: pattern)).logs
      #expect((try RetentionGradient(at: point, .full).lnFigures - expected).largest < 1e-10)
      // At the corners; in the middle of the box ten times better.
      #expect((try RetentionGradient(at: point, .search).lnFigures - expected).largest < 2e-5)
    }
  }

  @Test("the slopes are those of central differences")
  func slopes() throws {
    for point in Self.points {
      let found = try RetentionGradient(at: point, .full)
      for unknown in 0..<4 {
        var (up, down) = (point, point)
        up[unknown] += 1e-5
        down[unknown] -= 1e-5
        let difference =
          (try RetentionGradient(at: up, .full).lnFigures - RetentionGradient(at: down, .full).lnFigures)
          / 2e-5
        let slopes = SIMD4(
          found.slopes[0][unknown], found.slopes[1][unknown], found.slopes[2][unknown],
          found.slopes[3][unknown])
        // Rounding of 1e-12 over a step of 1e-5, and third derivatives of up to some hundreds.
        #expect((slopes - difference).largest < 1e-6)
      }
    }
  }

  @Test("eleven days stand for thirty, exactly for polynomials up to degree 15 over days 4 to 30")
  func fewDays() {
    for degree in 0...15 {
      func power(_ day: Double) -> Double { pow((day - 17) / 13, Double(degree)) }
      let whole = (4...30).map { power(Double($0)) }.reduce(0, +)
      let few = zip(RetentionDays.few.days, RetentionDays.few.weights).dropFirst(3)
        .reduce(0) { $0 + $1.1 * power($1.0) }
      #expect(abs(few - whole) < 1e-10)
    }
  }

  @Test("four equations are solved whatever the order of their rows, and singular ones are not")
  func linearSystem() throws {
    let rows = [SIMD4(0.0, 2, 1, -1), SIMD4(3, 0, 0, 1), SIMD4(1, 1, 0, 0), SIMD4(0, 0, 4, 2)]
    let solution = SIMD4(1.0, -2, 3, 0.5)
    let right = SIMD4(
      rows[0].dot(solution), rows[1].dot(solution), rows[2].dot(solution), rows[3].dot(solution))
    #expect((try #require(solve(rows, right)) - solution).largest < 1e-14)
    #expect(solve([rows[0], rows[0], rows[2], rows[3]], right) == nil)
  }
}

extension VisitPattern {
  fileprivate var lnParameters: [Double] { [shape, rate, a, b].map { log($0) } }

  /// E[(1 − p)²] times the share of rates at which two more sessions start by this day.
  fileprivate func thirdSession(byDay day: Double) -> Double {
    let stays = b * (b + 1) / ((a + b) * (a + b + 1))
    return stays * (1 - pow(rate / (rate + day), shape) * (1 + shape * day / (rate + day)))
  }
}
