import ExperimentDesign
import PromptFlow
import Rendering
import RuleBook
import TextFormats

/// One install's life as it is written for programs: options by name, and every moment under each.
struct TraceReport: Encodable {
  var schema = "att-lab/trace/1"
  var experiment: String
  var seed: UInt64
  var trial: Int
  var install: Int
  var scenario: String
  var caution: String
  /// How the install was found; `nil` where it was named.
  var search: TraceReview.Search?
  var person: Person
  /// Days from the install to each session of the life that no prompt disturbs.
  var undisturbedDays: [Double]
  /// Where the options begin to differ; `nil` where they never do.
  var livesPart: Divergence?
  var options: [Option]
  /// In their order, option by option.
  var moments: [Moment]
  /// Titles of the rules that are cited, by their tags.
  var rules: ByName<String>

  struct Person: Encodable {
    var segment: String
    var restricted: Bool
    var allowsRequests: Bool
    var os: String
    var activity: Double
    var willingness: Double
    var leavingProbability: Double
    var answerUniform: Double
  }

  /// What came of it under an option.
  struct Option: Encodable {
    var option: String
    var finalState: String
    var personalizable: Bool
    /// Whether the install event went out, and with the identifier; `nil` where attribution is not modelled.
    var reported: Bool?
    var identified: Bool?
  }

  /// Something that happens, or the end of a session: a row of the table.
  struct Moment: Encodable {
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
  }

  init(_ review: TraceReview) {
    let (trace, person, arms) = (review.trace, review.trace.person, review.experiment.arms)
    let scenario = review.experiment.scenarios[trace.scenario]
    experiment = review.experiment.name
    seed = review.seed
    trial = trace.trial
    install = trace.install
    self.scenario = scenario.name
    caution = TraceReview.caution
    search = review.search
    self.person = Person(
      segment: scenario.segments[person.segment].name, restricted: person.device.restriction != .none,
      allowsRequests: person.device.allowsRequests, os: person.version.name, activity: person.activity,
      willingness: person.willingness, leavingProbability: person.leavingProbability,
      answerUniform: person.answerUniform)
    undisturbedDays = trace.undisturbedDays
    livesPart = trace.divergence
    options = trace.arms.map { life in
      Option(
        option: arms[life.arm].name, finalState: TraceWords.key(life.standing),
        personalizable: life.isPersonalizable, reported: life.isReported, identified: life.isInstallIdentified
      )
    }
    moments = trace.arms.flatMap { life in
      life.sessions.flatMap { Self.moments(of: $0, arms[life.arm].name, review.words(of: life)) }
    }
    rules = ByName(review.citedRules.map { (name: $0.tag, value: $0.title) })
  }

  private static func moments(
    of session: TracedSession, _ option: String, _ words: TraceEventWords
  ) -> [Moment] {
    session.moments.map { moment in
      Moment(
        option: option, session: session.number, day: session.day, seconds: moment.seconds,
        what: moment.event.name, result: moment.event.result,
        rules: moment.event.rules.joined(separator: " "),
        words: words.words(moment.event), probability: moment.event.chance?.probability,
        uniform: moment.event.chance?.uniform)
    } + [
      Moment(
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
