/// The strategy of one arm as `att-lab export --table strategy` writes it, for an app to load.
///
/// The arm that won is the arm that ships: decode the exported JSON and hand
/// ``strategy`` and ``delaySeconds`` to a ``FlowSetup``.
///
/// The format is `att-lab/strategy/1`. Within `strategy` every key has to be known and every value
/// possible, because a key passed over there would ship another arm than the one that was tested.
/// Around it, keys that this version does not know are passed over.
public struct PromptStrategyDocument: Hashable, Sendable {
  /// The format that is read and written.
  public static let schema = "att-lab/strategy/1"

  /// The experiment it is from.
  public var experiment: String?
  /// The run it is from.
  public var run: String?
  /// The arm's name.
  public var arm: String?
  /// What decides when to ask.
  public var strategy: PromptStrategy
  /// Names of the kinds of events, in the order of their numbers.
  public var eventKinds: [String]
  /// Seconds to wait before every ask; `nil` where the experiment leaves it uncertain.
  public var delaySeconds: Double?
  /// The text for `NSUserTrackingUsageDescription`; an app compares, it cannot change it at run time.
  public var usageString: String?
  /// What the screen before the alert says; `nil` without one.
  public var prePromptText: PrePromptText?
  /// Whether Apple's rules leave the arm a way into the store; `nil` where the document does not say.
  public var isAllowedByApple: Bool?

  /// The words of the screen before the alert.
  public struct PrePromptText: Hashable, Sendable, Codable {
    /// The screen's title.
    public var title: String
    /// Its text.
    public var body: String
    /// The title of its one button.
    public var button: String

    /// The words of a screen.
    public init(title: String, body: String, button: String) {
      self.title = title
      self.body = body
      self.button = button
    }
  }

  /// A document of a strategy alone, for an app that writes its own.
  public init(strategy: PromptStrategy, eventKinds: [String] = [], delaySeconds: Double? = nil) {
    self.strategy = strategy
    self.eventKinds = eventKinds
    self.delaySeconds = delaySeconds
  }
}

/// Why a strategy is not loaded.
public enum StrategyDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document is of another format, a newer one or none of ours.
  case schema(found: String, known: String)
  /// A key within `strategy` that the format does not have.
  case unknownKey(String, known: [String])
  /// A value outside the format.
  case value(key: String, found: String, expected: String)

  /// What was expected, what was found, and where.
  public var description: String {
    switch self {
    case .schema(let found, let known):
      "The strategy has schema '\(found)'; this app reads '\(known)'. Export it with the att-lab that "
        + "belongs to this version of PromptFlow."
    case .unknownKey(let key, let known):
      "The strategy has an unknown key '\(key)'; known are \(known.map { "'\($0)'" }.joined(separator: ", "))."
    case .value(let key, let found, let expected):
      "The strategy's '\(key)' is \(found); expected \(expected)."
    }
  }
}

extension PromptStrategyDocument: Codable {
  private enum Key: String, CodingKey {
    case schema, experiment, run, arm, strategy
    case eventKinds = "event_kinds"
    case delaySeconds = "delay_seconds"
    case usageString = "usage_string"
    case prePrompt = "pre_prompt"
    case allowedByApple = "allowed_by_apple"
  }

  private struct UsageString: Codable {
    var text: String
  }

  /// Reads a document.
  ///
  /// - Throws: ``StrategyDocumentError`` for another format, an unknown key or a value outside the
  ///   format; `DecodingError` for a missing key or a value of another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let schema = try values.decode(String.self, forKey: .schema)
    guard schema == Self.schema else {
      throw StrategyDocumentError.schema(found: schema, known: Self.schema)
    }
    experiment = try values.decodeIfPresent(String.self, forKey: .experiment)
    run = try values.decodeIfPresent(String.self, forKey: .run)
    arm = try values.decodeIfPresent(String.self, forKey: .arm)
    let coded = try values.decode(PromptStrategyCoding.self, forKey: .strategy)
    strategy = coded.strategy
    eventKinds = try values.decode([String].self, forKey: .eventKinds)
    delaySeconds = try values.decodeIfPresent(Double.self, forKey: .delaySeconds)
    usageString = try values.decodeIfPresent(UsageString.self, forKey: .usageString)?.text
    prePromptText = try values.decodeIfPresent(PrePromptText.self, forKey: .prePrompt)
    isAllowedByApple = try values.decodeIfPresent(Bool.self, forKey: .allowedByApple)
    try check(name: coded.triggerEvent)
  }

  /// What only the whole document can tell.
  private func check(name: String?) throws {
    if let delaySeconds, !(delaySeconds >= 0 && delaySeconds.isFinite) {
      throw StrategyDocumentError.value(
        key: "delay_seconds", found: "\(delaySeconds)", expected: "0 seconds or more")
    }
    guard let kind = strategy.trigger.event else { return }
    guard let known = kind.element(of: eventKinds) else {
      throw StrategyDocumentError.value(
        key: "trigger.event_kind", found: "\(kind.rawValue)",
        expected: "a position in 'event_kinds', which has \(eventKinds.count)")
    }
    if let name, name != known {
      throw StrategyDocumentError.value(
        key: "trigger.event", found: "'\(name)'",
        expected: "'\(known)', number \(kind.rawValue) of 'event_kinds'")
    }
  }

  /// Writes a document in the same format.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(Self.schema, forKey: .schema)
    try values.encodeIfPresent(experiment, forKey: .experiment)
    try values.encodeIfPresent(run, forKey: .run)
    try values.encodeIfPresent(arm, forKey: .arm)
    let name = strategy.trigger.event?.element(of: eventKinds)
    try values.encode(PromptStrategyCoding(strategy, triggerEvent: name), forKey: .strategy)
    try values.encode(eventKinds, forKey: .eventKinds)
    try values.encode(delaySeconds, forKey: .delaySeconds)
    try values.encodeIfPresent(usageString.map { UsageString(text: $0) }, forKey: .usageString)
    try values.encode(prePromptText, forKey: .prePrompt)
    try values.encodeIfPresent(isAllowedByApple, forKey: .allowedByApple)
  }
}
