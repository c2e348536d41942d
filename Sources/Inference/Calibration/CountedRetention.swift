/// Who was back on a day, as a log counts it: beside it stands what a fitted pattern says.
public struct CountedRetention: Hashable, Sendable {
  /// How many standard errors of the count a fit may be away from it.
  public static let mostErrors = 3.0

  /// Whole days after the first session.
  public let day: Int
  /// People who were watched until that day was over, at least 1.
  public let people: Int
  /// Of these, those with a session on it.
  public let back: Int

  /// - Returns: `nil` for numbers that cannot be.
  public init?(day: Int, people: Int, back: Int) {
    guard people > 0, (0...people).contains(back) else { return nil }
    self.day = day
    self.people = people
    self.back = back
  }

  /// Those who were back, of all.
  public var share: Double { Double(back) / Double(people) }

  /// The standard error of the share: √(p(1 − p)/n).
  public var standardError: Double { Self.standardError(of: share, people) }

  /// Whether a share lies further from the counted one than chance explains.
  ///
  /// Where nobody or everybody was back, the count has no standard error, and that of the fitted share is taken.
  public func isMissed(by fitted: Double) -> Bool {
    let error = standardError > 0 ? standardError : Self.standardError(of: fitted, people)
    return abs(fitted - share) > Self.mostErrors * error
  }

  private static func standardError(of share: Double, _ people: Int) -> Double {
    (share * (1 - share) / Double(people)).squareRoot()
  }
}
