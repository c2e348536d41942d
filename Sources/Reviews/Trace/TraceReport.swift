import ExperimentDesign
import PromptFlow
package import Rendering
import RuleBook
import Simulation
package import TextFormats

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
      "moments": .list(try moments.map { try JSONValue(encoding: $0) }),
      "rules": .object(citedRules.map { ($0.tag, .text($0.title)) }),
    ]
  }

  /// A row for every moment.
  package func csv() throws -> CSVDocument { try CSVDocument(encoding: moments) }

  /// In their order, option by option.
  private var moments: [TraceMoment] {
    trace.arms.flatMap { life in
      life.sessions.flatMap { TraceMoment.all(of: $0, experiment.arms[life.arm].name, words(of: life)) }
    }
  }
}

/// Something that happens, or the end of a session: a row of the table.
private struct TraceMoment: Encodable {
  var option: String
  var session: Int
  var day: Double
  /// Since the session's process started.
  var seconds: Double
  /// The kind of event, or what comes after the session.
  var what: String
  /// What came of it: the answer to an alert, how a pre-prompt ended, the status that a request returned at once.
  var result: String?
  /// The rules that decide it, separated by blanks.
  var rules: String
  var words: String
  /// The chance that decides it, and the uniform that was below it or not; `nil` where none does.
  var probability: Double?
  var uniform: Double?

  static func all(
    of session: TracedSession, _ option: String, _ words: TraceEventWords
  ) -> [TraceMoment] {
    session.moments.map { moment in
      TraceMoment(
        option: option, session: session.number, day: session.day, seconds: moment.seconds,
        what: moment.event.name, result: moment.event.result,
        rules: moment.event.rules.joined(separator: " "),
        words: words.words(moment.event), probability: moment.event.chance?.probability,
        uniform: moment.event.chance?.uniform)
    } + [
      TraceMoment(
        option: option, session: session.number, day: session.day, seconds: session.seconds,
        what: session.departure.rawValue, result: nil, rules: "", words: TraceWords.end(session),
        probability: session.leaving.probability, uniform: session.leaving.uniform)
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
