/// A value of a file that somebody else wrote, with its key and the line it stands on.
///
/// What Foundation reads of property lists and JSON, and what a reader of YAML hands over.
public struct PropertyValue: Hashable, Sendable {
  /// What it is.
  public indirect enum Content: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case list([PropertyValue])
    case mapping([PropertyValue])
    /// What nobody asks for: a number, data, a date, null.
    case other(String)
  }

  /// What it stands under in a mapping; empty elsewhere.
  public var key: String
  /// Of its key, or without one of its own, 1-based.
  public var line: Int
  /// What it is.
  public var content: Content

  /// A value that somebody has read.
  public init(_ content: Content, key: String = "", line: Int) {
    self.key = key
    self.line = line
    self.content = content
  }

  /// The values of a mapping, each with its key; none for anything else.
  public var members: [PropertyValue] { if case .mapping(let members) = content { members } else { [] } }
  /// The text; `nil` for anything else, and so for the others.
  public var text: String? { if case .text(let text) = content { text } else { nil } }
  /// Whether it is true.
  public var flag: Bool? { if case .flag(let flag) = content { flag } else { nil } }
  /// The items of a list.
  public var items: [PropertyValue]? { if case .list(let items) = content { items } else { nil } }

  /// The value of a key; of a key that stands several times the last, as where such files are used.
  public subscript(key: String) -> PropertyValue? { members.last { $0.key == key } }

  /// All values of a key in it and in what it holds.
  public func descendants(_ key: String) -> [PropertyValue] {
    (members + (items ?? [])).flatMap { ($0.key == key ? [$0] : []) + $0.descendants(key) }
  }

  /// What it is, for messages.
  public var kind: String {
    switch content {
    case .text: "text"
    case .flag: "true or false"
    case .list: "a list"
    case .mapping: "a mapping"
    case .other(let kind): kind
    }
  }
}
