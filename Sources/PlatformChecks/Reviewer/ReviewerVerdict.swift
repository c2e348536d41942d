public import ExperimentDesign
import PromptFlow
import RuleBook

/// Whether a reviewer who opens the app for the first time gets to see the alert.
public struct ReviewerVerdict: Hashable, Sendable {
  /// The arm's name.
  public var arm: String
  /// What the reviewer gets to see.
  public var sight: Sight

  /// What the reviewer gets to see.
  public enum Sight: Hashable, Sendable {
    /// The alert appears without anything to be done for it, this many seconds from the start.
    case visible(afterSeconds: Double)
    /// It appears after something that App Review has to be told.
    case needs(steps: String, afterSeconds: Double)
    /// It does not appear: why.
    case notVisible(reason: String)
  }

  /// Lets a reviewer use the app under an arm.
  public init(_ arm: Arm, _ experiment: Experiment) {
    self.arm = arm.name
    var session = ReviewerSession(arm, experiment)
    sight = session.sight()
  }

  /// The sentence to put into the notes for App Review; `nil` where none is needed.
  public var reviewNote: String? {
    guard case .needs(let steps, _) = sight else { return nil }
    return "To see the App Tracking Transparency request: \(steps)."
  }

  /// In words: `visible after 2 s`.
  public var words: String {
    switch sight {
    case .visible(let seconds): "visible after \(Self.time(seconds))"
    case .needs(let steps, let seconds):
      "needs \(Self.time(seconds)) of use: put this in the review notes: \"To see the App Tracking Transparency request: \(steps).\""
    case .notVisible(let reason): "not visible: \(reason)"
    }
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 120 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }
}

extension Inspection {
  /// A reviewer who cannot find the request rejects the app (R93).
  mutating func checkReviewer(_ verdicts: [ReviewerVerdict], _ subject: ExperimentSubject) {
    for (arm, verdict) in zip(subject.experiment.arms, verdicts) {
      guard case .notVisible(let reason) = verdict.sight else { continue }
      let isEarly = arm.strategy.hook != .didBecomeActive
      note(
        isEarly ? "L11" : "L12", "The reviewer would not see the alert: \(reason).",
        at: subject.place(arm, isEarly ? "hook" : "ask"), severity: .error, arm: arm.name,
        mend: "Ask when the app is active and nothing else is up, and again at later activations.",
        rules: ["R93"])
    }
  }
}
