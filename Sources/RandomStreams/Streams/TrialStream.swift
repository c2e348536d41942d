/// The randomness of one trial: a stream for each install and for each parameter.
///
/// Everything starts at ``Philox4x32`` blocks whose key is the seed:
///
///     key      seed
///     counter  domain (2 bits) · trial (62 bits), path (64 bits)
///
/// A parameter's stream is the block of domain 1 and the hash of its path; the strata of ``StratifiedStream`` start at
/// domain 2, with the number of the trials' block in the place of the trial's. The block of domain 0
/// and path 0 gives the trial's two words, and an install's stream is what two finalisers make of
/// these and the install's number: SplitMix64's for the first word, Lea's for the second (Steele
/// and Vigna, "LXM: better splittable pseudorandom number generators", OOPSLA 2021), a fifth of a
/// block's price. Both are bijections of the number, so two installs of a trial never share a
/// stream; nor do two parameters, unless the 64-bit hashes of their paths collide (``PathHash``).
/// Nothing else enters: not time, not threads, not the number of installs or trials, not the order
/// of asking.
@frozen
public struct TrialStream: Hashable, Sendable {
  /// The seed of the run.
  public let seed: UInt64
  /// The trial's number.
  public let trial: UInt64
  /// Where the installs' first words start.
  @usableFromInline let bases: UInt64
  /// Where the installs' second words start.
  @usableFromInline let twists: UInt64

  /// Names a trial of a run.
  ///
  /// - Parameters:
  ///   - seed: the run's, any 64 bits: seeds enter as the key of a generator like a block cipher, so that neighbouring
  ///     ones are as unrelated as distant ones.
  ///   - trial: the trial's number, below 2^62; the two bits above tell domains apart.
  @inlinable
  public init(seed: UInt64, trial: UInt64) {
    precondition(trial < 1 << 62, "A trial's number must be below 2^62.")
    self.seed = seed
    self.trial = trial
    let start = Self.stream(seed, trial, domain: 0, 0)
    bases = start.base
    twists = start.twist
  }

  /// The stream of one install of this trial.
  @inlinable
  @inline(__always)
  public func install(_ index: UInt64) -> AddressedStream {
    var base = bases &+ index &* 0x9E37_79B9_7F4A_7C15
    base = (base ^ (base >> 30)) &* 0xBF58_476D_1CE4_E5B9
    base = (base ^ (base >> 27)) &* 0x94D0_49BB_1331_11EB
    base ^= base >> 31
    var twist = twists &+ index &* 0xD134_2543_DE82_EF95
    twist = (twist ^ (twist >> 32)) &* 0xDABA_0B6E_B093_22E3
    twist = (twist ^ (twist >> 32)) &* 0xDABA_0B6E_B093_22E3
    twist ^= twist >> 32
    return AddressedStream(base: base, twist: twist)
  }

  @inlinable
  static func stream(_ seed: UInt64, _ trial: UInt64, domain: UInt64, _ path: UInt64) -> AddressedStream {
    let high = domain << 62 | trial
    return AddressedStream(
      Philox4x32.block(
        key: (UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32)),
        counter: (
          UInt32(truncatingIfNeeded: path), UInt32(truncatingIfNeeded: path >> 32),
          UInt32(truncatingIfNeeded: high), UInt32(truncatingIfNeeded: high >> 32)
        )))
  }
}
