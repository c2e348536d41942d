import GSLNumerics
import RandomStreams

/// Random words that are the same in every analysis and on every machine.
struct FixedDraws: RandomNumberGenerator {
  private let stream: AddressedStream
  private var position: UInt64 = 0

  /// - Parameter purpose: what the words are for; words for different purposes are independent.
  init(purpose: UInt64 = 0, simulation: Int = 0) {
    stream = Seed(0).trial(purpose).install(UInt64(simulation))
  }

  mutating func next() -> UInt64 {
    defer { position += 1 }
    return stream.bits(Address(rawValue: position))
  }

  /// In [0, 1), multiples of 2⁻⁵³.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Of the standard normal distribution.
  mutating func normal() throws -> Double {
    // Never 0, of which there is no quantile.
    try StandardNormal.quantile((Double(next() >> 12) + 0.5) * 0x1p-52)
  }

  /// Of a beta distribution.
  mutating func beta(_ a: Double, _ b: Double) -> Double {
    defer { position += BetaSampler.wordsReserved }
    return stream.beta(Address(rawValue: position), a, b)
  }
}
