import ExperimentDesign
import PromptFlow
package import Rendering
import RuleBook
package import TextFormats

extension TraceReview {
  /// The life as JSON of the schema `att-lab/trace/1`: every moment of every arm.
  package func json() -> JSONValue {
    let scenario = experiment.scenarios[trace.scenario]
    let person = trace.person
    return .object([
      ("schema", .text("att-lab/trace/1")),
      ("experiment", .text(experiment.name)),
      ("seed", .unsigned(seed)),
      ("trial", .count(trace.trial)),
      ("install", .count(trace.install)),
      ("scenario", .text(scenario.name)),
      ("caution", .text(Self.caution)),
      ("search", search.map { $0.json } ?? .null),
      (
        "person",
        .object([
          ("segment", .text(scenario.segments[person.segment].name)),
          ("restricted", .flag(person.device.restriction != .none)),
          ("allows_requests", .flag(person.device.allowsRequests)),
          ("os", .text(person.version.name)),
          ("activity", .number(person.activity)),
          ("willingness", .number(person.willingness)),
          ("leaving_probability", .number(person.leavingProbability)),
          ("answer_uniform", .number(person.answerUniform)),
        ])
      ),
      ("undisturbed_days", .list(trace.undisturbedDays.map { .number($0) })),
      (
        "lives_part",
        trace.divergence.map {
          .object([("session", .count($0.session)), ("seconds", .number($0.seconds))])
        } ?? .null
      ),
      ("arms", .object(trace.arms.map { (experiment.arms[$0.arm].name, json(of: $0)) })),
      ("rules", .object(citedRules.map { ($0.tag, .text($0.title)) })),
    ])
  }

  /// A row for every moment of every arm.
  package func csv() -> CSVDocument {
    CSVDocument(
      header: ["arm", "session", "day", "seconds", "what", "rules", "words"],
      rows: trace.arms.flatMap { life in
        let words = TraceEventWords(
          experiment, arm: life.arm, scenario: trace.scenario, segment: trace.person.segment)
        return life.sessions.flatMap { session in
          session.moments.map { moment -> [CSVDocument.Cell] in
            [
              .text(experiment.arms[life.arm].name), .integer(session.number), .number(session.day),
              .number(moment.seconds), .text(moment.event.described.what),
              .text(moment.event.rules.joined(separator: " ")), .text(words.words(moment.event)),
            ]
          }
        }
      })
  }

  private func json(of life: ArmTrace) -> JSONValue {
    let words = TraceEventWords(
      experiment, arm: life.arm, scenario: trace.scenario, segment: trace.person.segment)
    return .object([
      ("final_state", .text(TraceWords.key(life.standing))),
      ("personalizable", .flag(life.isPersonalizable)),
      ("reported", life.isReported.map { .flag($0) } ?? .null),
      ("identified", life.isInstallIdentified.map { .flag($0) } ?? .null),
      ("sessions", .list(life.sessions.map { json(of: $0, words) })),
    ])
  }

  private func json(of session: TracedSession, _ words: TraceEventWords) -> JSONValue {
    .object([
      ("session", .count(session.number)),
      ("day", .number(session.day)),
      ("seconds", .number(session.seconds)),
      ("end", .text(session.end.rawValue)),
      ("status", .text(TraceWords.status(session.status))),
      ("identifier_readable", .flag(session.identifierIsReadable)),
      ("departure", .text(session.departure.rawValue)),
      ("leaving_probability", .number(session.leaving.probability)),
      ("leaving_uniform", .number(session.leaving.uniform)),
      (
        "moments",
        .list(
          session.moments.map { moment in
            let described = moment.event.described
            return .object(
              [
                ("seconds", .number(moment.seconds)), ("what", .text(described.what)),
                ("rules", .texts(moment.event.rules)),
                ("words", .text(words.words(moment.event))),
              ] + described.details)
          })
      ),
    ])
  }
}

extension TraceReview.Search {
  fileprivate var json: JSONValue {
    .object([
      ("examples", .texts(examples.map(\.rawValue))),
      ("from", .count(from)),
      ("looked_at", .count(lookedAt)),
    ])
  }
}

extension TraceEvent {
  /// The kind of event by its name in JSON, and what else is known of it.
  fileprivate var described: (what: String, details: [(key: String, value: JSONValue)]) {
    switch self {
    case .activated(let again): ("activated", [("again", .flag(again))])
    case .onboardingCompleted: ("onboarding_completed", [])
    case .eventEnded(_, let value): ("event_ended", [("value_so_far", .number(value))])
    case .otherAlertShown: ("other_alert_shown", [])
    case .otherAlertQueued: ("other_alert_queued", [])
    case .otherAlertClosed: ("other_alert_closed", [])
    case .triggerReached: ("trigger_reached", [])
    case .askPlanned(let delay): ("ask_planned", [("delay_seconds", .number(delay))])
    case .askHeldBack: ("ask_held_back", [])
    case .prePromptWaits: ("pre_prompt_waits", [])
    case .prePromptShown(let showing, let chance, let isOwnUniform):
      (
        "pre_prompt_shown",
        [("showing", .count(showing))] + chance.members + [("own_uniform", .flag(isOwnUniform))]
      )
    case .prePromptEnded(let end): ("pre_prompt_ended", [("end", .text(end.key))])
    case .requested(let ruling, let status):
      (
        "requested",
        [
          ("ruling", .text(ruling.key)), ("lost", .flag(ruling.loss != nil)),
          ("returns", status.map { .text(TraceWords.status($0)) } ?? .null),
        ]
      )
    case .alertShown(let chance, let isCold, let isPrimed):
      ("alert_shown", chance.members + [("cold", .flag(isCold)), ("primed", .flag(isPrimed))])
    case .calledBackEarly(let isBelieved): ("called_back_early", [("believed", .flag(isBelieved))])
    case .answered(let answer): ("answered", [("answer", .text(answer == .allow ? "allow" : "deny"))])
    case .leftUnanswered(let chance): ("left_unanswered", chance.members)
    case .askCutOff: ("ask_cut_off", [])
    case .sdkStarted(let gate, let waits):
      ("sdk_started", [("gate", .text(gate.key)), ("waits_seconds", .optional(waits))])
    case .sdkWaitCutOff(let gate): ("sdk_wait_cut_off", [("gate", .text(gate.key))])
    case .installSent(let gate, let isIdentified, let missing):
      (
        "install_sent",
        [
          ("gate", .text(gate.key)), ("identified", .flag(isIdentified)),
          ("too_early", .flag(missing != nil)),
          ("before", missing.map { .text($0.rawValue) } ?? .null),
        ]
      )
    case .eventDropped: ("event_dropped", [])
    case .consentWaits: ("consent_waits", [])
    case .consentShown(let asks): ("consent_shown", [("asks", .flag(asks))])
    case .consentEnded(let purposes, let chance):
      ("consent_ended", [("purposes", .text(purposes.key))] + (chance?.members ?? []))
    case .consentPreGranted: ("consent_pre_granted", [])
    case .consentReversed(let chance): ("consent_reversed", chance.members)
    case .settingsLinkShown: ("settings_link_shown", [])
    case .changedInSettings(let answer, let chance):
      ("changed_in_settings", [("tracking", .flag(answer == .allow))] + chance.members)
    }
  }
}

extension Chance {
  fileprivate var members: [(key: String, value: JSONValue)] {
    [("probability", .number(probability)), ("uniform", .number(uniform))]
  }
}

extension PrePromptEnd {
  fileprivate var key: String {
    switch self {
    case .continued: "continued"
    case .dismissed: "dismissed"
    case .left: "left"
    }
  }
}

extension GateKind {
  fileprivate var key: String {
    switch self {
    case .none: "none"
    case .documented: "documented"
    case .timer: "timer"
    case .foreground: "foreground"
    }
  }
}

extension ConsentPurposes {
  fileprivate var key: String {
    switch self {
    case .open: "open"
    case .accepted: "accepted"
    case .refused: "refused"
    case .rejectedForLack: "rejected_for_lack"
    }
  }
}

extension RequestRuling {
  fileprivate var key: String {
    switch self {
    case .noPermission: "no_permission"
    case .lockedByProfile: "locked_by_profile"
    case .settingNotChangeable: "setting_not_changeable"
    case .appClip: "app_clip"
    case .alreadyAuthorized: "already_authorized"
    case .alreadyDenied: "already_denied"
    case .switchedOff: "switched_off"
    case .switchedOffForGood: "switched_off_for_good"
    case .inExtension: "in_extension"
    case .withoutWindow: "without_window"
    case .queued: "queued"
    case .behindAlert: "behind_alert"
    case .behindItself: "behind_itself"
    case .notActive: "not_active"
    case .withoutUsageString: "without_usage_string"
    case .shown: "shown"
    }
  }
}
