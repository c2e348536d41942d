import RandomStreams
import Testing

/// Whether streams and addresses that differ in little differ in everything.
@Suite("Independence of streams and addresses")
struct IndependenceTests {
  static let installs = UInt64(sampleSize)

  @Test("words at one address are uniform over installs, and over trials", arguments: [0, 7, 40_000])
  func uniformAcrossStreams(purpose: UInt16) {
    let address = Address(purpose: purpose, index: 3)
    let trial = TrialStream(seed: 1, trial: 0)
    let overInstalls = (0..<Self.installs).map { trial.install($0).uniform(address) }
    let overTrials = (0..<Self.installs).map { TrialStream(seed: 1, trial: $0).install(0).uniform(address) }
    #expect(kolmogorovSmirnov(overInstalls) { $0 } < kolmogorovSmirnovLimit)
    #expect(kolmogorovSmirnov(overTrials) { $0 } < kolmogorovSmirnovLimit)
  }

  @Test("words of one install are uniform over indices, and over purposes")
  func uniformAcrossAddresses() {
    let stream = TrialStream(seed: 2, trial: 9).install(12)
    let overIndices = (0..<UInt32(Self.installs)).map { stream.uniform(purpose: 2, index: $0) }
    let overPurposes = (0..<UInt16(4_000)).map { stream.uniform(purpose: $0) }
    #expect(kolmogorovSmirnov(overIndices) { $0 } < kolmogorovSmirnovLimit)
    #expect(kolmogorovSmirnov(overPurposes) { $0 } < kolmogorovSmirnovLimit)
  }

  /// Under independence a correlation times √n is standard normal; of 28 + 28 pairs one
  /// exceeds 4.2 with probability 0.0015.
  @Test("purposes, and indices of one purpose, are uncorrelated over installs")
  func uncorrelatedAddresses() {
    let trial = TrialStream(seed: 3, trial: 5)
    let purposes = (0..<8).map { Address(purpose: $0) }
    let indices = (0..<8).map { Address(purpose: 4, index: $0) }
    #expect(largestCorrelation(purposes, in: trial) < 4.2)
    #expect(largestCorrelation(indices, in: trial) < 4.2)
  }

  func largestCorrelation(_ addresses: [Address], in trial: TrialStream) -> Double {
    var products = Array(repeating: Array(repeating: 0.0, count: addresses.count), count: addresses.count)
    for install in 0..<Self.installs {
      let stream = trial.install(install)
      let centred = addresses.map { stream.uniform($0) - 0.5 }
      for i in 0..<addresses.count {
        for j in 0..<i { products[i][j] += centred[i] * centred[j] }
      }
    }
    // The variance of a uniform is 1/12.
    let largest = products.joined().map(\.magnitude).max() ?? .infinity
    return largest * 12 / Double(Self.installs).squareRoot()
  }

  /// Chi-square with 255 degrees of freedom exceeds 330.5 with probability 0.001.
  @Test("neighbouring installs, trials, seeds and indices fill the square evenly")
  func pairs() {
    let address = Address(purpose: 6, index: 1)
    let n = Self.installs
    #expect(squareChiSquare(n) { TrialStream(seed: 4, trial: 2).install($0).uniform(address) } < 330.5)
    #expect(squareChiSquare(n) { TrialStream(seed: 4, trial: $0).install(7).uniform(address) } < 330.5)
    #expect(squareChiSquare(n) { TrialStream(seed: $0, trial: 2).install(7).uniform(address) } < 330.5)
    let stream = TrialStream(seed: 4, trial: 2).install(8)
    #expect(squareChiSquare(n) { stream.uniform(purpose: 6, index: UInt32($0)) } < 330.5)
  }

  /// Puts (word 2i, word 2i + 1) into 16 × 16 cells.
  func squareChiSquare(_ count: UInt64, _ word: (UInt64) -> Double) -> Double {
    var cells = Array(repeating: 0.0, count: 256)
    for pair in 0..<count {
      cells[Int(word(2 * pair) * 16) * 16 + Int(word(2 * pair + 1) * 16)] += 1
    }
    let expected = Double(count) / 256
    return cells.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
  }

  /// Flips of 64 × 64 pairs of bits are binomial with probability ½; the largest of 4,096
  /// standard normals exceeds 5.3 with probability 0.0005.
  @Test("flipping any bit of an address flips every bit of the word half the time")
  func avalanche() {
    let rounds = UInt64(sampleSize / 8)
    var flips = Array(repeating: 0, count: 64 * 64)
    for round in 0..<rounds {
      let stream = TrialStream(seed: 5, trial: 0).install(round)
      let address = Address(purpose: UInt16(round % 32), index: UInt32(round % 7))
      let word = stream.bits(address)
      for bit in 0..<64 {
        let change = word ^ stream.bits(Address(rawValue: address.rawValue ^ 1 << UInt64(bit)))
        for output in 0..<64 { flips[bit * 64 + output] += Int(change >> UInt64(output) & 1) }
      }
    }
    let half = Double(rounds) / 2
    let worst = flips.map { (Double($0) - half).magnitude }.max() ?? .infinity
    #expect(worst / (Double(rounds).squareRoot() / 2) < 5.3)
  }
}
