/// What is summed of the installs of one trial, scenario, arm and segment, and can pass 64 bits.
///
/// Over installs these are summed as integers too: squares of sessions and scores in fixed point, as
/// wide as they need (``TallyLimits``). Each sum becomes a floating-point number once, when every
/// install is in, so no order of installs, threads or shards can matter; it is then within 2⁻⁵³ of
/// itself. Money follows from the sums of sessions and from what a session is worth, so that no unit
/// of currency is too small to be counted, and none too large to be held.
public enum Amount: Int, CaseIterable, Hashable, Sendable {
  /// Sessions squared, like all squares below per install.
  case sessionsSquared
  case authorizedSessionsSquared
  case sessionsLostSquared
  case eventsDroppedSquared
  /// In units of the currency.
  case value
  /// In units of the currency, squared.
  case valueSquared
  // Scores: outcomes that a known probability decides, counted by that probability.
  /// Sessions, to 1e-6 per install.
  case sessionsScore
  /// Sessions, to 1e-6 per install.
  case authorizedSessionsScore
  /// In units of the currency.
  case valueScore

  /// How many there are.
  @inlinable
  public static var count: Int { 1 + Amount.valueScore.rawValue }

  /// The column and header name.
  public var name: String { snakeCased("\(self)") }
}

/// The sizes up to which every number of a tally holds, whatever happens in the lives it counts.
///
/// N installs of a trial, each of at most L sessions and D dropped events, in work units of U installs.
/// Within a unit sums are 64 bits wide; units are added up in 64 bits where those hold N installs, else
/// in 128 (wide).
///
/// | sum | of an install | of a unit | of a trial |
/// |---|---|---|---|
/// | installs, their states, answers, discordant pairs, answers by day | 1 | 3.3e4 | 4.3e9 |
/// | requests, alerts, pre-prompts: an activation has one | 16 L | 2.6e11 | 3.4e16 |
/// | sessions of all kinds | L | 1.6e10 | 2.1e15 |
/// | dropped events | D | 7.0e13 | 9.22337203e18 |
/// | scores of an answer in 1e-9, scores by day | 1e9 | 3.3e13 | 4.3e18 |
/// | squares and products of sessions | L² | 8.2e15 | 1.1e21, wide |
/// | scores of sessions in 1e-6 | 1e6 L | 1.6e16 | 2.1e21, wide |
/// | squares of dropped events, last 40 bits | 1.1e12 | 3.6e16 | 4.7e21, wide |
/// | squares of dropped events, other bits | 4.2e6 | 1.4e11 | 1.8e16, wide |
/// | money, in floating point | 1e15 L | 1.6e25 | 2.1e30 |
/// | squares of money, in floating point | 1e30 L² | 8.2e45 | 1.1e51 |
///
/// 64 bits hold 9.22337204e18, 128 bits 1.7e38, a floating-point number 1.8e308.
public enum TallyLimits {
  /// N: installs of a trial, as numbers of 32 bits in the addresses of draws.
  public static let installs = 4_294_967_295
  /// L: sessions of one life.
  ///
  /// A hundred and forty a day for ten years; no life is longer.
  public static let sessionsOfALife = 500_000
  /// D: dropped events of one life.
  public static let droppedEventsOfALife = 2_147_483_647
  /// U: installs that are counted together before they are added to the others.
  public static let installsOfAUnit = 32_768
  /// What a session may be worth, in units of the currency.
  public static let worthOfASession = 1e15
}
