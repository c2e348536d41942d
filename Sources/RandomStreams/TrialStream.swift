/// The randomness of one trial: a stream for each install and for each parameter.
///
/// Every stream comes from one ``Philox4x32`` block whose key is the seed:
///
///     key      seed
///     counter  domain (2 bits) · trial (62 bits), install or place (64 bits)
///
/// Blocks under one key are all different, so streams are too: two installs, two
/// trials, or an install and a parameter never share one. (Two *places* share one if
/// their 64-bit hashes collide, see ``PlaceHash``.) Nothing else enters: not time, not
/// threads, not the number of installs or trials, not the order of asking.
@frozen
public struct TrialStream: Hashable, Sendable {
  /// The seed of the run.
  public let seed: Seed
  /// The trial's number.
  public let trial: UInt64

  /// Names a trial of a run.
  ///
  /// - Parameters:
  ///   - seed: the run's seed.
  ///   - trial: the trial's number, below 2^62; the two bits above tell domains apart.
  @inlinable
  public init(seed: Seed, trial: UInt64) {
    precondition(trial < 1 << 62, "A trial's number must be below 2^62.")
    self.seed = seed
    self.trial = trial
  }

  /// The stream of one install of this trial.
  @inlinable
  public func install(_ index: UInt64) -> AddressedStream {
    stream(domain: 0, index)
  }

  /// The stream of one uncertain parameter, known by the place where it is written.
  ///
  /// - Parameter place: the parameter's path in the experiment, such as
  ///   `population.allow.rate`, compared byte by byte in UTF-8.
  @inlinable
  public func parameter(place: String) -> AddressedStream {
    stream(domain: 1, PlaceHash.hash(place.utf8))
  }

  /// The stream of one uncertain parameter, known by the bytes of its place.
  @inlinable
  public func parameter(place: some Collection<UInt8>) -> AddressedStream {
    stream(domain: 1, PlaceHash.hash(place))
  }

  @inlinable
  func stream(domain: UInt64, _ index: UInt64) -> AddressedStream {
    let high = domain << 62 | trial
    return AddressedStream(
      Philox4x32.block(
        key: (UInt32(truncatingIfNeeded: seed.value), UInt32(truncatingIfNeeded: seed.value >> 32)),
        counter: (
          UInt32(truncatingIfNeeded: index), UInt32(truncatingIfNeeded: index >> 32),
          UInt32(truncatingIfNeeded: high), UInt32(truncatingIfNeeded: high >> 32)
        )))
  }
}
