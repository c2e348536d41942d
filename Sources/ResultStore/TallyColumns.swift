import ExperimentDesign
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

  /// The tally in a row whose columns are ``all``; `nil` when a list of days is unreadable.
  static func tally(in row: Row) throws -> Tally? {
    let rest = Counter.count + Amount.count
    guard let allowed = StoredText.counts(try row.decode(atIndex: rest + 2)),
      let denied = StoredText.counts(try row.decode(atIndex: rest + 3)),
      let scores = StoredText.counts(try row.decode(atIndex: rest + 4))
    else { return nil }
    var tally = Tally(days: 0)
    for index in 0..<Counter.count { tally.counts[index] = try row.decode(atIndex: index) }
    for index in 0..<Amount.count {
      tally.amounts[index] = try row.decode(atIndex: Counter.count + index)
    }
    tally.gainedOverBaseline = try row.decode(atIndex: rest)
    tally.lostToBaseline = try row.decode(atIndex: rest + 1)
    tally.allowedByDay = allowed
    tally.deniedByDay = denied
    tally.allowedScoreByDay = scores
    return tally
  }
}
