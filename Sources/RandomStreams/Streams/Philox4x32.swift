/// Philox-4x32 with ten rounds: a keyed bijection of 128-bit counters.
///
/// It has no state to carry along, so any block can be computed on its own; that is
/// what lets a single install of a single trial be replayed.
///
/// Reference: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
/// 1, 2, 3", SC11 (2011), section 3.3. The tests hold the known answers of the
/// authors' library, Random123.
public enum Philox4x32 {
  /// Four 32-bit words, in the paper's order.
  public typealias Block = (UInt32, UInt32, UInt32, UInt32)

  /// The ten-round block for a key and a counter.
  @inlinable
  public static func block(key: (UInt32, UInt32), counter: Block) -> Block {
    var key = key
    var block = counter
    for _ in 0..<9 {
      block = round(key: key, block)
      // The key schedule is a Weyl sequence: golden ratio and sqrt(3) − 1, times 2^32.
      key.0 &+= 0x9E37_79B9
      key.1 &+= 0xBB67_AE85
    }
    return round(key: key, block)
  }

  @inlinable
  static func round(key: (UInt32, UInt32), _ x: Block) -> Block {
    let first = UInt64(x.0) &* 0xD251_1F53
    let second = UInt64(x.2) &* 0xCD9E_8D57
    return (
      UInt32(truncatingIfNeeded: second >> 32) ^ x.1 ^ key.0,
      UInt32(truncatingIfNeeded: second),
      UInt32(truncatingIfNeeded: first >> 32) ^ x.3 ^ key.1,
      UInt32(truncatingIfNeeded: first)
    )
  }
}
