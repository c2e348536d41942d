/// A strategy in the words of `att-lab export --table strategy`.
///
/// `PromptStrategy` itself is `Encodable` in the compiler's own way, which follows the names and numbers
/// of our source; this follows the published format.
struct PromptStrategyCoding: Hashable, Codable {
  var strategy: PromptStrategy
  /// The name of the event that the trigger counts, which the strategy knows by its number; `nil` without one.
  var triggerEvent: String?

  init(_ strategy: PromptStrategy, triggerEvent: String?) {
    self.strategy = strategy
    self.triggerEvent = triggerEvent
  }

  private enum Key: String, CodingKey, CaseIterable {
    case trigger, hook, retry
    case prePrompt = "pre_prompt"
    case asksFrom = "asks_from"
    case settingsLink = "settings_link"
    case trustsCallback = "trusts_callback"
  }

  private enum TriggerKey: String, CodingKey, CaseIterable {
    case kind
    case eventKind = "event_kind"
    case event, count, number
  }

  private enum PolicyKey: String, CodingKey, CaseIterable {
    case isDismissible = "is_dismissible"
    case cooldownSessions = "cooldown_sessions"
    case maximumShows = "maximum_shows"
  }

  /// - Throws: ``StrategyDocumentError`` for a key or a value outside the format, `DecodingError` for
  ///   a value of another type.
  init(from decoder: any Decoder) throws {
    try AnyKey.refuseUnknown(in: decoder, known: Key.allCases.map(\.rawValue))
    let values = try decoder.container(keyedBy: Key.self)
    let trigger = try Self.trigger(values.superDecoder(forKey: .trigger))
    triggerEvent = try values.nestedContainer(keyedBy: TriggerKey.self, forKey: .trigger)
      .decodeIfPresent(String.self, forKey: .event)
    strategy = PromptStrategy(
      trigger: trigger, hook: try Self.word(values, .hook), retry: try Self.word(values, .retry),
      prePrompt: try Self.policy(values), asksFrom: try Self.asksFrom(values),
      settingsLink: try Self.word(values, .settingsLink),
      trustsCallback: try values.decode(Bool.self, forKey: .trustsCallback))
  }

  private static func trigger(_ decoder: any Decoder) throws -> AskTrigger {
    let values = try decoder.container(keyedBy: TriggerKey.self)
    let kind: TriggerKind = try word(values, .kind, "trigger.kind")
    let count: TriggerKey = kind == .event ? .count : .number
    let known: [TriggerKey] =
      kind == .event ? [.kind, .eventKind, .event, count] : kind.row.isCounted ? [.kind, count] : [.kind]
    try AnyKey.refuseUnknown(in: decoder, known: known.map(\.rawValue))
    let event = kind == .event ? try whole(values, .eventKind, atLeast: 0, "trigger.event_kind") : nil
    return AskTrigger(
      kind, of: event.map { EventKind(rawValue: $0) },
      count: kind.row.isCounted ? try whole(values, count, atLeast: 1, "trigger.\(count.rawValue)") : 1)
  }

  private static func policy(_ values: KeyedDecodingContainer<Key>) throws -> PrePromptPolicy? {
    if try values.decodeNil(forKey: .prePrompt) { return nil }
    let decoder = try values.superDecoder(forKey: .prePrompt)
    try AnyKey.refuseUnknown(in: decoder, known: PolicyKey.allCases.map(\.rawValue))
    let policy = try decoder.container(keyedBy: PolicyKey.self)
    let limit =
      try policy.decodeNil(forKey: .maximumShows)
      ? nil : try whole(policy, .maximumShows, atLeast: 1, "pre_prompt.maximum_shows")
    return PrePromptPolicy(
      isDismissible: try policy.decode(Bool.self, forKey: .isDismissible),
      cooldownSessions: try whole(policy, .cooldownSessions, atLeast: 1, "pre_prompt.cooldown_sessions"),
      maximumShows: limit)
  }

  /// A whole number of at least `least` and at most what an app can count.
  private static func whole<K: CodingKey>(
    _ values: KeyedDecodingContainer<K>, _ key: K, atLeast least: Int, _ name: String
  ) throws -> Int {
    let found = try values.decode(Int.self, forKey: key)
    guard (least...FlowState.largestCount).contains(found) else {
      throw StrategyDocumentError.value(
        key: name, found: "\(found)", expected: "a whole number from \(least) to \(FlowState.largestCount)")
    }
    return found
  }

  private static func word<K: CodingKey, Word: RawRepresentable & CaseIterable>(
    _ values: KeyedDecodingContainer<K>, _ key: K, _ name: String? = nil
  ) throws -> Word where Word.RawValue == String {
    let found = try values.decode(String.self, forKey: key)
    guard let word = Word(rawValue: found) else {
      let words = Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw StrategyDocumentError.value(
        key: name ?? key.stringValue, found: "'\(found)'", expected: "one of \(words)")
    }
    return word
  }

  private static func asksFrom(_ values: KeyedDecodingContainer<Key>) throws -> SystemVersion {
    let found = try values.decode(String.self, forKey: .asksFrom)
    guard let version = [SystemVersion.iOS14_0, .iOS14_5].first(where: { $0.name == found }) else {
      throw StrategyDocumentError.value(
        key: Key.asksFrom.rawValue, found: "'\(found)'", expected: "'ios_14_0' or 'ios_14_5'")
    }
    return version
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    var trigger = values.nestedContainer(keyedBy: TriggerKey.self, forKey: .trigger)
    let moment = strategy.trigger
    try trigger.encode(moment.kind.rawValue, forKey: .kind)
    if let event = moment.event {
      try trigger.encode(event.rawValue, forKey: .eventKind)
      try trigger.encodeIfPresent(triggerEvent, forKey: .event)
    }
    if moment.kind.row.isCounted {
      try trigger.encode(moment.count, forKey: moment.event == nil ? .number : .count)
    }
    try values.encode(strategy.hook.rawValue, forKey: .hook)
    try values.encode(strategy.retry.rawValue, forKey: .retry)
    if let policy = strategy.prePrompt {
      var prePrompt = values.nestedContainer(keyedBy: PolicyKey.self, forKey: .prePrompt)
      try prePrompt.encode(policy.isDismissible, forKey: .isDismissible)
      try prePrompt.encode(policy.cooldownSessions, forKey: .cooldownSessions)
      try prePrompt.encode(policy.maximumShows, forKey: .maximumShows)
    } else {
      try values.encodeNil(forKey: .prePrompt)
    }
    try values.encode(strategy.asksFrom.name, forKey: .asksFrom)
    try values.encode(strategy.settingsLink.rawValue, forKey: .settingsLink)
    try values.encode(strategy.trustsCallback, forKey: .trustsCallback)
  }
}

/// Any key of an object, to see which ones it has.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  /// Refuses an object with a key outside `known`; the first in alphabetical order is named.
  static func refuseUnknown(in decoder: any Decoder, known: [String]) throws {
    let found = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    if let unknown = found.filter({ !known.contains($0) }).min() {
      throw StrategyDocumentError.unknownKey(
        (decoder.codingPath.map(\.stringValue) + [unknown]).joined(separator: "."), known: known)
    }
  }
}
