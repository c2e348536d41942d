/// The uniforms of one uncertain parameter in one trial, spread evenly over the trials of its block.
///
/// Trials come in blocks of ``trials``. Within a block the uniforms of a parameter fall into that many strata of
/// equal width, one into each: trial t of the block gets (π(t) + v)/50, with π a permutation that the block and the path
/// determine, and v a uniform of the trial's own. Parameters have permutations of their own, so that together they are
/// a randomised Latin hypercube (McKay, Beckman and Conover 1979, "A comparison of three methods for selecting values
/// of input variables", Technometrics 21), a new one per block. Each uniform is uniform on (0, 1), whatever the
/// block; what a sum of one-parameter effects varies by from block to block is next to nothing (Stein 1987, "Large
/// sample properties of simulations using Latin hypercube sampling", Technometrics 29). Any trial can be drawn alone:
/// nothing but the seed, the number of the trial and the path enters.
public struct StratifiedStream: Hashable, Sendable {
  /// Trials of a block, and strata.
  public static let trials = 50

  /// The parameter's own stream in this trial.
  public let own: AddressedStream
  private let block: AddressedStream
  private let position: Int

  init(_ trial: TrialStream, hash: UInt64) {
    let (block, position) = trial.trial.quotientAndRemainder(dividingBy: UInt64(Self.trials))
    own = TrialStream.stream(trial.seed, trial.trial, domain: 1, hash)
    self.block = TrialStream.stream(trial.seed, block, domain: 2, hash)
    self.position = Int(position)
  }

  /// The uniform of a decision, within the trial's stratum.
  ///
  /// - Parameters:
  ///   - address: of the uniform within the stratum; draws of other addresses are independent of it.
  ///   - permutation: of the word that the permutation starts from; draws of several addresses with one permutation
  ///     fall into the same stratum.
  public func uniform(_ address: Address, stratum permutation: Address) -> Double {
    let share = (Double(stratum(permutation)) + own.uniform(address)) / Double(Self.trials)
    // A sum next to 50 rounds to it.
    return min(share, 0x1.fffffffffffffp-1)
  }

  /// π of the trial: where it ends in Fisher and Yates' shuffle, by words of the block (SplitMix64).
  ///
  /// The shuffle goes from the last place to the first, and a place that it has passed does not change any more.
  func stratum(_ address: Address) -> Int {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.trials) { strata in
      for index in strata.indices { strata[index] = UInt8(index) }
      for index in (max(1, position)..<Self.trials).reversed() {
        let word = block.bits(address.advanced(by: UInt64(index)))
        strata.swapAt(index, Int(word.multipliedFullWidth(by: UInt64(index + 1)).high))
      }
      return Int(strata[position])
    }
  }
}

extension TrialStream {
  /// The uniforms of one uncertain parameter, spread evenly over the trials of a block.
  ///
  /// - Parameter path: where it is written in the experiment, such as `population.allow.rate`, compared byte by byte in
  ///   UTF-8.
  public func stratified(path: String) -> StratifiedStream { stratified(hash: PathHash.hash(path.utf8)) }

  /// The same, by the hash of the path, for who asks in every trial.
  package func stratified(hash: UInt64) -> StratifiedStream { StratifiedStream(self, hash: hash) }
}
