/// The installs met so far, by fingerprints of their ids, each with the arm it was first met in.
///
/// Ids are compared by 56 bits: the chance that any two of ten million different ids are taken for
/// one is n²/2⁵⁷, below 1 in 1,000, and would cost one install. Eight bytes a slot, at most 70 % of
/// the slots taken: 134 MB for ten million installs. Beyond ``most`` it takes no more in.
/// A class, because it owns its memory.
final class InstallSet {
  enum Finding {
    case new
    case sameArm
    case otherArm
    case full
  }

  /// Installs told apart at most: half a gigabyte of fingerprints.
  static let most = 46_000_000

  private var slots: UnsafeMutablePointer<UInt64>
  private var size: Int
  private(set) var count = 0

  init() {
    size = 1 << 10
    slots = .allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
  }

  deinit { slots.deallocate() }

  /// Takes an install in, or says where it was met before.
  @inline(__always)
  func insert(_ fingerprint: UInt64, arm: Int) -> Finding {
    // The arm takes the low byte, from 1, so that no entry is 0, which marks a free slot.
    let key = fingerprint & ~0xFF
    let mask = size - 1
    var slot = Int(truncatingIfNeeded: fingerprint >> 20) & mask
    while true {
      let entry = slots[slot]
      if entry == 0 { break }
      if entry & ~0xFF == key { return Int(entry & 0xFF) == arm + 1 ? .sameArm : .otherArm }
      slot = (slot + 1) & mask
    }
    guard count < Self.most else { return .full }
    slots[slot] = key | UInt64(arm + 1)
    count += 1
    if count * 10 > size * 7 { grow() }
    return .new
  }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: size * 2)
    larger.initialize(repeating: 0, count: size * 2)
    let mask = size * 2 - 1
    for index in 0..<size where slots[index] != 0 {
      var slot = Int(truncatingIfNeeded: slots[index] >> 20) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = slots[index]
    }
    slots.deallocate()
    slots = larger
    size *= 2
  }
}
