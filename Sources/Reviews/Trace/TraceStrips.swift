package import ExperimentDesign
import PromptFlow
package import Rendering
package import Simulation

/// What one person sees of an app under every option, session by session, in everyday words.
///
/// Sessions in which nothing is asked or answered are counted, not shown.
package struct TraceStrips {
  private let experiment: Experiment
  private let trace: InstallTrace

  package init(experiment: Experiment, trace: InstallTrace) {
    self.experiment = experiment
    self.trace = trace
  }

  /// Who it is and what they see, for a page that draws the strips.
  package var json: JSONValue {
    [
      "trial": .count(trace.trial), "install": .count(trace.install), "caution": .text(TraceReview.caution),
      "person": .text(person.text), "strips": .list(trace.arms.map(strip)),
    ]
  }

  /// What the install comes to under every option, to tell people apart by.
  package var outcome: [String] { trace.arms.map { outcome($0) } }

  private var person: Phrase {
    let scenario = experiment.scenarios[trace.scenario]
    let segment: Phrase? =
      scenario.segments.count > 1 ? ", segment \(scenario.segments[trace.person.segment].name)" : nil
    return "Install \(trace.install) of trial \(trace.trial)\(segment): "
      + "\(trace.undisturbedDays.count, "session") without any prompt."
  }

  private func outcome(_ life: ArmTrace) -> String {
    let end = TraceWords.standing(life.standing)
    return life.sessions.last?.departure == .drivenAway ? "\(end), left because of the prompt" : end
  }

  private func strip(_ life: ArmTrace) -> JSONValue {
    let words = TraceEventWords(
      experiment, arm: life.arm, scenario: trace.scenario, segment: trace.person.segment)
    func event(_ words: String, _ kind: String) -> JSONValue { ["words": .text(words), "kind": .text(kind)] }
    /// Sessions that are passed over have no day.
    func session(_ title: String, day: Double? = nil, _ events: [JSONValue] = []) -> JSONValue {
      let day = day.map { "day \(SupportedDigits.text($0, decimals: 0))" }
      return ["title": .text(title), "day": .optional(day), "events": .list(events)]
    }
    var sessions: [JSONValue] = []
    var quiet: [Int] = []
    func closeQuiet() {
      guard let first = quiet.first, let last = quiet.last else { return }
      sessions.append(session(first == last ? "Session \(first)" : "Sessions \(first) to \(last)"))
      quiet = []
    }
    for lived in life.sessions {
      var events = lived.moments.map(\.event).compactMap { found in
        found.kind.map { event(words.plain(found), $0) }
      }
      guard !events.isEmpty || lived.number == 1 else {
        quiet.append(lived.number)
        continue
      }
      closeQuiet()
      if lived.departure == .drivenAway { events.append(event("leaves for good", "away")) }
      sessions.append(session("Session \(lived.number)", day: lived.day, events))
    }
    closeQuiet()
    return [
      "option": .text(experiment.arms[life.arm].name), "outcome": .text(outcome(life)),
      "sessions": .list(sessions),
    ]
  }
}

extension TraceEvent {
  /// What a strip draws it as; `nil` of what neither a person nor a team that waits for the answer takes notice of.
  fileprivate var kind: String? {
    switch self {
    case .activated, .eventEnded, .triggerReached, .askPlanned, .sdkStarted, .sdkWaitCutOff, .eventDropped,
      .otherAlertClosed, .prePromptWaits, .consentWaits, .askHeldBack, .requested(.shown, _):
      nil
    case .prePromptShown, .consentShown: "screen"
    case .alertShown, .otherAlertShown: "alert"
    case .answered(let answer), .changedInSettings(let answer, _): answer == .allow ? "allow" : "deny"
    case .leftUnanswered, .askCutOff, .requested: "lost"
    case .onboardingCompleted, .otherAlertQueued, .prePromptEnded, .calledBackEarly, .installSent,
      .consentEnded, .consentPreGranted, .consentReversed, .settingsLinkShown:
      "plain"
    }
  }
}
