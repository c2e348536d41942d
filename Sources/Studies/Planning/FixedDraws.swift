import Foundation
import GSLNumerics
import Inference
import RandomStreams

/// Random words that are the same in every analysis and on every machine.
struct FixedDraws: RandomNumberGenerator {
  private let stream: AddressedStream
  private var position: UInt64 = 0

  /// - Parameter purpose: what the words are for; words for different purposes are independent.
  init(purpose: UInt64 = 0, simulation: Int = 0) {
    stream = TrialStream(seed: 0, trial: purpose).install(UInt64(simulation))
  }

  mutating func next() -> UInt64 {
    defer { position += 1 }
    return stream.bits(Address(rawValue: position))
  }

  /// In [0, 1), multiples of 2⁻⁵³.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// The share of a release, of the beta distribution around the share of all that leaves ρ of the variance between them.
  mutating func share(around mean: Double, icc: Double) -> Double {
    guard icc > 0, mean > 0, mean < 1 else { return mean }
    defer { position += BetaSampler.wordsReserved }
    let weight = 1 / icc - 1
    return BetaSampler(mean * weight, (1 - mean) * weight).draw(
      from: stream, at: Address(rawValue: position))
  }

  /// How many of the people do what has this probability, by one word and a search outwards from the mode.
  ///
  /// Exact but for rounding, in time in proportion to the standard deviation of the count.
  mutating func binomial(of people: Int, _ probability: Double) -> Int {
    guard probability > 0, people > 0 else { return 0 }
    guard probability < 1 else { return people }
    let (count, odds) = (Double(people), probability / (1 - probability))
    let mode = min(people, Int((count + 1) * probability))
    let (yes, no) = (Double(mode), Double(people - mode))
    // In two parts, which the compiler reads in a hundredth of the time.
    let ways: Double = lgamma(count + 1) - lgamma(yes + 1) - lgamma(no + 1)
    let logarithm: Double = ways + yes * log(probability) + no * log1p(-probability)
    let atMode = exp(logarithm)
    var left = uniform() - atMode
    var (below, above) = (mode, mode)
    var (belowMass, aboveMass) = (atMode, atMode)
    while left >= 0 {
      if above < people {
        aboveMass *= Double(people - above) / Double(above + 1) * odds
        above += 1
        left -= aboveMass
        if left < 0 { return above }
      }
      if below > 0 {
        belowMass *= Double(below) / (Double(people - below + 1) * odds)
        below -= 1
        left -= belowMass
        if left < 0 { return below }
      }
      // What rounding leaves of 1 is the mode's.
      if aboveMass + belowMass < 1e-18 * atMode || (above == people && below == 0) { break }
    }
    return mode
  }

  /// The same by one normal deviate, so that the count grows with the people and changes smoothly with them.
  ///
  /// Cornish and Fisher's quantile with the skewness; off by less than a person for a hundred.
  mutating func smoothBinomial(of people: Int, _ probability: Double) throws -> Int {
    let deviate = try StandardNormal.draw(&self)
    let variance = Double(people) * probability * (1 - probability)
    let count =
      Double(people) * probability + deviate * variance.squareRoot()
      + (1 - 2 * probability) * (deviate * deviate - 1) / 6
    return min(people, max(0, Int(count.rounded())))
  }
}
