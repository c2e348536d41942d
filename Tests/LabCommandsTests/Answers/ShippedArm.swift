import FlowRehearsal
import Foundation
import PromptFlow

/// What `att-lab trace --format json` tells of one option, as far as an app can live it again.
struct TracedArm {
  struct Session {
    /// How long the person stayed.
    var seconds: Double
    var moments: [Moment]
  }

  struct Moment: Decodable {
    var option: String
    var session: Int
    var seconds: Double
    var what: String
    /// The answer to the alert, what a request returned at once, or how a pre-prompt ended.
    var result: String?
  }

  var finalState: String
  var sessions: [Session]

  /// - Parameter moments: of the option, in their order; the last of each session is its end.
  init(finalState: String, moments: [Moment]) {
    self.finalState = finalState
    sessions = []
    for number in Set(moments.map(\.session)).sorted() {
      let own = moments.filter { $0.session == number }
      sessions.append(Session(seconds: own.last?.seconds ?? 0, moments: Array(own.dropLast())))
    }
  }

  /// What the simulated app showed and asked, session by session.
  ///
  /// The one request that the simulation makes of a device which may not be asked (model, section 5) is no
  /// call of the shipped code's: it reads the status, and asks nothing where that is determined (R16, R18).
  var done: [[String]] {
    sessions.map { session in
      session.moments.filter { moment in
        switch moment.what {
        case "pre_prompt_shown", "alert_shown": true
        case "requested": ["not_determined", nil].contains(moment.result)
        default: false
        }
      }
      .map(\.what)
    }
  }
}

/// The same life with the machines that an app links, by an exported strategy.
struct ShippedArm {
  private var life: Rehearsal
  private let event: CountedEvent
  private(set) var done: [[String]] = []

  /// Lives a traced life again: the person and the other alerts are the trace's, what is asked is the strategy's.
  init(_ document: PromptStrategyDocument, living arm: TracedArm, device: TrackingDevice) {
    life = Rehearsal(FlowSetup(document), device: device)
    event = CountedEvent(EventKind(rawValue: 0))
    for session in arm.sessions { play(session) }
  }

  /// The status at the end, in the trace's words for it.
  var finalState: String {
    switch life.session.status {
    case .authorized: "authorized"
    case .denied: life.system.recordedAnswer == .denied ? "denied_by_answer" : "denied_by_device"
    case .restricted: "restricted"
    case .notDetermined: "undetermined"
    case .unknown, nil: "none"
    }
  }

  private mutating func play(_ session: TracedArm.Session) {
    let before = life.records.count
    var done: [String] = []
    // At once after the last session, so that nothing of it comes due between the two.
    let start = life.seconds
    life.launch()
    for moment in session.moments {
      life.wait(max(0, start + moment.seconds - life.seconds))
      live(moment)
    }
    life.wait(max(0, start + session.seconds - life.seconds))
    var asking: FlowSession.Event?
    for record in life.records[before...] {
      // What follows a request at once: the app goes inactive under the alert, or is answered (R22).
      if let event = asking, record.event != event {
        if record.event == .deactivated { done.append("alert_shown") }
        asking = nil
      }
      if record.action == .showPrePrompt { done.append("pre_prompt_shown") }
      if record.action == .request {
        done.append("requested")
        asking = record.event
      }
    }
    self.done.append(done)
  }

  private mutating func live(_ moment: TracedArm.Moment) {
    switch moment.what {
    case "other_alert_queued": life.showOtherAlert()
    case "other_alert_shown":
      if life.system.presented == nil { life.showOtherAlert() }
    case "other_alert_closed": life.closeOtherAlert()
    case "onboarding_completed": life.send(.onboardingCompleted)
    case "event_ended": life.send(.eventEnded(event))
    case "answered": life.answer(moment.result == "allow" ? .allow : .deny)
    case "pre_prompt_ended":
      let ends: [String: PrePromptEnd] = [
        "continued": .continued, "dismissed": .dismissed, "left": .left,
      ]
      if let end = ends[moment.result ?? ""] { life.send(.prePromptEnded(end)) }
    default: break  // what the machines do themselves, and a person who leaves: the next launch tells
    }
  }
}
