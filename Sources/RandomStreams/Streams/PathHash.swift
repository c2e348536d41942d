/// A stable 64-bit hash of the path where a parameter is written.
///
/// `Hasher` is seeded per process and promises nothing between versions, so it cannot
/// address draws. This is FNV-1a over the bytes (Fowler, Noll and Vo, 64-bit offset
/// basis and prime), then Stafford's variant 13 of the SplitMix64 finaliser, since
/// FNV-1a mixes its upper bits weakly. Among a thousand paths two collide with
/// probability 3·10⁻¹⁴; colliding paths would draw the same values.
public enum PathHash {
  /// The hash of some bytes.
  @inlinable
  public static func hash(_ bytes: some Collection<UInt8>) -> UInt64 {
    var z: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes {
      z = (z ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
