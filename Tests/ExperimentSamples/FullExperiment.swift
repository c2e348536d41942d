public import ExperimentDesign
import PromptFlow

/// An experiment that has something of everything.
public var fullExperiment: Experiment {
  let consent = ConsentModel(
    order: .beforeATT, onUndetermined: .open, accept: known(0.5), seconds: seconds(4),
    preGrant: false, reopen: known(0.1))
  let targets = valid(
    try RetentionFigures(d1: 0.25, d7: 0.125, d30: 0.0625, sessionsPerActiveDay: 2))
  let segment = makeSegment {
    $0.visits = VisitModel(
      rate: .gamma(shape: known(0.5), rate: known(2)), leaving: .beta(a: known(1), b: known(0.5)),
      fittedTo: targets)
    $0.onboarding = Onboarding(first: known(0.75), later: known(0.5), seconds: seconds(30))
    $0.events = [events(0, perSession: 3)]
    $0.value = SessionValue(currency: "EUR", identified: known(2), otherwise: known(1))
    $0.surroundings = Surroundings(
      alerts: [competingAlert()],
      attribution: AttributionModel(gate: .timer, waitSeconds: known(20), starts: .process),
      consent: consent)
  }
  let screen = PrePromptPolicy(isDismissible: true, cooldownSessions: 2, maximumShows: 3)
  let arms = [
    makeArm("launch", .launch),
    makeArm("later", .event(EventKind(rawValue: 0), count: 3)) {
      $0.show(makePrePrompt(screen))
      $0.swept = [SweptValue(path: "arms.later.ask.count", value: "3")]
    },
  ]
  let joint = valid(
    try JointDistribution(
      path: "joint.1", paths: ["allow.rate"], scales: [.logit], ranges: [.openProbability], mean: [0],
      factor: [[0.5]]))
  return valid(
    try makeExperiment([segment], arms, joints: [joint]).replacing(
      question: "When?",
      evidence: ["allow.rate": Evidence(grade: .published, source: "A study", date: "2021-04")]))
}
