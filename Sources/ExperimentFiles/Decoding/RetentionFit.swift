public import ExperimentDesign

/// The visit pattern that a fit found for retention figures.
public struct RetentionFit: Hashable, Sendable {
  /// What distinguishes patterns that have the same retention figures.
  public struct Pattern: Hashable, Sendable {
    /// Share of installs that never come back.
    public var neverBack: Double
    /// Share of installs with a second session within the horizon.
    public var secondSession: Double
    /// Mean sessions of an install within the horizon, the first included.
    public var meanSessions: Double

    /// The figures as they are.
    public init(neverBack: Double, secondSession: Double, meanSessions: Double) {
      self.neverBack = neverBack
      self.secondSession = secondSession
      self.meanSessions = meanSessions
    }
  }

  /// Shape r of the gamma distribution of session rates.
  public var shape: Double
  /// Rate β of the gamma distribution of session rates, in days.
  public var rate: Double
  /// First shape of the beta distribution of leaving.
  public var a: Double
  /// Second shape of the beta distribution of leaving.
  public var b: Double
  /// The largest of target/fitted and fitted/target over the four numbers; 1 is a perfect fit.
  public var worstRatio: Double
  /// The retention figures of the fitted pattern.
  public var fitted: RetentionTargets
  /// The pattern itself, then every other one that has the same figures exactly.
  public var patterns: [Pattern]

  /// The pattern and how near it comes to what was asked.
  public init(
    shape: Double, rate: Double, a: Double, b: Double, worstRatio: Double, fitted: RetentionTargets,
    patterns: [Pattern] = []
  ) {
    self.shape = shape
    self.rate = rate
    self.a = a
    self.b = b
    self.worstRatio = worstRatio
    self.fitted = fitted
    self.patterns = patterns
  }
}

/// Fits the visit pattern to retention figures within a horizon given in days; the caller brings it,
/// since it needs a minimiser.
public typealias FitRetention = (_ targets: RetentionTargets, _ horizonDays: Double) throws -> RetentionFit

/// Fits once per distinct set of targets, and says how well.
struct RetentionFits {
  var fit: FitRetention
  var horizonDays: Double
  private var known: [RetentionTargets: RetentionFit] = [:]

  init(horizonDays: Double, fit: @escaping FitRetention) {
    self.horizonDays = horizonDays
    self.fit = fit
  }

  /// - Returns: `nil` where no pattern comes near the targets, or one is not a number that the key
  ///   allows; the reason is in `problems`, or was reported where the number is written.
  mutating func visits(
    for targets: RetentionTargets, at point: SourcePoint, place: String, _ problems: inout ProblemList
  ) -> VisitModel? {
    guard isPossible(targets, at: point, &problems),
      let found = fitted(to: targets, at: point, &problems)
    else { return nil }
    let off = max(found.worstRatio, 1 / found.worstRatio) - 1
    let comparison = "expected \(describe(targets)), fitted \(describe(found.fitted))"
    guard off <= 0.2 else {
      problems.error(
        point, "no visit pattern comes within 20% of this retention: \(comparison). Check the four numbers")
      return nil
    }
    if off > 0.02 {
      problems.warning(point, "the visit pattern misses this retention by more than 2%: \(comparison)")
    }
    warnOfOthers(found, targets, at: point, &problems)
    func parameter(_ value: Double, _ key: String) -> Parameter {
      Parameter(.constant(value), place: "\(place).\(key)", range: .positive)
    }
    // The four fitted numbers come from the four written ones, whose paths (and evidence) they carry.
    return VisitModel(
      rate: .gamma(shape: parameter(found.shape, "d1"), rate: parameter(found.rate, "d7")),
      leaving: .beta(a: parameter(found.a, "d30"), b: parameter(found.b, "sessions_per_active_day")),
      fittedTo: targets)
  }

  /// Whether the figures can be those of one population; figures outside the ranges of their keys were
  /// reported already.
  private func isPossible(
    _ targets: RetentionTargets, at point: SourcePoint, _ problems: inout ProblemList
  ) -> Bool {
    let shares = [targets.d1, targets.d7, targets.d30] + (targets.secondSession.map { [$0] } ?? [])
    guard shares.allSatisfy({ $0 > 0 && $0 < 1 }),
      LegalRange.sessionsPerActiveDay.contains(targets.sessionsPerActiveDay)
    else { return false }
    guard targets.d1 >= targets.d7, targets.d7 >= targets.d30 else {
      problems.error(
        point,
        "expected retention that falls, d1 ≥ d7 ≥ d30, found \(targets.d1), \(targets.d7), \(targets.d30). "
          + "These are shares of all installs")
      return false
    }
    if let second = targets.secondSession, second < targets.d1, horizonDays >= 2 {
      problems.error(
        point,
        "expected second_session ≥ d1, found \(second) and \(targets.d1): who has a session on day 1 has a second session"
      )
      return false
    }
    return true
  }

  private mutating func fitted(
    to targets: RetentionTargets, at point: SourcePoint, _ problems: inout ProblemList
  ) -> RetentionFit? {
    if let earlier = known[targets] { return earlier }
    guard known.count < SizeLimits.fits else {
      problems.error(
        point, "expected at most \(SizeLimits.fits) different retention figures in one experiment")
      return nil
    }
    do {
      let found = try fit(targets, horizonDays)
      known[targets] = found
      return found
    } catch {
      problems.error(point, "no visit pattern could be fitted to this retention: \(error). Check the numbers")
      return nil
    }
  }

  /// Says which other population has these figures, or that the fifth figure contradicts the four.
  private func warnOfOthers(
    _ found: RetentionFit, _ targets: RetentionTargets, at point: SourcePoint, _ problems: inout ProblemList
  ) {
    let days = text(horizonDays)
    if let second = targets.secondSession, let pattern = found.patterns.first,
      abs(pattern.secondSession / second - 1) > 0.02
    {
      problems.warning(
        point,
        "expected second_session \(text(second)), found \(text(pattern.secondSession)) in the visit pattern that fits the other four figures. Check that it is the share of installs with a second session within \(days) days"
      )
    }
    guard found.patterns.count > 1 else { return }
    let described = found.patterns.map { pattern in
      "\(text(100 * pattern.neverBack))% of installs never come back "
        + "(\(text(pattern.meanSessions)) sessions in \(days) days, second_session \(text(pattern.secondSession)))"
    }
    problems.warning(
      point,
      "\(found.patterns.count) visit patterns have exactly these figures: "
        + described.joined(separator: "; or ")
        + ". The first is used. Give 'second_session', the share of installs with a second session within \(days) days, to choose"
    )
  }

  private func describe(_ targets: RetentionTargets) -> String {
    "d1 \(text(targets.d1)), d7 \(text(targets.d7)), d30 \(text(targets.d30)), "
      + "sessions_per_active_day \(text(targets.sessionsPerActiveDay))"
  }

  /// Four significant digits, which are more than anybody measures.
  private func text(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return "\(value)" }
    var scale = 1.0
    while abs(value) * scale < 1000, scale < 1e12 { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}
