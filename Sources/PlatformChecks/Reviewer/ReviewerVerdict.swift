import ExperimentDesign
import RuleBook

/// What a reviewer gets to see under an arm, and what hides the alert where it is not seen.
struct ReviewerVerdict: Hashable {
  var seen: DescribedVisibility
  /// Why the alert does not appear, and the tag of the pitfall that is the cause; `nil` where it does.
  let cause: Cause?

  struct Cause: Hashable {
    var reason: String
    var tag: String
  }

  /// Lets a reviewer use the app under the arm at a position: in every scenario, with the durations of every
  /// segment.
  ///
  /// - Returns: One verdict where all are the same in words, else one per scenario, else one per segment
  ///   of a scenario.
  static func all(of arm: Int, _ experiment: Experiment) -> [ReviewerVerdict] {
    let verdicts = experiment.scenarios.indices.map { scenario in
      experiment.scenarios[scenario].segments.indices.map { segment in
        var session = ReviewerSession(experiment.arms[arm], experiment, scenario: scenario, segment: segment)
        return ReviewerVerdict(session.play(), arm: arm, scenario: scenario, segment: segment)
      }
    }
    let perScenario = verdicts.flatMap { merged($0, \.segment) }
    return perScenario.allSatisfy { $0.seen.segment == nil }
      ? merged(perScenario, \.scenario) : perScenario
  }

  /// One verdict without the position where all say the same, else all with their positions.
  private static func merged(
    _ verdicts: [ReviewerVerdict], _ position: WritableKeyPath<PromptVisibility, Int?>
  ) -> [ReviewerVerdict] {
    guard var first = verdicts.first,
      verdicts.allSatisfy({ $0.seen.words == first.seen.words })
    else { return verdicts }
    first.seen.visibility[keyPath: position] = nil
    return [first]
  }

  init(_ end: ReviewerSession.End, arm: Int, scenario: Int, segment: Int) {
    func visibility(
      _ outcome: PromptVisibility.Outcome, after seconds: Double?, cause: PromptVisibility.Cause? = nil
    ) -> PromptVisibility {
      PromptVisibility(
        arm: arm, scenario: scenario, segment: segment, outcome: outcome, afterSeconds: seconds, cause: cause)
    }
    switch end {
    case .visible(let seconds):
      seen = DescribedVisibility(
        visibility(.visible, after: seconds), words: "visible after \(Self.time(seconds))")
      cause = nil
    case .needs(let what, let steps, let seconds):
      let note = "To see the App Tracking Transparency request: \(steps) (about \(Self.time(seconds)))."
      seen = DescribedVisibility(
        visibility(.needsSteps, after: seconds), reviewNote: note,
        words: "needs \(what): put this in the review notes: \"\(note)\"")
      cause = nil
    case .notVisible(let reason, let cause):
      seen = DescribedVisibility(
        visibility(.notVisible, after: nil, cause: cause), words: "not visible: \(reason)")
      self.cause = Cause(reason: reason, tag: cause.tag)
    }
  }

  /// Under which scenario and with whose times, where it is not the same for all: ` under 'base'`.
  func circumstances(in experiment: Experiment) -> String {
    guard let scenario = seen.scenario.map({ experiment.scenarios[$0] }) else { return "" }
    let segment = seen.segment.map { " with the times of '\(scenario.segments[$0].name)'" }
    return " under '\(scenario.name)'" + (segment ?? "")
  }

  /// Whether the alert is missed because the app is not active when it is asked for (R19).
  var isHiddenByEarlyAsk: Bool { cause?.tag == "L11" }

  static func time(_ seconds: Double) -> String {
    seconds < 120 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }
}

extension PromptVisibility.Cause {
  /// The pitfall that is the cause.
  var tag: String {
    switch self {
    case .notActive: "L11"
    case .behindAlert: "L12"
    case .unreached: Pitfall.unseenInReview.tag
    }
  }
}

extension Inspection {
  /// A reviewer who cannot find the request rejects the app (R93); reported once per arm and cause.
  mutating func checkReviewer(_ verdicts: [ReviewerVerdict], _ subject: ExperimentSubject) {
    for verdict in verdicts {
      guard let cause = verdict.cause else { continue }
      let arm = subject.experiment.arms[verdict.seen.arm]
      // Reported with the request that comes too early.
      if verdict.isHiddenByEarlyAsk, arm.asksBeforeActivation { continue }
      note(
        cause.tag,
        "The reviewer would not see the alert\(verdict.circumstances(in: subject.experiment)): \(cause.reason).",
        at: subject.location(arm, cause.tag == "L11" ? "hook" : "ask"), severity: .error, arm: arm.name,
        fix: cause.tag == Pitfall.unseenInReview.tag
          ? nil : "Ask when the app is active and nothing else is up, and again at later activations.",
        rules: ["R93"])
    }
  }
}
