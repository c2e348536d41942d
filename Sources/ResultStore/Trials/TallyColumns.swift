import ExperimentDesign
import Foundation
import GRDB

/// Which column of `tally` holds what, in one order for writing and reading.
enum TallyColumns {
  /// One per counter and per amount, in their order, then what is neither.
  static let all: [String] =
    Counter.allCases.map(\.name) + Amount.allCases.map(\.name)
    + [
      "gained_over_baseline", "lost_to_baseline", "allowed_by_day", "denied_by_day",
      "allowed_score_by_day",
    ]

  /// Binds a tally to the placeholders of ``all``.
  static func bind(_ tally: Tally, with arguments: inout PositionalArguments) throws {
    for count in tally.counts { try arguments.bind(count) }
    for amount in tally.amounts { try arguments.bind(amount) }
    try arguments.bind(tally.gainedOverBaseline)
    try arguments.bind(tally.lostToBaseline)
    try arguments.bind(StoredText.list(tally.allowedByDay))
    try arguments.bind(StoredText.list(tally.deniedByDay))
    try arguments.bind(StoredText.list(tally.allowedScoreByDay))
  }

  /// Adds what ``bind(_:with:)`` binds to a checksum.
  static func combine(_ tally: Tally, into checksum: inout Checksum) {
    checksum.combine(tally.counts)
    for amount in tally.amounts { checksum.combine(amount) }
    checksum.combine(tally.gainedOverBaseline)
    checksum.combine(tally.lostToBaseline)
    checksum.combine(tally.allowedByDay)
    checksum.combine(tally.deniedByDay)
    checksum.combine(tally.allowedScoreByDay)
  }

  /// The checksum of what is stored of a trial, with the noise as it is stored.
  static func checksum(
    trial: Int, draws: [Double], tallies: SegmentGrid<Tally>, medians: ArmGrid<Double?>, _ noise: Data
  ) -> Int64 {
    var checksum = Checksum()
    checksum.combine(trial)
    for draw in draws { checksum.combine(draw) }
    for scenario in medians.shape.scenarios {
      for arm in medians.shape.arms {
        for tally in tallies[scenario, arm] { combine(tally, into: &checksum) }
        checksum.combine(medians[scenario, arm] ?? -1)
      }
    }
    checksum.combine(noise)
    return checksum.value
  }

  /// The tally in a row that begins with the columns ``all``; `nil` when a list of days is unreadable.
  static func tally(in row: StoredRows) throws(ResultStoreError) -> Tally? {
    let rest = Counter.count + Amount.count
    guard let allowed = try row.counts(rest + 2), let denied = try row.counts(rest + 3),
      let scores = try row.counts(rest + 4)
    else { return nil }
    var counts: [Int64] = []
    counts.reserveCapacity(Counter.count)
    for index in 0..<Counter.count { counts.append(try row.integer(index)) }
    var amounts: [Double] = []
    amounts.reserveCapacity(Amount.count)
    for index in Counter.count..<rest { amounts.append(try row.number(index)) }
    return Tally(
      counts: counts, amounts: amounts, allowedByDay: allowed, deniedByDay: denied,
      allowedScoreByDay: scores, gainedOverBaseline: try row.integer(rest),
      lostToBaseline: try row.integer(rest + 1))
  }
}
