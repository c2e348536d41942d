import ExperimentDesign

/// Retention figures as they stand in a file, before a visit pattern is fitted to them.
struct RetentionRequest: Sendable {
  var targets: RetentionTargets
  /// Where the figures stand.
  var point: SourcePoint
  /// Where in the order of finding what is found of the fit belongs.
  var slot: ProblemList.Slot
}

/// Reads retention figures, and notes what has to be fitted.
struct RetentionReader {
  /// In the order of reading.
  private(set) var requests: [RetentionRequest] = []
  private var known: Set<RetentionTargets> = []

  /// The figures as targets of a fit.
  ///
  /// - Returns: `nil` where they cannot be those of one population; the reason is in `problems`, or was reported
  ///   where the number is written.
  func targets(
    d1: Double, d7: Double, d30: Double, sessionsPerActiveDay: Double,
    in section: LocatedNode, _ problems: inout ProblemList
  ) -> RetentionTargets? {
    do throws(ExperimentFault) {
      return try RetentionTargets(
        d1: d1, d7: d7, d30: d30, sessionsPerActiveDay: sessionsPerActiveDay)
    } catch {
      // A number outside the range of its key was reported there.
      if case .risingRetention = error {
        let rising = d7 > d1 ? ["d1", "d7"] : ["d7", "d30"]
        let shares = [d1, d7, d30].map { ($0 * 100).percentText }.joined(separator: ", ")
        problems.error(
          lastWritten(of: rising.map { section[$0] }, in: section),
          "expected retention that falls, d1 ≥ d7 ≥ d30, found \(shares). These are shares of all installs")
      }
      return nil
    }
  }

  /// Visits that stand for the figures until a pattern is fitted to them.
  ///
  /// - Returns: `nil` where the figures are too many; the reason is in `problems`.
  mutating func visits(
    for targets: RetentionTargets, at point: SourcePoint, path: String, _ problems: inout ProblemList
  ) throws(ExperimentFault) -> VisitModel? {
    guard isWithinLimit(targets, at: point, &problems) else { return nil }
    requests.append(RetentionRequest(targets: targets, point: point, slot: problems.slot))
    return try VisitModel(
      distributions: VisitDistributions(shape: 1, rate: 1, a: 1, b: 1), of: targets, path: path)
  }

  private mutating func isWithinLimit(
    _ targets: RetentionTargets, at point: SourcePoint, _ problems: inout ProblemList
  ) -> Bool {
    guard known.contains(targets) || known.count < SizeLimits.fits else {
      problems.error(
        point, "expected at most \(SizeLimits.fits) different retention figures in one experiment")
      return false
    }
    known.insert(targets)
    return true
  }
}

extension VisitModel {
  /// Visits with distributions that were fitted to retention figures.
  ///
  /// The four fitted numbers come from the four written ones, whose paths (and evidence) they carry.
  fileprivate init(distributions: VisitDistributions, of targets: RetentionTargets, path: String)
    throws(ExperimentFault)
  {
    func parameter(_ value: Double, _ key: String) throws(ExperimentFault) -> Parameter {
      try Parameter(.constant(value), path: "\(path).\(key)", range: .positive)
    }
    try self.init(
      rate: .gamma(
        shape: parameter(distributions.shape, "d1"), rate: parameter(distributions.rate, "d7")),
      leaving: .beta(
        a: parameter(distributions.a, "d30"),
        b: parameter(distributions.b, "sessions_per_active_day")),
      fittedTo: targets)
  }

  /// The same visits with the distributions that were fitted to their figures.
  ///
  /// - Throws: `ExperimentFault` where the fit gave a number that no distribution has.
  func resolved(_ distributions: VisitDistributions) throws(ExperimentFault) -> VisitModel {
    guard let targets = fittedTo, case .gamma(let shape, let rate) = rate,
      case .beta(let a, let b) = leaving
    else { return self }
    return try VisitModel(
      rate: .gamma(
        shape: shape.replacing(.constant(distributions.shape)),
        rate: rate.replacing(.constant(distributions.rate))),
      leaving: .beta(
        a: a.replacing(.constant(distributions.a)), b: b.replacing(.constant(distributions.b))),
      fittedTo: targets)
  }
}
