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

/// The seconds since 1970 of a date alone, or of a moment; `nil` for anything else.
private func date(_ name: String) -> Int? {
  guard name.utf8.count >= 8 else { return nil }
  var bytes = Array(name.utf8)
  return bytes.withUnsafeMutableBufferPointer {
    MomentReading.moment(UnsafeBufferPointer($0)).map { Int($0.seconds) }
  }
}
