/// Counts of installs by option within each part of a test (a release, a language, a segment, a day, an age), and within
/// each day of a release or a language; for one or several days by which rates are read.
struct PartSums {
  private let arms: Int
  /// By day of reading and kind of part: the counts of every option, part after part.
  private var cells: [[[OutcomeCounts?]]]
  /// Of releases and of languages, the dates met within each, in the order in which they were met; by a number that is in
  /// the order of clusters and of dates.
  private var dates: [[Int: Int]]

  private static let age = PartColumn.allCases.count
  private static let dated = age + 1

  init(arms: Int, readings: Int = 1) {
    self.arms = arms
    dates = PartColumn.clusters.map { _ in [:] }
    cells = Array(repeating: Array(repeating: [], count: Self.dated + dates.count), count: readings)
  }

  /// Counts installs of one option and one place.
  ///
  /// - Parameter counts: by each day of reading; `nil` where they are not that old.
  mutating func add(_ counts: [OutcomeCounts?], arm: Int, _ place: PartPlace) {
    let parts =
      PartColumn.allCases.map { place[$0] } + [place.age] + dates.indices.map { dated($0, place) }
    for (reading, counts) in counts.enumerated() {
      guard let counts else { continue }
      for (kind, part) in parts.enumerated() {
        guard let part else { continue }
        Self.add(counts, part, arm, of: arms, &cells[reading][kind])
      }
    }
  }

  @inline(__always)
  private static func add(
    _ counts: OutcomeCounts, _ part: Int, _ arm: Int, of arms: Int, _ cells: inout [OutcomeCounts?]
  ) {
    let index = part * arms + arm
    if cells.count <= index {
      cells += Array(repeating: nil, count: max((part + 1) * arms, 2 * cells.count) - cells.count)
    }
    if cells[index]?.add(counts) == nil { cells[index] = counts }
  }

  /// The place of a date within a release or a language; `nil` beyond as many as are kept.
  private mutating func dated(_ kind: Int, _ place: PartPlace) -> Int? {
    guard let cluster = place[PartColumn.clusters[kind]], let day = place[.day],
      dates[kind].count <= TableLimits.clusterDays
    else { return nil }
    let key = cluster << 32 | day
    if let known = dates[kind][key] { return known }
    dates[kind][key] = dates[kind].count
    return dates[kind].count - 1
  }

  /// One entry per option; `nil` where the part has none at all.
  private func counts(_ kind: Int, _ part: Int, _ reading: Int) -> [OutcomeCounts?]? {
    let (cells, first) = (cells[reading][kind], part * arms)
    guard first + arms <= cells.count else { return nil }
    let found = Array(cells[first..<first + arms])
    return found.contains { $0 != nil } ? found : nil
  }

  /// The counts by the parts of a column, and of releases and languages those of their days, in the order of these; none
  /// where there are too many to keep.
  ///
  /// - Parameter names: of the parts.
  func parts(_ column: PartColumn, _ names: [String], reading: Int = 0) -> [ClusterCounts] {
    let kind = PartColumn.allCases.firstIndex(of: column) ?? 0
    let own = PartColumn.clusters.firstIndex(of: column).map { (kind: Self.dated + $0, dates: dates[$0]) }
    let kept = own.map { $0.dates.count > TableLimits.clusterDays ? [:] : $0.dates } ?? [:]
    let days = Dictionary(grouping: kept.sorted { $0.key < $1.key }) { $0.key >> 32 }
    return names.enumerated().map { part, name in
      ClusterCounts(
        name: name, arms: counts(kind, part, reading) ?? Array(repeating: nil, count: arms),
        days: (days[part] ?? []).compactMap { counts(own?.kind ?? kind, $0.value, reading) })
    }
  }

  /// The counts by age, the oldest first.
  func ages(reading: Int) -> [(age: Int, arms: [OutcomeCounts?])] {
    (0..<cells[reading][Self.age].count / arms).reversed().compactMap { age in
      counts(Self.age, age, reading).map { (age, $0) }
    }
  }
}
