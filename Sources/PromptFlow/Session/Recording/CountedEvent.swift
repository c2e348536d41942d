/// Something that a strategy can count, by its name: `"article_read"`.
///
/// Counts are kept under the name, so that the order of an app's events is free to change. Choose a name
/// for a kind of event and not for each article: every name takes room in what is kept.
///
///     extension CountedEvent {
///       static let articleRead: CountedEvent = "article_read"
///     }
public struct CountedEvent: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  /// The name.
  ///
  /// One of `#` and a number stands for an ``EventKind`` that has no name.
  public var rawValue: String
  /// The event with this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The event with this name.
  public init(stringLiteral name: String) { rawValue = name }

  /// The event that a number stands for where nobody has given it a name.
  package init(_ kind: EventKind) { rawValue = "#\(kind.rawValue)" }

  /// The number, where this is a number's name.
  var number: Int? {
    guard rawValue.first == "#", let number = Int(rawValue.dropFirst()), number >= 0 else { return nil }
    return "#\(number)" == rawValue ? number : nil
  }
}

extension FlowSetup {
  /// The number of an event in the strategy; `nil` for one that the setup does not have.
  func kind(of event: CountedEvent) -> EventKind? {
    (events.firstIndex(of: event) ?? event.number).map { EventKind(rawValue: $0) }
  }

  /// The name of the event that the strategy's trigger counts; `nil` without one.
  var triggerEvent: CountedEvent? { strategy.trigger.event?.element(of: events) }
}
