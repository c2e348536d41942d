/// The installs met so far, found again by the fingerprints of their ids: the chance that any two of ten million
/// different ids are taken for one is n²/2⁶⁵, and would cost one install.
///
/// About 73 bytes an install.
struct InstallRecords: Sendable {
  /// Installs held at most: two gigabytes.
  static let most = 30_000_000

  /// In the order of first appearance.
  private(set) var all: [InstallRecord] = []
  private var positions: [Int: UInt32] = [:]

  /// Takes a row in: as a new install, or as another row of one met before.
  ///
  /// - Parameter id: the fingerprint of the install's id.
  /// - Returns: whether there was room for it.
  @inline(__always)
  mutating func take(_ row: InstallRecord, id: Int) -> Bool {
    if let position = positions[id] {
      all[Int(position)].add(row)
      return true
    }
    guard all.count < Self.most else { return false }
    positions[id] = UInt32(all.count)
    all.append(row)
    return true
  }
}
