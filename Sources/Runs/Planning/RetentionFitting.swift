public import ExperimentDesign
public import ExperimentFiles
import Inference

/// Fits the visit pattern with the estimators, for the file loader, which has none.
public func fitVisits(to targets: RetentionTargets, horizonDays: Double) throws
  -> ExperimentFiles.RetentionFit
{
  let fit = try fitRetention(
    d1: targets.d1, d7: targets.d7, d30: targets.d30,
    sessionsPerActiveDay: targets.sessionsPerActiveDay, secondSession: targets.secondSession,
    horizonDays: horizonDays)
  return ExperimentFiles.RetentionFit(
    shape: fit.pattern.shape, rate: fit.pattern.rate, a: fit.pattern.a, b: fit.pattern.b,
    worstRatio: fit.worstRatio,
    fitted: RetentionTargets(
      d1: fit.fitted.d1, d7: fit.fitted.d7, d30: fit.fitted.d30,
      sessionsPerActiveDay: fit.fitted.sessionsPerActiveDay,
      secondSession: fit.pattern.secondSession(byDay: horizonDays)),
    patterns: try ([fit.pattern] + fit.others).map { pattern in
      ExperimentFiles.RetentionFit.Pattern(
        neverBack: pattern.shareNeverBack,
        secondSession: pattern.secondSession(byDay: horizonDays),
        meanSessions: try pattern.meanSessions(byDay: horizonDays))
    })
}

extension RunDescription {
  /// Writes the retention figures of the file in place of the parameters fitted to them, which have the
  /// same paths.
  mutating func showRetention(of experiment: Experiment) {
    var figures: [String: Double] = [:]
    for segment in experiment.scenarios.flatMap(\.segments) {
      guard let targets = segment.visits.fittedTo,
        case .gamma(let shape, let rate) = segment.visits.rate,
        case .beta(let a, let b) = segment.visits.leaving
      else { continue }
      figures[shape.place] = targets.d1
      figures[rate.place] = targets.d7
      figures[a.place] = targets.d30
      figures[b.place] = targets.sessionsPerActiveDay
    }
    for index in parameters.indices {
      guard let figure = figures[parameters[index].place] else { continue }
      parameters[index].value = figure
      parameters[index].law = "\(figure)"
    }
  }
}
