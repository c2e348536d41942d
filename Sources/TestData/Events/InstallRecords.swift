/// The installs met so far, found again by the fingerprints of their ids: the chance that any two of ten million
/// different ids are taken for one is n²/2⁶⁵, and would cost one install.
///
/// About 73 bytes an install.
struct InstallRecords: Sendable {
  /// Installs held at most: two gigabytes.
  static let most = 30_000_000

  /// In pieces, as a list that doubles would need twice the room for a moment.
  private var blocks: [[InstallRecord]] = []
  private static let blockBits = 14
  private var positions: [Int: UInt32] = [:]
  private(set) var count = 0

  /// The install at a position, in the order of first appearance.
  @inline(__always)
  subscript(position: Int) -> InstallRecord {
    blocks[position >> Self.blockBits][position & (1 << Self.blockBits - 1)]
  }

  /// Takes a row in: as a new install, or as another row of one met before.
  ///
  /// - Parameter id: the fingerprint of the install's id.
  /// - Returns: whether there was room for it.
  @inline(__always)
  mutating func take(_ row: InstallRecord, id: Int) -> Bool {
    if let position = positions[id].map(Int.init) {
      blocks[position >> Self.blockBits][position & (1 << Self.blockBits - 1)].add(row)
      return true
    }
    guard count < Self.most else { return false }
    if count & (1 << Self.blockBits - 1) == 0 {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(1 << Self.blockBits)
    }
    blocks[blocks.count - 1].append(row)
    positions[id] = UInt32(count)
    count += 1
    return true
  }

  /// The same without the ids, which nobody asks for once all rows are in.
  var withoutIDs: InstallRecords {
    var installs = self
    installs.positions = [:]
    return installs
  }
}
