/// A value of a file that somebody else wrote, with the line it stands on.
///
/// What the one reader gives, of property lists and of JSON (``init(_:_:)``), and what a reader of YAML hands over.
public struct PropertyValue: Hashable, Sendable {
  /// What it is.
  public indirect enum Content: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case list([PropertyValue])
    case mapping([Entry])
    /// What nobody asks for: a number, data, a date, null.
    case other(String)
  }

  /// A key of a mapping with its value.
  public struct Entry: Hashable, Sendable {
    /// As it reads without its escapes.
    public var key: String
    /// Where the key stands, 1-based.
    public var line: Int
    /// What it stands for.
    public var value: PropertyValue

    /// The parts, unchanged.
    public init(key: String, line: Int, value: PropertyValue) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  /// What it is.
  public var content: Content
  /// 1-based.
  public var line: Int

  /// The parts, unchanged.
  public init(content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  /// The entries of a mapping; none for anything else.
  public var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }
  /// The text; `nil` for anything else, and so for the others.
  public var text: String? { if case .text(let text) = content { text } else { nil } }
  /// Whether it is true.
  public var flag: Bool? { if case .flag(let flag) = content { flag } else { nil } }
  /// The items of a list.
  public var items: [PropertyValue]? { if case .list(let items) = content { items } else { nil } }

  /// The entry of a key; of a key that stands several times the last, as where such files are used.
  public func entry(_ key: String) -> Entry? { entries.last { $0.key == key } }

  /// The value of a key.
  public subscript(key: String) -> PropertyValue? { entry(key)?.value }

  /// All entries of a key in it and in what it holds, in the order of the file.
  public func descendants(_ key: String) -> [Entry] {
    entries.flatMap { entry in (entry.key == key ? [entry] : []) + entry.value.descendants(key) }
      + (items ?? []).flatMap { $0.descendants(key) }
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
