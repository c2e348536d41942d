public import ExperimentDesign

/// The laws of visits that a fit found for retention figures.
public struct RetentionFit: Hashable, Sendable {
  /// Shape r of the gamma law of session rates.
  public var shape: Double
  /// Rate β of the gamma law of session rates, in days.
  public var rate: Double
  /// First shape of the beta law of leaving.
  public var a: Double
  /// Second shape of the beta law of leaving.
  public var b: Double
  /// The largest of target/fitted and fitted/target over the four numbers; 1 is a perfect fit.
  public var worstRatio: Double
  /// The retention figures of the fitted laws.
  public var fitted: RetentionTargets

  /// The laws and how near they come to what was asked.
  public init(
    shape: Double, rate: Double, a: Double, b: Double, worstRatio: Double, fitted: RetentionTargets
  ) {
    self.shape = shape
    self.rate = rate
    self.a = a
    self.b = b
    self.worstRatio = worstRatio
    self.fitted = fitted
  }
}

/// Fits the laws of visits to retention figures; the caller brings it, since it needs a minimiser.
public typealias FitRetention = (RetentionTargets) throws -> RetentionFit

/// Fits once per distinct set of targets, and says how well.
struct RetentionFits {
  var fit: FitRetention
  private var known: [RetentionTargets: RetentionFit] = [:]

  init(fit: @escaping FitRetention) { self.fit = fit }

  /// - Returns: `nil` where no law comes near the targets; the reason is in `problems`.
  mutating func visits(
    for targets: RetentionTargets, at point: SourcePoint, place: String, _ problems: inout ProblemList
  ) -> VisitModel? {
    guard targets.d1 >= targets.d7, targets.d7 >= targets.d30 else {
      problems.error(
        point,
        "expected retention that falls, d1 ≥ d7 ≥ d30, found \(targets.d1), \(targets.d7), \(targets.d30). "
          + "These are shares of all installs")
      return nil
    }
    let found: RetentionFit
    if let earlier = known[targets] {
      found = earlier
    } else if known.count >= SizeLimits.fits {
      problems.error(
        point, "expected at most \(SizeLimits.fits) different retention figures in one experiment")
      return nil
    } else {
      do {
        found = try fit(targets)
      } catch {
        problems.error(point, "no law of visits could be fitted to this retention: \(error)")
        return nil
      }
      known[targets] = found
    }
    let off = max(found.worstRatio, 1 / found.worstRatio) - 1
    let comparison =
      "expected \(describe(targets)), fitted \(describe(found.fitted))"
    guard off <= 0.2 else {
      problems.error(
        point, "no law of visits comes within 20 % of this retention: \(comparison). Check the four numbers")
      return nil
    }
    if off > 0.02 {
      problems.warning(point, "the laws of visits miss this retention by more than 2 %: \(comparison)")
    }
    func fitted(_ value: Double, _ key: String) -> Parameter {
      Parameter(.constant(value), place: "\(place).\(key)", range: .positive)
    }
    // The four fitted numbers come of the four written ones, whose places (and evidence) they bear.
    return VisitModel(
      rate: .gamma(shape: fitted(found.shape, "d1"), rate: fitted(found.rate, "d7")),
      leaving: .beta(a: fitted(found.a, "d30"), b: fitted(found.b, "sessions_per_active_day")),
      fittedTo: targets)
  }

  private func describe(_ targets: RetentionTargets) -> String {
    func text(_ value: Double) -> String {
      // Four significant digits are more than anybody measures.
      guard value.isFinite, value != 0 else { return "\(value)" }
      var scale = 1.0
      while abs(value) * scale < 1000, scale < 1e12 { scale *= 10 }
      return "\((value * scale).rounded() / scale)"
    }
    return "d1 \(text(targets.d1)), d7 \(text(targets.d7)), d30 \(text(targets.d30)), "
      + "sessions_per_active_day \(text(targets.sessionsPerActiveDay))"
  }
}
