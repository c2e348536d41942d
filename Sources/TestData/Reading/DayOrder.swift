extension [ClusterCounts] {
  /// Days in their order: by number where all of them are whole numbers, by date where all are written
  /// `2026-03-02`, and as they came otherwise.
  var inOrderOfDays: [ClusterCounts] {
    let numbers = compactMap { Int($0.name) }
    if numbers.count == count { return ordered(by: numbers) }
    let dates = compactMap { date($0.name) }
    return dates.count == count ? ordered(by: dates) : self
  }

  private func ordered(by keys: [Int]) -> [ClusterCounts] {
    zip(keys, indices).sorted { $0 < $1 }.map { self[$0.1] }
  }
}

/// Whether a cell is written as a date alone, `2026-13-01`, and is none.
func isImpossibleDate(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
  guard cell.count == 10, cell[4] == 0x2D, cell[7] == 0x2D,
    cell.enumerated().allSatisfy({ $0 == 4 || $0 == 7 || $1 &- 0x30 < 10 })
  else { return false }
  return MomentReading.moment(cell) == nil
}

/// The seconds since 1970 of a date alone, or of a moment; `nil` for anything else.
private func date(_ name: String) -> Int? {
  guard name.utf8.count >= 8 else { return nil }
  var bytes = Array(name.utf8)
  return bytes.withUnsafeMutableBufferPointer {
    MomentReading.moment(UnsafeBufferPointer($0)).map { Int($0.seconds) }
  }
}
