/// Trials drawn with replacement, from a fixed sequence: the bootstrap of a simulation's results.
///
/// The same number of trials is always resampled alike, on every machine, so that an error read off
/// a stored run never changes. The sequence is SplitMix64 (Steele, Lea & Flood 2014), from 0 unless a seed is given; a
/// trial's number is the upper half of the product with the number of trials, whose bias is below
/// 2⁻³² for any number of trials there can be.
///
/// Trials that are drawn together are resampled together, whole blocks of them, where there are enough
/// (``MonteCarloMean/fewestBlocks``); the last block drawn is cut where a replicate has as many trials as there are.
struct ResampledTrials: Sequence, IteratorProtocol {
  private var state: UInt64
  private let trials: Int
  private var left: Int
  private let block: Int

  /// - Parameters:
  ///   - trials: how many there are, at least 1.
  ///   - replicates: how many samples of that size are drawn.
  ///   - block: trials that are drawn together.
  ///   - seed: where the sequence begins.
  init(trials: Int, replicates: Int, trialsOfABlock block: Int = 1, seed: UInt64 = 0) {
    self.block = trials >= MonteCarloMean.fewestBlocks * block ? block : 1
    state = seed
    self.trials = trials
    left = replicates
  }

  /// The positions of one replicate.
  mutating func next() -> [Int]? {
    guard left > 0 else { return nil }
    left -= 1
    let blocks = (trials + block - 1) / block
    guard block > 1 else { return (0..<trials).map { _ in FixedSequence.next(&state, below: blocks) } }
    var drawn: [Int] = []
    drawn.reserveCapacity(trials + block)
    while drawn.count < trials {
      let first = block * FixedSequence.next(&state, below: blocks)
      drawn += first..<Swift.min(first + block, trials)
    }
    drawn.removeLast(drawn.count - trials)
    return drawn
  }
}

/// SplitMix64, for resampling and permuting results; never for simulating anything.
enum FixedSequence {
  static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number from 0 to one below a bound above 0: the upper half of the product.
  static func next(_ state: inout UInt64, below bound: Int) -> Int {
    Int(next(&state).multipliedFullWidth(by: UInt64(bound)).high)
  }
}
