import ExperimentDesign
import GRDB

/// Which column of `tally` holds what, in one order for writing and reading.
enum TallyColumns {
  /// One per counter, in the counters' order, then what is not a counter.
  static let all: [String] =
    Counter.allCases.map(\.name)
    + [
      "gained_over_baseline", "lost_to_baseline", "allowed_by_day", "denied_by_day",
      "allowed_score_by_day",
    ]

  /// Binds a tally to the placeholders of ``all``.
  static func bind(_ tally: Tally, with arguments: inout PositionalArguments) throws {
    for count in tally.counts { try arguments.bind(count) }
    try arguments.bind(tally.gainedOverBaseline)
    try arguments.bind(tally.lostToBaseline)
    try arguments.bind(StoredText.list(tally.allowedByDay))
    try arguments.bind(StoredText.list(tally.deniedByDay))
    try arguments.bind(StoredText.list(tally.allowedScoreByDay))
  }

  /// The tally in a row whose columns are ``all``; `nil` when a list of days is unreadable.
  static func tally(in row: Row) throws -> Tally? {
    let counters = Counter.count
    guard let allowed = StoredText.counts(try row.decode(atIndex: counters + 2)),
      let denied = StoredText.counts(try row.decode(atIndex: counters + 3)),
      let scores = StoredText.counts(try row.decode(atIndex: counters + 4))
    else { return nil }
    var tally = Tally(days: 0)
    for index in 0..<counters { tally.counts[index] = try row.decode(atIndex: index) }
    tally.gainedOverBaseline = try row.decode(atIndex: counters)
    tally.lostToBaseline = try row.decode(atIndex: counters + 1)
    tally.allowedByDay = allowed
    tally.deniedByDay = denied
    tally.allowedScoreByDay = scores
    return tally
  }
}
