import Foundation
import RandomStreams
import Testing

@Suite("Elementary functions")
struct ElementaryFunctionsTests {
  static let points = 200_000
  static let stream = TrialStream(seed: 101, trial: 0).install(0)

  /// Distance in representable numbers; 0 for two NaN.
  static func ulps(_ a: Double, _ b: Double) -> Int64 {
    if a.isNaN && b.isNaN { return 0 }
    if a.isNaN || b.isNaN { return .max }
    func ordered(_ x: Double) -> Int64 {
      let bits = Int64(bitPattern: x.bitPattern)
      return bits < 0 ? Int64.min &- bits : bits
    }
    return abs(ordered(a) - ordered(b))
  }

  func worst(
    from low: Double, to high: Double, _ own: (Double) -> Double, _ reference: (Double) -> Double
  ) -> Int64 {
    var worst: Int64 = 0
    for i in 0..<UInt64(Self.points) {
      let x = low + (high - low) * Self.stream.uniform(Address(rawValue: i))
      worst = max(worst, Self.ulps(own(x), reference(x)))
    }
    return worst
  }

  /// The C library's own error is a little above half an ulp, so two results that are
  /// each within 1 ulp of the truth are at most one representable number apart.
  @Test(
    "exp is within 1 ulp of the C library",
    arguments: [(-708.0, 708.0), (-1, 1), (-1e-5, 1e-5), (-745, -708), (708, 709.7)])
  func exponential(low: Double, high: Double) {
    #expect(worst(from: low, to: high, ElementaryFunctions.exp) { Foundation.exp($0) } <= 1)
  }

  @Test(
    "log is within 1 ulp of the C library",
    arguments: [(0.0, 1.0), (0.9, 1.1), (0.999, 1.001), (0.5, 2), (0, 1e300), (0, 1e-300), (0, 0x1p-1030)])
  func logarithm(low: Double, high: Double) {
    #expect(worst(from: low, to: high, ElementaryFunctions.log) { Foundation.log($0) } <= 1)
  }

  @Test("log is within 1 ulp of the C library on every magnitude")
  func logarithmOfAnyBits() {
    var worst: Int64 = 0
    for i in 0..<UInt64(Self.points) {
      let x = Double(bitPattern: Self.stream.bits(Address(rawValue: i)) >> 1)
      worst = max(worst, Self.ulps(ElementaryFunctions.log(x), Foundation.log(x)))
    }
    #expect(worst <= 1)
  }

  @Test("the ends, infinities, NaN and what lies outside are taken as documented")
  func specials() {
    typealias F = ElementaryFunctions
    let rows: [(function: (Double) -> Double, x: Double, value: Double)] = [
      (F.exp, 0, 1), (F.exp, -0.0, 1), (F.exp, 709.7827128933841, .infinity),
      (F.exp, .infinity, .infinity),
      (F.exp, -745.1332191019411, .leastNonzeroMagnitude), (F.exp, -745.1332191019413, 0),
      (F.exp, -.infinity, 0), (F.exp, .nan, .nan),
      (F.log, 1, 0), (F.log, 0, -.infinity), (F.log, -0.0, -.infinity), (F.log, -1e-300, .nan),
      (F.log, -.infinity, .nan), (F.log, .infinity, .infinity), (F.log, .nan, .nan),
      (F.logistic, 0, 0.5), (F.logistic, .infinity, 1), (F.logistic, -.infinity, 0), (F.logistic, .nan, .nan),
      (F.logit, 0.5, 0), (F.logit, 0, -.infinity), (F.logit, 1, .infinity), (F.logit, -0.1, .nan),
      (F.logit, 1.1, .nan), (F.logit, .nan, .nan),
    ]
    #expect(F.exp(709.782712893384).isFinite)
    for row in rows { #expect(Self.ulps(row.function(row.x), row.value) == 0, "\(row.x) gives \(row.value)") }
  }

  /// Each is checked against the C library's functions, rearranged so that the reference
  /// itself loses at most an ulp and a half: e^x/(1 + e^x) for small probabilities, and
  /// log p − log1p(−p) or 2 artanh(2p − 1) for log-odds.
  @Test("logistic is within 3 ulp, and logit within 6, of references good to an ulp or so")
  func logisticAccuracy() {
    typealias F = ElementaryFunctions
    let small = worst(from: -700, to: 0, F.logistic) { Foundation.exp($0) / (1 + Foundation.exp($0)) }
    let large = worst(from: 0, to: 40, F.logistic) { 1 / (1 + Foundation.exp(-$0)) }
    let middle = worst(from: 0.3, to: 0.7, F.logit) { 2 * Foundation.atanh(2 * $0 - 1) }
    let ends = worst(from: 0, to: 0.3, F.logit) { Foundation.log($0) - Foundation.log1p(-$0) }
    #expect([small <= 3, large <= 3, middle <= 6, ends <= 6] == [true, true, true, true])
  }

  @Test("exp and log keep their bits")
  func pinned() {
    typealias F = ElementaryFunctions
    let exponentials = [1e-10, 0.5, 1, -1, 10.25, -700.5, 709.5, -720, -745].map(F.exp)
    #expect(
      exponentials == [
        0x1.000000006df38p+0, 0x1.a61298e1e069cp+0, 0x1.5bf0a8b14576ap+1, 0x1.78b56362cef38p-2,
        0x1.b9ea2aed2a0f2p+14, 0x1.4ff475c68ca02p-1011, 0x1.81e9b4b52d0c9p+1023,
        Double(bitPattern: 0x0000_0009_93B4_DC95), .leastNonzeroMagnitude,
      ])
    let logarithms = [0.1, 0.75, 1.4, 1.5, 2, 10, 1e300, 1e-300, .leastNonzeroMagnitude].map(F.log)
    #expect(
      logarithms == [
        -0x1.26bb1bbb55515p+1, -0x1.269621134db92p-2, 0x1.588c2d913348ep-2, 0x1.9f323ecbf984cp-2,
        0x1.62e42fefa39efp-1, 0x1.26bb1bbb55516p+1, 0x1.5963447f87fb5p+9, -0x1.5963447f87fb5p+9,
        -0x1.74385446d71c3p+9,
      ])
  }

  @Test("logistic and logit keep their bits")
  func pinnedLogistic() {
    typealias F = ElementaryFunctions
    let probabilities = [-40, -1.5, 0.3, 2, 40].map(F.logistic)
    #expect(
      probabilities == [
        0x1.39792499b1a24p-58, 0x1.759b8355a1bafp-3, 0x1.261d545e46a8bp-1, 0x1.c2f7d5a8a79c9p-1, 1,
      ])
    let logOdds = [1e-300, 0.03, 0.45, 0.58, 0.9, 0x1.fffffffffffffp-1].map(F.logit)
    #expect(
      logOdds == [
        -0x1.5963447f87fb5p+9, -0x1.bcf0cd474166bp+1, -0x1.9af93cd23441p-3, 0x1.4a851baf27b6bp-2,
        0x1.193ea7aad030bp+1, 0x1.25e4f7b2737fap+5,
      ])
  }

  @Test("without a branch: the same bits where the answer means something, the nearest such answer elsewhere")
  func moderate() {
    let stream = TrialStream(seed: 6, trial: 0).install(7)
    var xs = (0..<2_000).map { (stream.uniform(purpose: 1, index: $0) - 0.5) * 1_416 }
    xs += [0, -0.0, 708, -708, 1, -1]
    let different = zip(xs, xs.reversed()).count { first, second in
      ElementaryFunctions.moderateLogistic(SIMD2(first, second))
        != SIMD2(ElementaryFunctions.logistic(first), ElementaryFunctions.logistic(second))
    }
    #expect(different == 0)
    let ends = SIMD2(1e9, -.infinity)
    #expect(ElementaryFunctions.moderateLogistic(ends)[0] == ElementaryFunctions.logistic(708))
    #expect(ElementaryFunctions.moderateLogistic(ends)[1] == ElementaryFunctions.logistic(-708))
  }
}
