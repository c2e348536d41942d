import TextFormats

/// A piece of YAML that remembers where it is written.
struct LocatedNode: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// The text as the source has it; whether it is plain decides only about `null`.
    case scalar(String, isPlain: Bool)
    case mapping([Entry])
    case sequence([LocatedNode])
    /// Set by a `joint` (its path, the member's number).
    case jointMember(String, Int)
  }

  struct Entry: Hashable, Sendable {
    var key: String
    var point: SourcePoint
    var value: LocatedNode

    /// The entry on one line.
    var flowText: String { "\(key): \(value.flowText)" }
  }

  var content: Content
  var point: SourcePoint
  /// The path under which it is written: the address of its draws.
  var path = ""
  /// The layer it is written in, counted from the population upwards.
  var level = 0

  /// A mapping of some values, without those that there are not.
  static func mapping(_ values: [(key: String, value: LocatedNode?)], at point: SourcePoint) -> LocatedNode {
    let entries = values.compactMap { key, value in value.map { Entry(key: key, point: point, value: $0) } }
    return LocatedNode(content: .mapping(entries), point: point)
  }

  /// A text that stands there.
  static func word(_ text: String, isPlain: Bool = true, at point: SourcePoint) -> LocatedNode {
    LocatedNode(content: .scalar(text, isPlain: isPlain), point: point)
  }

  /// A list of texts.
  static func words(_ words: [String], at point: SourcePoint) -> LocatedNode {
    LocatedNode(content: .sequence(words.map { .word($0, at: point) }), point: point)
  }

  /// The entries of a mapping; none for anything else.
  var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  var isMapping: Bool {
    if case .mapping = content { true } else { false }
  }

  var items: [LocatedNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  var scalar: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether it comes from a preset or a population in a file of its own.
  var isInPopulationFile: Bool { point.rank == SourcePoint.populationFile }

  /// Whether it stands for nothing: empty, `~` or `null`, unquoted.
  var isNull: Bool {
    if case .scalar(let text, isPlain: true) = content {
      ["", "~", "null", "Null", "NULL"].contains(text)
    } else {
      false
    }
  }

  /// Whether it stands for nothing, or for blanks alone.
  var isBlank: Bool { isNull || scalar?.allSatisfy(\.isWhitespace) == true }

  subscript(key: String) -> LocatedNode? {
    get { entries.first { $0.key == key }?.value }
    set {
      if let newValue {
        write(Entry(key: key, point: entry(key)?.point ?? newValue.point, value: newValue))
      } else {
        content = .mapping(entries.filter { $0.key != key })
      }
    }
  }

  /// Writes an entry in place of that of its key, else behind the others.
  mutating func write(_ entry: Entry) {
    var entries = entries
    let index = entries.firstIndex { $0.key == entry.key } ?? entries.endIndex
    entries.replaceSubrange(index..<min(index + 1, entries.endIndex), with: [entry])
    content = .mapping(entries)
  }

  func entry(_ key: String) -> Entry? { entries.first { $0.key == key } }

  /// The value at a path of keys.
  func value(at path: some Sequence<String>) -> LocatedNode? {
    path.reduce(self as LocatedNode?) { $0?[$1] }
  }

  /// Sets the value at a path, into lists by position, making mappings on the way.
  mutating func set(_ value: LocatedNode, at path: ArraySlice<String>) {
    guard let key = path.first else {
      self = value
      return
    }
    if var items, let index = Int(key), items.indices.contains(index) {
      items[index].set(value, at: path.dropFirst())
      content = .sequence(items)
      return
    }
    var child = self[key] ?? .mapping([], at: value.point)
    child.set(value, at: path.dropFirst())
    self[key] = child
  }

  /// Takes the value at a path out, and the sections around it that this leaves empty: one without keys reads as a slip.
  mutating func remove(at path: [String]) {
    var keys = path[...]
    guard value(at: keys) != nil else { return }
    while keys.count > 1, value(at: keys.dropLast())?.entries.count == 1 { keys.removeLast() }
    guard let last = keys.popLast(), var section = value(at: keys) else { return }
    section[last] = nil
    set(section, at: keys)
  }

  /// The same node with every piece of it changed, each with its path.
  func changed(at path: String = "", _ change: (inout LocatedNode, String) -> Void) -> LocatedNode {
    var node = self
    change(&node, path)
    func inner(_ key: String, _ value: LocatedNode) -> LocatedNode {
      value.changed(at: path.isEmpty ? key : "\(path).\(key)", change)
    }
    switch node.content {
    case .scalar, .jointMember: break
    case .mapping(let entries):
      node.content = .mapping(
        entries.map { Entry(key: $0.key, point: $0.point, value: inner($0.key, $0.value)) })
    case .sequence(let items):
      node.content = .sequence(items.enumerated().map { inner("\($0.offset)", $0.element) })
    }
    return node
  }

  /// The same node with every piece knowing the path under which it is written.
  func placed(at path: String) -> LocatedNode { changed(at: path) { $0.path = $1 } }

  /// What it is, for the `found` half of a message.
  var found: String {
    switch content {
    case .scalar(let text, _):
      if isNull { return "nothing" }
      return text.cited
    case .mapping(let entries):
      let keys = entries.prefix(4).map(\.key.cut).joined(separator: ", ")
      return entries.isEmpty ? "an empty mapping" : "a mapping with \(keys)\(entries.count > 4 ? ", …" : "")"
    case .sequence(let items): return "a list of \(items.count)"
    case .jointMember: return "a value of a joint"
    }
  }

  /// The node on one line, as it would be written in flow style.
  var flowText: String {
    switch content {
    case .scalar(let text, _): text
    case .mapping(let entries):
      "{" + entries.map(\.flowText).joined(separator: ", ") + "}"
    case .sequence(let items): "[" + items.map(\.flowText).joined(separator: ", ") + "]"
    case .jointMember(let path, let member): "\(path)[\(member)]"
    }
  }
}
