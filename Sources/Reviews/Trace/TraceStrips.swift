package import ExperimentDesign
import PromptFlow
import Rendering
package import TextFormats

/// What one person sees of an app under every option, session by session, in everyday words.
///
/// Sessions in which nothing is asked or answered are counted, not shown.
package struct TraceStrips {
  private let experiment: Experiment
  private let trace: InstallTrace

  /// Strips of one install's life.
  package init(experiment: Experiment, trace: InstallTrace) {
    self.experiment = experiment
    self.trace = trace
  }

  /// Who it is and what they see, for a page that draws the strips.
  package var json: JSONValue {
    .object([
      ("trial", .count(trace.trial)), ("install", .count(trace.install)),
      ("caution", .text(TraceReview.caution)),
      ("person", .text(person)),
      ("strips", .list(trace.arms.map(strip))),
    ])
  }

  /// What the install comes to under every option, to tell people apart by.
  package var outcome: [String] { trace.arms.map { outcome($0) } }

  private var person: String {
    let scenario = experiment.scenarios[trace.scenario]
    let segment =
      scenario.segments.count > 1
      ? ", segment \(TerminalText.safe(scenario.segments[trace.person.segment].name))" : ""
    let count = trace.undisturbedDays.count
    return "Install \(trace.install) of trial \(trace.trial)\(segment): "
      + (count == 1 ? "1 session" : "\(SupportedDigits.grouped(count)) sessions") + " without any prompt."
  }

  private func outcome(_ life: ArmTrace) -> String {
    let end = TraceWords.standing(life.standing)
    return life.sessions.last?.departure == .drivenAway ? "\(end), left because of the prompt" : end
  }

  private func strip(_ life: ArmTrace) -> JSONValue {
    let words = TraceEventWords(
      experiment, arm: life.arm, scenario: trace.scenario, segment: trace.person.segment)
    var items: [JSONValue] = []
    var quiet: [Int] = []
    func closeQuiet() {
      guard let first = quiet.first, let last = quiet.last else { return }
      let title = first == last ? "Session \(first)" : "Sessions \(first) to \(last)"
      items.append(.object([("title", .text(title)), ("day", .null), ("events", .list([]))]))
      quiet = []
    }
    for session in life.sessions {
      let events = session.moments.map(\.event).filter(\.isOfPermission)
      guard !events.isEmpty || session.number == 1 else {
        quiet.append(session.number)
        continue
      }
      closeQuiet()
      let isDrivenAway = session.departure == .drivenAway
      let shown = events.map {
        JSONValue.object([("words", .text(words.plain($0))), ("kind", .text($0.kind))])
      }
      items.append(
        .object([
          ("title", .text("Session \(session.number)")),
          ("day", .text("day \(TraceNumbers.fixed(session.day, 0))")),
          (
            "events",
            .list(
              shown
                + (isDrivenAway
                  ? [.object([("words", .text("leaves for good")), ("kind", .text("away"))])] : []))
          ),
        ]))
    }
    closeQuiet()
    return .object([
      ("option", .text(TerminalText.safe(experiment.arms[life.arm].name))), ("outcome", .text(outcome(life))),
      ("sessions", .list(items)),
    ])
  }
}

extension TraceEvent {
  /// Whether a person, or a team that waits for the answer, takes notice of it.
  fileprivate var isOfPermission: Bool {
    switch self {
    case .activated, .eventEnded, .triggerReached, .askPlanned, .sdkStarted, .sdkWaitCutOff, .eventDropped,
      .otherAlertClosed, .prePromptWaits, .consentWaits, .askHeldBack:
      false
    case .requested(let ruling, _): ruling != .shown
    case .onboardingCompleted, .otherAlertShown, .otherAlertQueued, .prePromptShown, .prePromptEnded,
      .alertShown, .calledBackEarly, .answered, .leftUnanswered, .askCutOff, .installSent, .consentShown,
      .consentEnded, .consentPreGranted, .consentReversed, .settingsLinkShown, .changedInSettings:
      true
    }
  }

  /// What a strip draws it as.
  fileprivate var kind: String {
    switch self {
    case .prePromptShown, .consentShown: "screen"
    case .alertShown, .otherAlertShown: "alert"
    case .answered(let answer), .changedInSettings(let answer, _): answer == .allow ? "allow" : "deny"
    case .leftUnanswered, .askCutOff: "lost"
    case .requested: "lost"
    case .activated, .eventEnded, .triggerReached, .askPlanned, .sdkStarted, .sdkWaitCutOff, .eventDropped,
      .otherAlertClosed, .prePromptWaits, .consentWaits, .askHeldBack, .onboardingCompleted,
      .otherAlertQueued,
      .prePromptEnded, .calledBackEarly, .installSent, .consentEnded, .consentPreGranted, .consentReversed,
      .settingsLinkShown:
      "plain"
    }
  }
}
