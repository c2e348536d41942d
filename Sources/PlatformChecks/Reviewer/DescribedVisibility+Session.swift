import ExperimentDesign
import RuleBook

extension DescribedVisibility {
  /// Lets a reviewer use the app under the arm at a position, in every scenario, with the durations of every segment.
  ///
  /// - Returns: One verdict where all are the same in words, else one per scenario, else one per segment of a scenario.
  static func all(of position: Int, _ experiment: Experiment) -> [DescribedVisibility] {
    let arm = experiment.arms[position]
    let perScenario = experiment.scenarios.enumerated().flatMap { scenario, people in
      let verdicts = people.segments.enumerated().map { segment, person in
        var session = ReviewerSession(
          arm, person, arm.surroundings[scenario][segment], eventKinds: experiment.eventKinds)
        return DescribedVisibility(session.play(), arm: position, scenario: scenario, segment: segment)
      }
      return merged(verdicts, \.segment)
    }
    return perScenario.allSatisfy { $0.segment == nil } ? merged(perScenario, \.scenario) : perScenario
  }

  /// One verdict without the position where all say the same, else all with their positions.
  private static func merged(
    _ verdicts: [DescribedVisibility], _ position: WritableKeyPath<PromptVisibility, Int?>
  ) -> [DescribedVisibility] {
    guard var first = verdicts.first, verdicts.allSatisfy({ $0.words == first.words }) else {
      return verdicts
    }
    first.visibility[keyPath: position] = nil
    return [first]
  }

  fileprivate static let hidden = "not visible: "

  private init(_ end: ReviewerSession.End, arm: Int, scenario: Int, segment: Int) {
    let time = end.seconds.map(Self.time) ?? ""
    let steps = "To see the App Tracking Transparency request: \(end.steps) (about \(time))."
    let needs = "needs \(end.what): put this in the review notes: \"\(steps)\""
    let seen = end.what.isEmpty ? "visible after \(time)" : needs
    self.init(
      PromptVisibility(
        arm: arm, scenario: scenario, segment: segment, outcome: end.outcome, afterSeconds: end.seconds,
        cause: end.cause), reviewNote: end.outcome == .needsSteps ? steps : nil,
      words: end.outcome == .notVisible ? Self.hidden + end.what : seen)
  }

  /// The tag of the pitfall that hides the alert; `nil` where it is seen.
  var tag: String? { visibility.cause?.tag }

  /// Under which scenario and with whose times, where it is not the same for all: ` under 'base'`.
  func circumstances(in experiment: Experiment) -> String {
    guard let scenario = visibility.scenario.map({ experiment.scenarios[$0] }) else { return "" }
    let segment = visibility.segment.map { " with the times of '\(scenario.segments[$0].name)'" }
    return " under '\(scenario.name)'" + (segment ?? "")
  }

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
    case .unreached: "R93"
    }
  }
}

extension Inspection {
  /// A reviewer who cannot find the request rejects the app (R93); reported once per arm and cause.
  mutating func checkReviewer(_ verdicts: [DescribedVisibility], _ subject: ExperimentSubject) {
    for verdict in verdicts {
      guard let tag = verdict.tag else { continue }
      let arm = subject.experiment.arms[verdict.arm]
      // Reported with the request that comes too early.
      if tag == "L11", arm.asksBeforeActivation { continue }
      let reason = verdict.words.trimmingPrefix(DescribedVisibility.hidden)
      note(
        "\(tag) unseen",
        ["circumstances": verdict.circumstances(in: subject.experiment), "reason": String(reason)],
        at: subject.location(arm, tag == "L11" ? "hook" : "ask"), arm: arm.name)
    }
  }
}
