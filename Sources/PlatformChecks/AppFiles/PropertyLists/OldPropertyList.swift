/// Reads the oldest form of a property list: project files of Xcode (`project.pbxproj`) and `.strings` files.
struct OldPropertyList {
  private var cursor: TextCursor
  private var values = 0

  private init(_ text: String) { cursor = TextCursor(text) }

  /// Reads a project file.
  ///
  /// - Throws: ``ReadingFault`` for what is no such file.
  static func project(_ text: String) throws(ReadingFault) -> PropertyValue {
    var reader = OldPropertyList(text)
    let value = try reader.value(depth: 1)
    try reader.end()
    return value
  }

  /// Reads a `.strings` file: `"key" = "value";` with comments, in braces or not.
  ///
  /// - Throws: ``ReadingFault`` for what is no such file.
  static func strings(_ text: String) throws(ReadingFault) -> PropertyValue {
    var reader = OldPropertyList(text)
    try reader.cursor.skipComments()
    let entries = try reader.entries(depth: 1, isOpen: !reader.cursor.take("{"))
    try reader.end()
    // Of a key that stands twice the last counts, as where the file is used.
    var last: [String: Int] = [:]
    for (index, entry) in entries.enumerated() { last[entry.key] = index }
    let kept = entries.indices.filter { last[entries[$0].key] == $0 }.map { entries[$0] }
    return PropertyValue(content: .mapping(kept), line: 1)
  }

  private mutating func end() throws(ReadingFault) {
    try cursor.skipComments()
    guard cursor.isAtEnd else { throw ReadingFault(cursor.line, "expected the end, found more") }
  }

  private mutating func value(depth: Int) throws(ReadingFault) -> PropertyValue {
    try cursor.skipComments()
    let line = cursor.line
    values += 1
    try AppFileLimits.hold(values: values, depth: depth, line: line)
    let content: PropertyValue.Content
    if cursor.take("{") {
      content = .mapping(try entries(depth: depth, isOpen: false))
    } else if cursor.take("(") {
      content = .list(try items(depth: depth))
    } else {
      content = .text(try cursor.word("a value"))
    }
    return PropertyValue(content: content, line: line)
  }

  /// - Parameter isOpen: Whether the file's end ends them and no brace; a key alone then stands for itself.
  private mutating func entries(depth: Int, isOpen: Bool) throws(ReadingFault) -> [PropertyValue.Entry] {
    var entries: [PropertyValue.Entry] = []
    while true {
      try cursor.skipComments()
      if isOpen ? cursor.isAtEnd : cursor.take("}") { return entries }
      let line = cursor.line
      let key = try cursor.word(isOpen ? "a key" : "a key or '}'")
      try cursor.skipComments()
      let value: PropertyValue
      if cursor.take("=") {
        value = try self.value(depth: depth + 1)
      } else if isOpen {
        value = PropertyValue(content: .text(key), line: line)
      } else {
        throw ReadingFault(cursor.line, "expected '=' after '\(key.prefix(80))'")
      }
      try cursor.skipComments()
      guard cursor.take(";") else {
        throw ReadingFault(cursor.line, "expected ';' after the value of '\(key.prefix(80))'")
      }
      entries.append(.init(key: key, line: line, value: value))
    }
  }

  private mutating func items(depth: Int) throws(ReadingFault) -> [PropertyValue] {
    var items: [PropertyValue] = []
    while true {
      try cursor.skipComments()
      if cursor.take(")") { return items }
      items.append(try value(depth: depth + 1))
      try cursor.skipComments()
      if cursor.take(",") { continue }
      guard cursor.next == ")" else { throw ReadingFault(cursor.line, "expected ',' or ')' in a list") }
    }
  }
}

/// Reads an `.xcconfig` line by line.
enum SettingLines {
  /// The settings of an `.xcconfig`: `KEY = value`, with comments; conditions in brackets are left out of the key.
  static func settings(_ text: String) -> PropertyValue {
    var entries: [PropertyValue.Entry] = []
    for (number, line) in numbered(text) {
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      let key = trimmed(code.prefix { $0 != "=" && $0 != "[" })
      var rest = code.drop { $0 != "=" && $0 != "[" }
      // A condition has an equals sign of its own: KEY[sdk=iphoneos*] = value.
      while rest.first == "[", let end = rest.firstIndex(of: "]") {
        rest = rest[end...].dropFirst().drop { $0.isWhitespace }
      }
      guard !key.isEmpty, !key.hasPrefix("#"), rest.first == "=" else { continue }
      append(key, trimmed(rest.dropFirst()), number, &entries)
    }
    return PropertyValue(content: .mapping(entries), line: 1)
  }

  private static func append(
    _ key: String, _ value: String, _ line: Int, _ entries: inout [PropertyValue.Entry]
  ) {
    guard entries.count < AppFileLimits.values else { return }
    entries.append(
      .init(key: key, line: line, value: PropertyValue(content: .text(value), line: line)))
  }

  private static func numbered(_ text: String) -> [(Int, Substring)] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map {
      ($0 + 1, $1)
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
