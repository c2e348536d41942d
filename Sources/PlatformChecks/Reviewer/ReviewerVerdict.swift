public import ExperimentDesign
import PromptFlow
import RuleBook

/// Whether a reviewer who opens the app for the first time gets to see the alert.
public struct ReviewerVerdict: Hashable, Sendable {
  /// The arm's name.
  public var arm: String
  /// The scenario it holds under; `nil` where it is the same under all, or there is only one.
  public var scenario: String?
  /// The segment it holds for; `nil` where it is the same for all of the scenario, or there is only one.
  public var segment: String?
  /// What the reviewer gets to see.
  public var sight: Sight

  /// What the reviewer gets to see.
  public enum Sight: Hashable, Sendable {
    /// The alert appears without anything to be done for it, this many seconds from the start.
    case visible(afterSeconds: Double)
    /// It appears after something that App Review has to be told: what it takes in a few words, and the
    /// steps to it.
    case needs(what: String, steps: String, afterSeconds: Double)
    /// It does not appear: why, and the tag of the pitfall that is the cause.
    case notVisible(reason: String, tag: String)
  }

  /// Lets a reviewer use the app under an arm: in every scenario, with the durations of every segment.
  ///
  /// - Returns: One verdict where all are the same in words, else one per scenario, else one per segment
  ///   of a scenario.
  public static func all(of arm: Arm, _ experiment: Experiment) -> [ReviewerVerdict] {
    let verdicts = experiment.scenarios.indices.map { scenario in
      experiment.scenarios[scenario].segments.indices.map { segment in
        var session = ReviewerSession(arm, experiment, scenario: scenario, segment: segment)
        return ReviewerVerdict(
          arm: arm.name, scenario: experiment.scenarios[scenario].name,
          segment: experiment.scenarios[scenario].segments[segment].name, sight: session.sight())
      }
    }
    let perScenario = verdicts.flatMap { merged($0, \.segment) }
    return perScenario.allSatisfy { $0.segment == nil } ? merged(perScenario, \.scenario) : perScenario
  }

  /// One verdict without the name where all say the same, else all with their names.
  private static func merged(
    _ verdicts: [ReviewerVerdict], _ name: WritableKeyPath<ReviewerVerdict, String?>
  ) -> [ReviewerVerdict] {
    guard var first = verdicts.first, verdicts.allSatisfy({ $0.words == first.words }) else {
      return verdicts
    }
    first[keyPath: name] = nil
    return [first]
  }

  /// The sentence to put into the notes for App Review; `nil` where none is needed.
  public var reviewNote: String? {
    guard case .needs(_, let steps, let seconds) = sight else { return nil }
    return "To see the App Tracking Transparency request: \(steps) (about \(Self.time(seconds)))."
  }

  /// In words: `visible after 2 s`, `needs 3 articles: …`, `not visible: …`.
  public var words: String {
    switch sight {
    case .visible(let seconds): "visible after \(Self.time(seconds))"
    case .needs(let what, _, _):
      "needs \(what): put this in the review notes: \"\(reviewNote ?? "")\""
    case .notVisible(let reason, _): "not visible: \(reason)"
    }
  }

  /// Under which scenario and with whose times, where it is not the same for all: ` under 'base'`.
  var circumstances: String {
    (scenario.map { " under '\($0)'" } ?? "") + (segment.map { " with the times of '\($0)'" } ?? "")
  }

  /// Whether the alert is missed because the app is not active when it is asked for (R19).
  var isHiddenByEarlyAsk: Bool {
    switch sight {
    case .visible, .needs: false
    case .notVisible(_, let tag): tag == "L11"
    }
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 120 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }
}

extension Inspection {
  /// A reviewer who cannot find the request rejects the app (R93); told once per arm and cause.
  mutating func checkReviewer(_ verdicts: [ReviewerVerdict], _ subject: ExperimentSubject) {
    for verdict in verdicts {
      guard case .notVisible(let reason, let tag) = verdict.sight,
        let arm = subject.experiment.arms.first(where: { $0.name == verdict.arm })
      else { continue }
      // Told with the request that comes too early.
      if verdict.isHiddenByEarlyAsk, arm.asksBeforeActivation { continue }
      note(
        tag, "The reviewer would not see the alert\(verdict.circumstances): \(reason).",
        at: subject.place(arm, tag == "L11" ? "hook" : "ask"), severity: .error, arm: arm.name,
        mend: tag == Pitfall.unseenInReview.tag
          ? nil : "Ask when the app is active and nothing else is up, and again at later activations.",
        rules: ["R93"])
    }
  }
}
