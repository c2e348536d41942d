import ExperimentDesign
import ExperimentFiles
import Inference

/// Fits the laws of visits with the estimators, for the file loader, which has none.
func fitVisits(to targets: RetentionTargets) throws -> ExperimentFiles.RetentionFit {
  let fit = try fitRetention(
    d1: targets.d1, d7: targets.d7, d30: targets.d30,
    sessionsPerActiveDay: targets.sessionsPerActiveDay)
  return ExperimentFiles.RetentionFit(
    shape: fit.shape, rate: fit.rate, a: fit.a, b: fit.b, worstRatio: fit.worstRatio,
    fitted: RetentionTargets(
      d1: fit.fitted.d1, d7: fit.fitted.d7, d30: fit.fitted.d30,
      sessionsPerActiveDay: fit.fitted.sessionsPerActiveDay))
}
