import ExperimentDesign
import PromptFlow
package import Rendering
import RuleBook
import Simulation

/// One install's life as it is written for programs: options by name, and every moment under each.
extension TraceReview {
  /// All of it.
  package func json() throws -> JSONValue {
    let (person, arms) = (trace.person, experiment.arms)
    let scenario = experiment.scenarios[trace.scenario]
    return [
      "schema": "att-lab/trace/1", "experiment": .text(experiment.name), "seed": .unsigned(seed),
      "trial": .count(trace.trial), "install": .count(trace.install), "scenario": .text(scenario.name),
      "caution": .text(Self.caution),
      // Null where the install was named.
      "search": try search.map { try JSONValue(encoding: $0) } ?? .null,
      "person": [
        "segment": .text(scenario.segments[person.segment].name),
        "restricted": .flag(person.device.restriction != .none),
        "allows_requests": .flag(person.device.allowsRequests), "os": .text(person.version.name),
        "activity": .number(person.activity), "willingness": .number(person.willingness),
        "leaving_probability": .number(person.leavingProbability),
        "answer_uniform": .number(person.answerUniform),
      ],
      // Days from the install to each session of the life that no prompt disturbs.
      "undisturbed_days": .list(trace.undisturbedDays.map { .number($0) }),
      // Where the options begin to differ; null where they never do.
      "lives_part": try trace.divergence.map { try JSONValue(encoding: $0) } ?? .null,
      // Whether the install event went out, and with the identifier, is null where attribution is not modelled.
      "options": .list(
        trace.arms.map { life in
          [
            "option": .text(arms[life.arm].name), "final_state": .text(life.standing.name),
            "personalizable": .flag(life.isPersonalizable),
            "reported": life.isReported.map { .flag($0) } ?? .null,
            "identified": life.isInstallIdentified.map { .flag($0) } ?? .null,
          ]
        }),
      "moments": .list(moments.map { .object($0) }),
      "rules": .object(citedRules.map { ($0.tag, .text($0.title)) }),
    ]
  }

  /// A row for every moment.
  package func csv() -> CSVDocument { CSVDocument(moments) }

  /// What happens and how each session ends, in their order, option by option.
  private var moments: [Fields] {
    trace.arms.flatMap { life in
      let words = words(of: life)
      return life.sessions.flatMap { session in
        session.moments.map { moment in
          let event = moment.event
          return fields(
            life, session, moment.seconds, event.name, event.result, event.rules, words.words(event),
            event.chance)
        } + [
          fields(
            life, session, session.seconds, session.departure.rawValue, nil, [], TraceWords.end(session),
            session.leaving)
        ]
      }
    }
  }

  /// - Parameters:
  ///   - seconds: since the session's process started.
  ///   - what: the kind of event, or what comes after the session.
  ///   - result: what came of it: the answer to an alert, how a pre-prompt ended, the status that a request returned at
  ///     once.
  ///   - rules: that decide it.
  ///   - chance: that decides it; `nil` where none does.
  private func fields(
    _ life: ArmTrace, _ session: TracedSession, _ seconds: Double, _ what: String, _ result: String?,
    _ rules: [String], _ words: String, _ chance: Chance?
  ) -> Fields {
    [
      ("option", .text(experiment.arms[life.arm].name)), ("session", .count(session.number)),
      ("day", .number(session.day)), ("seconds", .number(seconds)), ("what", .text(what)),
      ("result", .optional(result)), ("rules", .text(rules.joined(separator: " "))), ("words", .text(words)),
      ("probability", .optional(chance?.probability)), ("uniform", .optional(chance?.uniform)),
    ]
  }
}

extension TraceEvent {
  /// What came of it, in a word; `nil` where nothing did.
  fileprivate var result: String? {
    switch self {
    case .answered(let answer): answer == .allow ? "allow" : "deny"
    case .prePromptEnded(.continued): "continued"
    case .prePromptEnded(.dismissed): "dismissed"
    case .prePromptEnded(.left): "left"
    case .requested(_, .notDetermined): "not_determined"
    case .requested(_, .restricted): "restricted"
    case .requested(_, .denied): "denied"
    case .requested(_, .authorized): "authorized"
    case .requested(_, .unknown(let raw)): "unknown(\(raw))"
    case _: nil
    }
  }
}
