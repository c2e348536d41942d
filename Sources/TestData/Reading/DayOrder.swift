extension [ClusterCounts] {
  /// Days in their order: by number where all of them are whole numbers, by date where all are written
  /// `2026-03-02`, and as they came otherwise.
  var inOrderOfDays: [ClusterCounts] {
    let numbers = compactMap { Int($0.name) }
    let keys =
      numbers.count == count
      ? numbers
      : compactMap {
        $0.name.utf8.count < 8 ? nil : Moment($0.name)?.seconds
      }
    guard keys.count == count else { return self }
    return zip(keys, indices).sorted { $0 < $1 }.map { self[$0.1] }
  }
}
