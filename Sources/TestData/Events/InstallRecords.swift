/// The installs met so far, found again by their ids.
///
/// Ids are compared by 56 bits: the chance that any two of ten million different ids are taken for
/// one is n²/2⁵⁷, below 1 in 1,000, and would cost one install. 38 to 44 bytes an install (eight more with values): below
/// half a gigabyte for ten million. A class, because it owns its memory.
final class InstallRecords {
  /// Installs held at most: one and a quarter gigabytes.
  static let most = 30_000_000

  private static let blockBits = 14
  private var blocks: [UnsafeMutablePointer<InstallRecord>] = []
  /// One more than the position of a record; 0 marks a free slot.
  private var slots: UnsafeMutablePointer<UInt32>
  private var size: Int
  private(set) var count = 0
  /// The value of each install, NaN where no row has one; empty where the table has no such column.
  private var values: [Double] = []
  private let hasValues: Bool

  init(hasValues: Bool) {
    self.hasValues = hasValues
    size = 1 << 10
    slots = .allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
  }

  deinit {
    slots.deallocate()
    for block in blocks { block.deallocate() }
  }

  /// The install at a position, in the order of first appearance.
  @inline(__always)
  subscript(position: Int) -> InstallRecord { address(position).pointee }

  /// The value of the install at a position; `nil` where no row has one.
  func value(_ position: Int) -> Double? {
    guard hasValues, !values[position].isNaN else { return nil }
    return values[position]
  }

  @inline(__always)
  private func address(_ position: Int) -> UnsafeMutablePointer<InstallRecord> {
    blocks[position >> Self.blockBits] + (position & ((1 << Self.blockBits) - 1))
  }

  /// Takes a row in: as a new install, or as another row of one met before.
  ///
  /// - Parameter value: of the install, where the row has one; of several the largest counts.
  /// - Returns: whether there was room for it.
  @inline(__always)
  func take(_ row: InstallRecord, value: Double?) -> Bool {
    let mask = size - 1
    let wanted = row.key & ~0xFF
    var slot = Int(truncatingIfNeeded: wanted >> 20) & mask
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      let record = address(position)
      if record.pointee.key & ~0xFF == wanted {
        record.pointee.add(row)
        if hasValues, let value, !(values[position] >= value) { values[position] = value }
        return true
      }
      slot = (slot + 1) & mask
    }
    guard count < Self.most else { return false }
    if count & ((1 << Self.blockBits) - 1) == 0 { blocks.append(.allocate(capacity: 1 << Self.blockBits)) }
    address(count).initialize(to: row)
    if hasValues { values.append(value ?? .nan) }
    count += 1
    slots[slot] = UInt32(count)
    if count * 10 > size * 7 { grow() }
    return true
  }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: size * 2)
    larger.initialize(repeating: 0, count: size * 2)
    let mask = size * 2 - 1
    for position in 0..<count {
      var slot = Int(truncatingIfNeeded: (self[position].key & ~0xFF) >> 20) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = UInt32(position + 1)
    }
    slots.deallocate()
    slots = larger
    size *= 2
  }
}
