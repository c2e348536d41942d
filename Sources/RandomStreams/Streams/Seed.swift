/// The one number a run's randomness starts from.
///
/// Two runs with the same seed, design and code version draw the same bits. Every
/// 64-bit value is a legal seed, zero included: seeds enter as the key of a block
/// cipher-like generator, so neighbouring seeds are as unrelated as distant ones.
@frozen
public struct Seed: Hashable, Sendable {
  /// All 64 bits of the seed.
  public var value: UInt64

  /// Wraps the bits of a seed.
  @inlinable
  public init(_ value: UInt64) {
    self.value = value
  }

  /// The randomness of one trial of a run with this seed.
  ///
  /// - Parameter number: the trial's number, below 2^62.
  @inlinable
  public func trial(_ number: UInt64) -> TrialStream {
    TrialStream(seed: self, trial: number)
  }
}
