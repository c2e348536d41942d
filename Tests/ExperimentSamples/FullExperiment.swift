public import ExperimentDesign
import PromptFlow

/// An experiment that has something of everything.
public var fullExperiment: Experiment {
  let segment = makeSegment {
    $0.visits = VisitModel(
      rate: .gamma(shape: 0.5, rate: 2), leaving: .beta(a: 1, b: 0.5),
      fittedTo: RetentionFigures(d1: 0.25, d7: 0.125, d30: 0.0625, sessionsPerActiveDay: 2))
    $0.onboarding = numbers(
      .onboarding, [.onboardingFirst: 0.75, .onboardingLater: 0.5, .onboardingMedian: 30])
    $0.events = [events(0, perSession: 3)]
    $0.value = SessionValue(currency: "EUR", numbers(.worth, [.identified: 2, .otherwise: 1]))
    $0.surroundings = Surroundings(
      alerts: [competingAlert()],
      attribution: AttributionModel(gate: .timer, starts: .process, numbers(.attribution)),
      consent: ConsentModel(
        order: .beforeATT, onUndetermined: .open, preGrant: false,
        numbers(.consent, [.consentAccept: 0.5, .consentMedian: 4, .consentSigma: 0, .reopen: 0.1])))
  }
  let screen = PrePromptPolicy(isDismissible: true, cooldownSessions: 2, maximumShows: 3)
  let arms = [
    makeArm("launch", .launch),
    makeArm("later", .event(EventKind(rawValue: 0), count: 3)) {
      $0.prePrompt = makePrePrompt(screen)
      $0.swept = [SweptValue(path: "arms.later.ask.count", value: "3")]
    },
  ]
  let joint = JointDistribution(
    path: "joint.1", paths: ["allow.rate"], scales: [.logit], ranges: [.openProbability], mean: [0],
    factor: [[0.5]])
  return makeExperiment([segment], arms, joints: [joint]).changed {
    $0.question = "When?"
    $0.evidence = ["allow.rate": Evidence(grade: .published, source: "A study", date: "2021-04")]
  }
}
