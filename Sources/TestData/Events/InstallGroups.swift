import TextFormats

/// Which of the groups known at install each install belongs to: its country, channel, device, system and segment
/// together.
///
/// What is beyond ``TableLimits/clusters`` different combinations is one further group.
struct InstallGroups {
  /// The columns that the table has.
  let columns: [EventsColumn]
  private let positions: [Int]
  private var names = NameTable(most: TableLimits.clusters)
  private var key: [UInt8] = []

  /// The columns that are known when an install is assigned.
  private static let known: [EventsColumn] = [.country, .channel, .device, .system, .segment]

  init(_ header: ColumnHeader<EventsColumn>) {
    columns = Self.known.filter { header[$0] != nil }
    positions = columns.compactMap { header[$0] }
  }

  /// The group of the scanner's current record; an empty cell is a value like any other.
  mutating func group(_ record: RecordScanner) -> Int {
    guard !positions.isEmpty else { return 0 }
    key.removeAll(keepingCapacity: true)
    for position in positions {
      key.append(contentsOf: record.cell(position))
      // No cell ends in a byte that UTF-8 does not have, so different cells never run together.
      key.append(0x1F)
    }
    return key.withUnsafeBufferPointer { names.position($0) } ?? TableLimits.clusters
  }
}
