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
  package func json() throws -> JSONValue {
    try JSONValue(
      encoding: Page(
        trial: trace.trial, install: trace.install, caution: TraceReview.caution, person: person,
        strips: trace.arms.map(strip)))
  }

  private struct Page: Encodable {
    var trial: Int
    var install: Int
    var caution: String
    var person: String
    var strips: [Strip]
  }

  private struct Strip: Encodable {
    var option: String
    var outcome: String
    var sessions: [Session]
  }

  private struct Session: Encodable {
    var title: String
    /// `nil` of sessions that are passed over.
    var day: String?
    var events: [Event]
  }

  private struct Event: Encodable {
    var words: String
    var kind: String
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

  private func strip(_ life: ArmTrace) -> Strip {
    let words = TraceEventWords(
      experiment, arm: life.arm, scenario: trace.scenario, segment: trace.person.segment)
    var sessions: [Session] = []
    var quiet: [Int] = []
    func closeQuiet() {
      guard let first = quiet.first, let last = quiet.last else { return }
      let title = first == last ? "Session \(first)" : "Sessions \(first) to \(last)"
      sessions.append(Session(title: title, day: nil, events: []))
      quiet = []
    }
    for session in life.sessions {
      var events = session.moments.map(\.event).compactMap { event in
        event.kind.map { Event(words: words.plain(event), kind: $0) }
      }
      guard !events.isEmpty || session.number == 1 else {
        quiet.append(session.number)
        continue
      }
      closeQuiet()
      if session.departure == .drivenAway { events.append(Event(words: "leaves for good", kind: "away")) }
      sessions.append(
        Session(
          title: "Session \(session.number)", day: "day \(TraceNumbers.fixed(session.day, 0))", events: events
        ))
    }
    closeQuiet()
    return Strip(
      option: TerminalText.safe(experiment.arms[life.arm].name), outcome: outcome(life), sessions: sessions)
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
