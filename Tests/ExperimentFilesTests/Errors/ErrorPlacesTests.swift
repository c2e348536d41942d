import ExperimentDesign
import ExperimentFiles
import Testing

@testable import TextFormats

/// One change to the small experiment, and where its problems stand: `line:column`, with `?` behind for a warning.
struct ErrorCase: CustomTestStringConvertible, Sendable {
  var old: String
  var new: String
  var places: [String]

  var testDescription: String { new }
}

extension ErrorCase {
  init(_ old: String, _ new: String, _ places: String...) { self.init(old: old, new: new, places: places) }
}

@Suite("What is wrong in a file, and where")
struct ErrorPlacesTests {
  static let population = "  allow: {rate: 0.3}\n"

  /// The population with a line more.
  private static func more(_ line: String, _ places: String...) -> ErrorCase {
    ErrorCase(old: population, new: population + "  \(line)\n", places: places)
  }

  static let numbers: [ErrorCase] = [
    ErrorCase("rate: 0.3", "rate: [0.2, 0.4]", "4:17"),
    ErrorCase("rate: 0.3", "rate: 1.2", "4:17"),
    ErrorCase("rate: 0.3", "rate: .nan", "4:17"),
    ErrorCase("rate: 0.3", "rate: 1e999", "4:17"),
    ErrorCase("rate: 0.3", "rate: lots", "4:17"),
    ErrorCase("rate: 0.3", "rate: 130%", "4:17"),
    ErrorCase("rate: 0.3", "rate: 0.3, cold_odds_ratio: 70%", "4:39"),
    ErrorCase("rate: 0.3", "rate: {sweep: [0.2, 0.3]}", "4:17"),
    ErrorCase("rate: 0.3", "rate: {unifrom: [0, 1]}", "4:17"),
    ErrorCase("rate: 0.3", "rate: {uniform: 3}", "4:17"),
    ErrorCase("rate: 0.3", "rate: {beta: [2, x]}", "4:17"),
    ErrorCase("rate: 0.3", "rate: {uniform: [0.4, 0.2]}", "4:17"),
    ErrorCase("rate: 0.3", "rate: {normal: [0.3, 0]}", "4:17"),
    ErrorCase("rate: 0.3", "rate: {triangular: [0, 0.9, 0.5]}", "4:17"),
    ErrorCase("rate: 0.3", "rate: {uniform: [2, 3]}", "4:17"),
    ErrorCase("rate: 0.3", "rate: {normal: [0.9, 0.1]}", "4:17?"),
    ErrorCase("rate: 2,", "rate: -2,", "3:20"),
  ]

  static let people: [ErrorCase] = [
    ErrorCase("sessions: {rate: 2, leave: 0.2}", "settle_seconds: 1", "3:3"),
    ErrorCase(
      "sessions: {rate: 2, leave: 0.2}",
      "retention: {d1: .2, d7: .1, d30: .1, sessions_per_active_day: 2}\n  sessions: {rate: 1, leave: 0.2}",
      "4:3"),
    ErrorCase(
      "sessions: {rate: 2, leave: 0.2}", "retention: {d1: .2, d7: .3, d30: .1, sessions_per_active_day: 2}",
      "3:27"),
    ErrorCase(
      "sessions: {rate: 2, leave: 0.2}",
      "retention: {d1: {uniform: [.2, .3]}, d7: .1, d30: .1, sessions_per_active_day: 2}", "3:19"),
    ErrorCase("rate: 2, leave: 0.2", "rate: 2", "3:13"),
    ErrorCase("allow: {rate: 0.3}", "allow: {spread: 1}", "4:10"),
    ErrorCase("allow: {rate: 0.3}", "alow: {rate: 0.3}", "3:3", "4:3"),
    more("os: {modern: 0.5, ios_14_5: 0.4}", "5:7"),
    more("os: {modern: {beta: [1, 1]}}", "5:16"),
    more("segments: {a: {share: 0.5}, b: {share: 0.4}}", "5:42"),
    more("segments: {a: {share: 1}, b: {}}", "5:29"),
    more("device: {restricted: 0.5, requests_off: 0.6}", "5:43"),
    more("willingness: {with_activity: 0.3, with_staying: 0.99}", "5:32", "5:51", "5:51"),
    more("consent: {seconds: 4, order: before}", "5:12", "5:22", "5:32"),
    more("answer: {seconds: {lognormal: [4, 1]}}", "5:21"),
    more("settle_seconds: null", "5:19"),
    more("alerts: {push: {at: onboarding, share: 0.5}}", "5:23?"),
    more("evidence: {devise.restricted: {grade: published, source: x}}", "5:14?"),
    more("evidence: {allow.rate: {grade: published, date: 2021-06}}", "5:34"),
    more("evidence: {allow.rate: {grade: assumed}}"),
    more("segments: {}", "5:13"),
    // Draws that are too large together, some of them, which are drawn again, and all of them.
    more("device: {restricted: {uniform: [0.3, 0.9]}, requests_off: {uniform: [0.3, 0.9]}}"),
    more("device: {restricted: {uniform: [0.6, 0.8]}, requests_off: {uniform: [0.6, 0.8]}}", "5:61"),
    more("evidence: {allow.rate: {source: x}}", "5:26"),
    more("joint: [{paths: [allow.rate, allow.value], scale: [logit], mean: [0], covariance: [[1]]}]", "5:11"),
    more("joint: [{paths: [allow.value], scale: [log], mean: [0], covariance: [[1]]}]", "5:42"),
    more("joint: [{paths: [allow.rate], scale: [identity], mean: [9], covariance: [[0.01]]}]", "5:59"),
    more(
      "joint: [{paths: [allow.rate, allow.value], scale: [logit, identity], mean: [0, 0], covariance: [[1, 2], [2, 1]]}]",
      "5:99"),
    more("joint: [{paths: [events.artcle.value], scale: [log], mean: [0], covariance: [[1]]}]", "5:11"),
  ]

  static let arms: [ErrorCase] = [
    ErrorCase("{after: article, count: 3}", "{after: artcle, count: 3}", "11:24"),
    ErrorCase("{after: article, count: 3}", "{after: article}"),
    ErrorCase("{after: article, count: 3}", "{count: 3}", "11:16"),
    ErrorCase("{after: article, count: 3}", "{after: article, count: 0}", "11:40"),
    ErrorCase("{after: article, count: 3}", "{after: article, count: {uniform: [1, 3]}}", "11:40"),
    ErrorCase("{after: article, count: 3}", "{session: 2, count: 3}", "11:16"),
    ErrorCase("{after: article, count: 3}", "onboarding", "11:16"),
    ErrorCase("{after: article, count: 3}", "after_onboarding", "11:16"),
    ErrorCase("launch: {ask: launch,", "launch: {when: launch,", "10:11", "10:12"),
    ErrorCase("launch: {ask: launch, usage_string: plain}", "launch: {usage_string: plain}", "10:11"),
    ErrorCase("launch: {ask: launch, usage_string: plain}", "launch: {ask: launch}", "10:11"),
    ErrorCase(
      "launch: {ask: launch, usage_string: plain}", "launch: {ask: launch, usage_string: plan}", "10:39"),
    ErrorCase("launch: {ask: launch,", "launch: {ask: launch, pre_prompt: kind,", "10:37"),
    ErrorCase("launch: {ask: launch,", "launch: {ask: launch, retry: nevr,", "10:32"),
    ErrorCase("launch: {ask: launch,", "launch: {ask: launch, trusts_callback: maybe,", "10:42"),
    ErrorCase("launch: {ask: launch,", "launch: {ask: launch, delay_seconds: {sweep: []},", "10:48"),
    ErrorCase("launch: {ask: launch,", "launch: {ask: launch, attribution: {wait_seconds: 3},", "10:38"),
    ErrorCase(
      "text: \"Shows ads about what you read, for example local concerts.\"", "odds_ratio: 1.2", "8:10"),
  ]

  static let design: [ErrorCase] = [
    ErrorCase("experiment: small", "baseline: lunch", "1:11"),
    ErrorCase("experiment: small", "trials: 0\ninstalls: many", "1:9", "2:11"),
    ErrorCase("experiment: small", "scenarios: {}", "1:12"),
    ErrorCase("experiment: small", "seed: 1e15"),
    ErrorCase("experiment: small", "seed: 1e17", "1:7"),
    ErrorCase("experiment: small", "trials: 10.5", "1:9"),
    ErrorCase("experiment: small", "trials: 1e8\ninstalls: 1e8", "1:9"),
    ErrorCase("experiment: small", "seed: -1", "1:7"),
    ErrorCase("experiment: small", "horizon_days: 0", "1:15"),
    ErrorCase("experiment: small", "objective: value_per_install", "1:12"),
    ErrorCase("experiment: small", "objective: {opt_in_per_install: 0}", "1:12"),
    ErrorCase("experiment: small", "objective: {opt_in_per_install: 1e-158}", "1:13"),
    ErrorCase("experiment: small", "objective: {sessions_lost_per_install: 1}", "1:13"),
    ErrorCase(
      "experiment: small", "adjust: {value: {per_session: {identified: 1e-160, otherwise: 0}}}", "1:44"),
    ErrorCase("experiment: small", "scenarios: {gone: {events: null}}", "11:16"),
    ErrorCase("experiment: small", "scenarios: {base: {}, gone: {events: null}}", "11:16?"),
    ErrorCase("experiment: small", "horizon_days: 3000\nadjust: {sessions: {rate: 500}}", "2:27"),
  ]

  /// The small experiment with a consent layer and a line above its population.
  private static func consent(_ line: String, _ places: String...) -> ErrorCase {
    ErrorCase(
      old: "experiment: small\npopulation:\n",
      new: "\(line)\npopulation:\n  consent: {order: before_att, accept: 0.6}\n", places: places)
  }

  /// The small experiment with a second text, and what else is said of it.
  private static func second(_ effect: String, _ places: String...) -> ErrorCase {
    let (start, end) = ("concerts.\"}\n", "arms:\n  launch: {ask: launch, usage_string:")
    let warm = "  warm: {text: \"Keeps the app free, with ads about what you read.\"\(effect)}\n"
    return ErrorCase(old: "\(start)\(end) plain}", new: "\(start)\(warm)\(end) warm}", places: places)
  }

  /// Words without an effect, and objectives that a consent layer does not count in.
  static let doubts: [ErrorCase] = [
    ErrorCase("  events:\n", "  consent: {order: before_att, accept: 0.6}\n  events:\n", "5:3?"),
    ErrorCase(
      "launch: {ask: launch, usage_string: plain}",
      "launch: {ask: launch, usage_string: plain, consent: {order: before_att, accept: 0.6}}", "10:46?"),
    consent("objective: opt_in_per_install", "1:12?"),
    consent("objective: authorized_sessions_per_install", "1:12?"),
    consent("objective: sessions_lost_per_install"), consent("objective: personalizable_per_install"),
    second(""), second(", odds_ratio: 1"), second(", odds_ratio: 9.9"),
    second(", odds_ratio: 30", "9:81?"), second(", odds_ratio: 0.05", "9:81?"),
    second(", odds_ratio: {range: [90, 130]}", "9:81?"), second(", odds_ratio: {range: [0.8, 30]}"),
  ]

  /// The problems of an experiment, or its warnings where it loads.
  private func found(_ yaml: String) -> (problems: [FileProblem], mark: String) {
    do throws(FileProblems) {
      return (try loadExperiment(text: Array(yaml.utf8), path: "x.yaml").warnings.map(\.problem), "?")
    } catch {
      return (error.problems, "")
    }
  }

  private func places(_ yaml: String) -> [String] {
    let (problems, mark) = found(yaml)
    return problems.map { "\($0.line):\($0.column)\(mark)" }
  }

  @Test("is reported at its place", arguments: numbers + people + arms + design + doubts)
  func place(error: ErrorCase) {
    #expect(places(smallExperiment.replacing(error.old, with: error.new)) == error.places)
  }

  @Test(
    "is reported all at once, in the order of the lines, with what was expected, found and probably meant")
  func all() {
    let yaml = """
      experiment: many
      trials: 0
      population:
        sessions: {rate: -2, leave: 2}
        allow: {rate: 30}
        evnts: {article: {per_session: 2}}
      usage_strings: {s: {text: "x", odds_ratio: x}}
      arms:
        a: {ask: lunch, usage_string: t, delay: 1}
      """
    #expect(places(yaml) == ["2:9", "4:20", "4:31", "5:17", "6:3", "7:44", "9:12", "9:33", "9:36"])
    let words = found(yaml).problems.map(\.message)
    #expect(
      words[3]
        == "'rate' expects a number strictly between 0 and 1, or a distribution, found '30'. Did you mean '30%'?"
    )
    #expect(words[6].hasPrefix("'ask' cannot be 'lunch'. Did you mean 'launch'? Allowed: launch, onboarding"))
  }

  @Test("quotes no more than 60 characters, and no word of thousands of letters is compared with others")
  func long() {
    let word = String(repeating: "a", count: 10_000)
    #expect(nearestWord(to: word, among: [word, "launch"]) == nil)
    #expect(nearestWord(to: "lunch", among: [word, "launch"]) == "launch")
    #expect(word.cited.count == 63 && suggestion(for: "x", among: [word]).count < 80)
    for yaml in [
      "\(word): 1\n" + smallExperiment, "trials: \(word)\n" + smallExperiment,
      smallExperiment.replacing("ask: launch", with: "ask: \(word)"),
      smallExperiment.replacing("after: article", with: "after: \(word)"),
      smallExperiment.replacing("usage_string: plain}", with: "usage_string: \(word)}"),
      smallExperiment + "\n\(word)\nb: 1\n", "'\(word)\n" + smallExperiment,
    ] {
      let problems = found(yaml).problems
      #expect(!problems.isEmpty && problems.allSatisfy { $0.message.count < 1_000 }, "\(problems)")
    }
  }
}
