import ExperimentDesign
import Rendering

/// What an input of the model is, for a sentence of an answer.
public struct ParameterWords: Equatable, Sendable {
  /// Completes "is": `how asking before any use changes the odds to allow`.
  public var meaning: String
  /// Whether it is a share of people or of times, which is written in per cent.
  public var isShare: Bool

  /// The words of the parameter at a path, as runs and experiment files write it; `nil` where the path is none of the
  /// model's.
  public init?(path: String) {
    var keys = path.split(separator: ".").map(String.init)
    if keys.first == "population" { keys.removeFirst() }
    // What is written for some people or for one option alone; the delay is an option's own.
    var notes: [String] = []
    while keys.count > 2, let note = Self.notes[keys[0]], keys[0] != "arms" || keys.count > 3 {
      notes.append("\(note) \(Self.quoted(keys[1]))")
      keys.removeFirst(2)
    }
    guard let words = Self.words(keys) else { return nil }
    meaning = words.meaning + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    isShare = words.isShare
  }

  private init(_ meaning: String, isShare: Bool = false) {
    self.meaning = meaning
    self.isShare = isShare
  }

  private static let notes = ["scenarios": "scenario", "segments": "segment", "arms": "option"]

  /// A name of the file in a sentence.
  private static func quoted(_ name: String) -> String { "'\(TerminalText.safe(name))'" }

  private static func words(_ keys: [String]) -> ParameterWords? {
    guard let first = keys.first, let last = keys.last else { return nil }
    if let words = plain[keys.joined(separator: ".")] { return words }
    if keys.count > 1, last == "median" || last == "sigma", let base = duration(Array(keys.dropLast())) {
      return ParameterWords(last == "median" ? base : "how much people differ in \(base)")
    }
    guard keys.count >= 3 else { return nil }
    let name = quoted(keys[1..<keys.count - 1].joined(separator: "."))
    switch (first, last) {
    case ("events", "per_session"): return ParameterWords("how often a session has the event \(name)")
    case ("events", "seconds"): return ParameterWords("how long the event \(name) takes")
    case ("events", "value"): return ParameterWords("how much value people get from the event \(name)")
    case ("alerts", "share"):
      return ParameterWords("the share of installs that the alert \(name) asks", isShare: true)
    case ("alerts", "offset"): return ParameterWords("how long after its moment the alert \(name) comes")
    case ("usage_strings", "odds_ratio"):
      return ParameterWords("how the usage string \(name) changes the odds to allow")
    case ("pre_prompts", "allow_odds_ratio"):
      return ParameterWords("how the pre-prompt \(name) changes the odds to allow")
    case ("pre_prompts", "continue_odds_ratio"):
      return ParameterWords("how the wording of the pre-prompt \(name) changes the odds to continue")
    case ("arms", "delay_seconds"): return ParameterWords("how long the option \(name) waits before it asks")
    case _: return nil
    }
  }

  /// What a time is of, which differs between people.
  private static func duration(_ keys: [String]) -> String? {
    switch keys.joined(separator: ".") {
    case "onboarding.seconds": return "how long onboarding takes"
    case "activation_seconds": return "how long the app takes to start"
    case "answer.seconds": return "how long the prompt stays up"
    case "consent.seconds": return "how long the consent layer stays up"
    case _: break
    }
    guard keys.count >= 3, let first = keys.first, let last = keys.last else { return nil }
    let name = quoted(keys[1..<keys.count - 1].joined(separator: "."))
    switch (first, last) {
    case ("alerts", "seconds"): return "how long the alert \(name) stays up"
    case ("pre_prompts", "read_seconds"): return "how long people read the pre-prompt \(name)"
    case _: return nil
    }
  }

  private static let plain: [String: ParameterWords] = [
    "device.restricted": .init("the share of devices that may not be asked", isShare: true),
    "device.requests_off": .init("the share of devices on which requests to track are off", isShare: true),
    "sessions.rate": .init("how often people open the app"),
    "sessions.rate.shape": .init("how alike people are in how often they open the app"),
    "sessions.rate.rate": .init("how seldom people open the app"),
    "sessions.leave": .init("the share who leave for good after a session", isShare: true),
    "sessions.leave.a": .init("how many leave for good after a session"),
    "sessions.leave.b": .init("how many stay after a session"),
    "activity_spread": .init("how much people differ in how active they are"),
    "willingness.with_activity": .init("how willing active people are from the start"),
    "willingness.with_staying": .init("how willing people who stay are from the start"),
    "onboarding.first": .init("the share who complete onboarding in the first session", isShare: true),
    "onboarding.later": .init("the share who complete onboarding in a later session", isShare: true),
    "settle_seconds": .init("how long the app is inactive after a system alert"),
    "browse_seconds": .init("how long people browse before an event"),
    "linger_seconds": .init("how long people stay after an event"),
    "attribution.wait_seconds": .init("how long the attribution SDK waits for the answer"),
    "consent.accept": .init("the share who accept ads in the consent layer", isShare: true),
    "consent.reopen": .init("the share who reverse their consent in a later session", isShare: true),
    "allow.rate": .init("the share who allow right after onboarding", isShare: true),
    "allow.spread": .init("how much people differ in willingness to allow"),
    "allow.value": .init("how using the app changes the odds to allow"),
    "allow.cold_odds_ratio": .init("how asking before any use changes the odds to allow"),
    "continue.rate": .init("the share who continue past a pre-prompt", isShare: true),
    "continue.spread": .init("how much people differ in whether they continue past a pre-prompt"),
    "continue.value": .init("how using the app changes the odds to continue past a pre-prompt"),
    "continue.fatigue_odds_ratio": .init("how each further pre-prompt changes the odds to continue"),
    "continue.persistence": .init(
      "how often a further pre-prompt meets people in the same mood", isShare: true),
    "answer.unanswered": .init("the share who leave the prompt unanswered", isShare: true),
    "annoyance.pre_prompt": .init("the share whom a pre-prompt makes leave for good", isShare: true),
    "annoyance.alert": .init("the share whom the prompt makes leave for good", isShare: true),
    "annoyance.cold": .init("the added share who leave when the prompt comes before any use", isShare: true),
    "annoyance.nag": .init("the share whom a link to Settings makes leave for good", isShare: true),
    "settings.reenable": .init("the share who allow later in Settings, per session", isShare: true),
    "settings.link_in_preferences": .init(
      "the added share who allow later because of a link in the preferences", isShare: true),
    "settings.link_after_denial": .init(
      "the added share who allow later because of a link after a denial", isShare: true),
    "settings.revoke": .init("the share who withdraw permission in Settings, per session", isShare: true),
    "value.per_session.identified": .init("what a session with permission is worth"),
    "value.per_session.otherwise": .init("what a session without permission is worth"),
  ]
}

extension RunDescription.Parameter.Knowledge {
  /// What is known of a number, for people: the distribution as a file has it, or that it is drawn with others.
  var words: String {
    switch self {
    case .distribution(let text): text
    case .joint(let path, _): "drawn together with other inputs (\(path))"
    }
  }
}
