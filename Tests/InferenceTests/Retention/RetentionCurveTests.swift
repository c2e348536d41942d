import Foundation
import GSLNumerics
import Inference
import SeededNumbers
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

  @Test(
    "distributions that narrow to a point approach the closed form of constants, at the speed of their variance"
  )
  func narrowLawsApproachConstants() throws {
    // Gamma(400, 200) and Beta(80, 320): coefficients of variation 1/20 and 1/10, so second-order
    // terms of at most a few per cent; ten times narrower is a hundred times nearer.
    let limit = try RetentionCurve(rate: .constant(2), leaving: .constant(0.2))
    func distance(_ scale: Double) throws -> Double {
      let near = try RetentionCurve(
        rate: .gamma(shape: 400 * scale, rate: 200 * scale),
        leaving: .beta(a: 80 * scale, b: 320 * scale))
      return abs(near.retention(onDay: 7) / limit.retention(onDay: 7) - 1)
    }
    let wide = try distance(1)
    let narrow = try distance(100)
    #expect(wide < 0.1)
    #expect(abs(narrow / wide - 0.01) < 0.002)
  }

  @Test("simulated lives have the same retention and sessions within four and a half standard errors")
  func agreesWithSimulation() throws {
    let lives = 20_000
    var random = LifeSource(random: SplitMix(seed: 20_261_121))
    var active = [Int](repeating: 0, count: 32)
    var sessions = 0.0
    var squares = 0.0
    for _ in 0..<lives {
      let days = random.life(shape: 2, rate: 1.5, a: 1, b: 2, through: 31)
      for day in Set(days.map { Int($0) }) { active[day] += 1 }
      let counted = Double(days.count { $0 >= 1 })
      sessions += counted
      squares += counted * counted
    }
    let curve = try RetentionCurve(rate: .gamma(shape: 2, rate: 1.5), leaving: .beta(a: 1, b: 2))
    for day in [1, 7, 30] {
      let expected = curve.retention(onDay: day)
      let error = (expected * (1 - expected) / Double(lives)).squareRoot()
      #expect(abs(Double(active[day]) / Double(lives) - expected) < 4.5 * error)
    }
    let mean = sessions / Double(lives)
    let error = ((squares / Double(lives) - mean * mean) / Double(lives)).squareRoot()
    #expect(abs(mean - curve.meanSessions(from: 1, to: 31)) < 4.5 * error)
  }

  @Test("parameters outside the distributions are refused, NaN included")
  func refusals() {
    #expect(throws: NumericsError.self) {
      try RetentionCurve(rate: .constant(0), leaving: .constant(0.5))
    }
    #expect(throws: NumericsError.self) {
      try RetentionCurve(rate: .constant(1), leaving: .constant(1.5))
    }
    #expect(throws: NumericsError.self) {
      try RetentionCurve(rate: .gamma(shape: 1, rate: .nan), leaving: .constant(0.5))
    }
    #expect(throws: NumericsError.self) {
      try RetentionCurve(rate: .constant(1), leaving: .beta(a: 1, b: 0))
    }
  }
}

/// Lives drawn straight from the model page, with nothing in common with the quadrature.
private struct LifeSource {
  var random: SplitMix

  mutating func uniform() -> Double { random.openUniform() }

  mutating func exponential() -> Double { -log(uniform()) }

  /// Whole shapes only: a sum of exponentials.
  mutating func gamma(shape: Int) -> Double {
    (0..<shape).map { _ in exponential() }.reduce(0, +)
  }

  /// The start of every session by `through` days; the first at 0.
  mutating func life(shape: Int, rate: Double, a: Int, b: Int, through: Double) -> [Double] {
    let perDay = gamma(shape: shape) / rate
    let x = gamma(shape: a)
    let leaving = x / (x + gamma(shape: b))
    var starts = [0.0]
    var now = 0.0
    while uniform() >= leaving {
      now += exponential() / perDay
      if now >= through { break }
      starts.append(now)
    }
    return starts
  }
}
