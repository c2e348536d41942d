public import PromptFlow

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

  /// The name of the case.
  public var word: String { snakeCased("\(self)") }
}

extension AskHook: FileWord {}
extension RetryPolicy: FileWord {}
extension SettingsLink: FileWord {}
extension GateKind: FileWord {}
extension GateStart: FileWord {}
extension ConsentOrder: FileWord {}
extension ConsentOnUndetermined: FileWord {}

extension SystemVersion: FileWord {
  /// The name of the class.
  public var word: String { name }
}

/// The name of a case as files and programs have it: `finalNoATT` as `final_no_att`.
package func snakeCased(_ name: String) -> String {
  var word = ""
  var isBehindCapital = false
  for letter in name {
    if letter.isUppercase, !isBehindCapital { word += "_" }
    word += letter.lowercased()
    isBehindCapital = letter.isUppercase
  }
  return word
}

// What is chosen beside numbers and moments, by the keys and in the words of an experiment file.

extension PromptStrategy {
  /// What it sets beside its moment that is no number: `retry`, `hook`.
  package var words: [String: String] {
    [
      "hook": hook.word, "retry": retry.word, "asks_from": asksFrom.word, "settings_link": settingsLink.word,
      "trusts_callback": "\(trustsCallback)",
    ]
  }
}

extension Surroundings {
  /// What is no number in them: `attribution.gate`, `consent.order`.
  package var words: [String: String] {
    var words: [String: String] = [:]
    if let attribution {
      words["attribution.gate"] = attribution.gate.word
      words["attribution.starts"] = attribution.starts.word
    }
    if let consent {
      words["consent.order"] = consent.order.word
      words["consent.on_undetermined"] = consent.onUndetermined.word
      words["consent.pre_grant"] = "\(consent.preGrant)"
    }
    return words
  }
}

extension AskTrigger {
  /// In a few words: `launch`, `onboarding`, `after article 3`, `session 2`.
  ///
  /// - Parameter eventKinds: names of the event kinds by their numbers; one without a name is an `event`.
  package func words(eventKinds: [String]) -> String {
    guard kind.row.isCounted else { return kind.rawValue }
    let counted = event.map { "after \($0.element(of: eventKinds) ?? "event")" } ?? kind.rawValue
    return "\(counted) \(count)"
  }
}
