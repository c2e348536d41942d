import RandomStreams

/// How many sessions a person lives who leaves after each with the same probability as everybody.
///
/// By inversion: the first n with (1 − p)ⁿ ≤ u. The powers stand in a table, and a guide tells where
/// in it to begin; the few who last longer are found by logarithms.
struct SessionsUntilChurn: ~Copyable, Sendable {
  /// 1 − p.
  let staying: Double
  private let powers: FixedList<Double>
  /// By steps of u: sessions that are lived for certain.
  private let guide: FixedList<UInt8>

  private static let guideCount = 1024.0

  init(leaving: Double) {
    staying = 1 - leaving
    var powers: [Double] = []
    powers.reserveCapacity(65)
    powers.append(1)
    for number in 1..<64 { powers.append(powers[number - 1] * staying) }
    // Ends every walk.
    powers.append(-1)
    let steps = Int(Self.guideCount)
    guide = FixedList(count: steps) { guide in
      var step = steps
      for (count, power) in powers.enumerated() where step > 0 {
        // A power of two: the product is exact. From its whole part on a step lasts beyond the power.
        let next = Int(max(0, power * Self.guideCount))
        guard next < step else { continue }
        (guide + next).initialize(repeating: UInt8(count), count: step - next)
        step = next
      }
    }
    self.powers = FixedList(powers)
  }

  /// Sessions until the person leaves, at least 1; what is behind the point means nothing.
  @inline(__always)
  func sessions(at u: Double) -> Double {
    var count = Int(guide[Int(u * Self.guideCount)])
    while powers[count] > u { count += 1 }
    return count + 1 < powers.count ? Double(count) : Self.many(u, staying)
  }

  /// By logarithms, as for people who each have a probability of their own.
  @inline(__always)
  static func many(_ u: Double, _ staying: Double) -> Double {
    let log = ElementaryFunctions.log(staying)
    return log < 0 ? 1 + ElementaryFunctions.log(u) / log : .infinity
  }

  /// The same of two people whose sessions are at least 2, that is, with u < 1 − p.
  @inline(__always)
  static func many(_ u: SIMD2<Double>, _ staying: SIMD2<Double>) -> SIMD2<Double> {
    let logs = ElementaryFunctions.logOfNormals(staying)
    let sessions = 1 + ElementaryFunctions.logOfNormals(u) / logs
    return sessions.replacing(with: .infinity, where: logs .>= 0)
  }
}
