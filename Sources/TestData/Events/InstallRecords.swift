/// The installs met so far, found again by the fingerprints of their ids: the chance that any two of ten million
/// different ids are taken for one is n²/2⁶⁵, and would cost one install.
///
/// About 65 bytes an install: in pieces, so that none is held twice while there comes to be room for more.
struct InstallRecords: Sendable {
  /// Installs held at most: two gigabytes.
  static let most = 30_000_000

  private static let piece = 65_536
  private var pieces: [[InstallRecord]] = []
  private var positions: [Int: UInt32] = [:]

  /// In the order of first appearance.
  var all: FlattenSequence<[[InstallRecord]]> { pieces.joined() }

  /// Takes a row in: as a new install, or as another row of one met before.
  ///
  /// - Parameter id: the fingerprint of the install's id.
  /// - Returns: whether there was room for it.
  @inline(__always)
  mutating func take(_ row: InstallRecord, id: Int) -> Bool {
    if let position = positions[id] {
      pieces[Int(position) / Self.piece][Int(position) % Self.piece].add(row)
      return true
    }
    guard positions.count < Self.most else { return false }
    if positions.count % Self.piece == 0 { pieces.append([]) }
    positions[id] = UInt32(positions.count)
    pieces[pieces.count - 1].append(row)
    return true
  }
}
