public import PromptFlow
import TextFormats

/// A choice of an option or of its surroundings, for which an experiment file has one word.
public protocol FileWord: CaseIterable, Hashable, Sendable {
  /// As files, documents and a run's identity have it.
  var word: String { get }
}

extension FileWord {
  /// All words, in the order of the cases.
  public static var words: [String] { allCases.map(\.word) }

  /// The choice of a word; `nil` where it is none.
  public init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }
}

extension FileWord where Self: RawRepresentable<String> {
  /// The raw value.
  public var word: String { rawValue }
}

extension AskHook: FileWord {}
extension RetryPolicy: FileWord {}
extension SettingsLink: FileWord {}

extension SystemVersion: FileWord {
  /// The name of the class.
  public var word: String { name }
}

extension GateKind: FileWord {
  /// The name of the gate.
  public var word: String {
    switch self {
    case .none: "none"
    case .documented: "documented"
    case .timer: "timer"
    case .foreground: "foreground"
    }
  }
}

extension GateStart: FileWord {
  /// What it starts with, or after.
  public var word: String {
    switch self {
    case .process: "process"
    case .afterConsent: "after_consent"
    }
  }
}

extension ConsentOrder: FileWord {
  /// On which side of the alert.
  public var word: String {
    switch self {
    case .afterATT: "after_att"
    case .beforeATT: "before_att"
    }
  }
}

extension ConsentOnUndetermined: FileWord {
  /// What the layer does.
  public var word: String {
    switch self {
    case .wait: "wait"
    case .open: "open"
    }
  }
}

// What is chosen beside numbers and moments, by the keys of an experiment file.

extension PromptStrategy {
  var choices: [String: JSONValue] {
    [
      "hook": .text(hook.word), "retry": .text(retry.word), "asks_from": .text(asksFrom.word),
      "settings_link": .text(settingsLink.word), "trusts_callback": .flag(trustsCallback),
    ]
  }

  /// What it sets beside its moment that is no number, by the keys and in the words of an experiment file: `retry`, `hook`.
  package var words: [String: String] { choices.mapValues(\.plain) }
}

extension AttributionModel {
  var choices: [String: JSONValue] { ["gate": .text(gate.word), "starts": .text(starts.word)] }
}

extension ConsentModel {
  var choices: [String: JSONValue] {
    [
      "order": .text(order.word), "on_undetermined": .text(onUndetermined.word), "pre_grant": .flag(preGrant),
    ]
  }
}

extension Surroundings {
  /// What is no number in them, by the keys and in the words of an experiment file: `attribution.gate`, `consent.order`.
  package var words: [String: String] {
    let sections = [("attribution", attribution?.choices), ("consent", consent?.choices)]
    return sections.reduce(into: [:]) { words, section in
      for (key, choice) in section.1 ?? [:] { words["\(section.0).\(key)"] = choice.plain }
    }
  }
}

extension JSONValue {
  /// A word without quotation marks, or yes or no.
  fileprivate var plain: String { if case .text(let word) = self { word } else { text(.canonical) } }
}
