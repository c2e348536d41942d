/// What a comparison shows, in one word.
public enum Verdict: String, Codable, CaseIterable, Hashable, Sendable {
  /// The difference lies above 0.
  case better
  /// The difference lies below 0.
  case worse
  /// The difference lies strictly inside the margin ±δ, by two one-sided tests.
  case equivalent
  /// None of these is shown.
  case unknown

  /// - Parameters:
  ///   - interval: of the difference (arm minus baseline), at 1 − α.
  ///   - narrower: of the same difference at 1 − 2α: two one-sided tests at α each.
  ///   - margin: δ, the smallest difference that matters, at least 0; with 0 nothing is equivalent.
  ///
  /// Equivalence comes first: a difference shown to be smaller than what matters is called
  /// equivalent even where it is also shown not to be 0.
  public init(interval: Interval, narrower: Interval, margin: Double) {
    if -margin < narrower.lower, narrower.upper < margin {
      self = .equivalent
    } else if interval.lower > 0 {
      self = .better
    } else if interval.upper < 0 {
      self = .worse
    } else {
      self = .unknown
    }
  }
}
