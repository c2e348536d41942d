/// Reads a project file of Xcode (`project.pbxproj`): mappings, lists and texts as old property lists write them.
struct ProjectFile {
  private var cursor: TextCursor
  private var values = 0

  private init(_ text: String) { cursor = TextCursor(text) }

  /// - Throws: ``ReadingFault`` for what is no such file.
  static func read(_ text: String) throws(ReadingFault) -> PropertyValue {
    var reader = ProjectFile(text)
    let value = try reader.value(depth: 1)
    try reader.cursor.skipComments()
    guard reader.cursor.isAtEnd else {
      throw ReadingFault(reader.cursor.line, "expected the end, found more")
    }
    return value
  }

  private mutating func value(depth: Int) throws(ReadingFault) -> PropertyValue {
    try cursor.skipComments()
    let line = cursor.line
    values += 1
    try AppFileLimits.hold(values: values, depth: depth, line: line)
    let content: PropertyValue.Content
    if cursor.take("{") {
      content = .mapping(try entries(depth: depth))
    } else if cursor.take("(") {
      content = .list(try items(depth: depth))
    } else {
      content = .text(try cursor.word("a value"))
    }
    return PropertyValue(content: content, line: line)
  }

  private mutating func entries(depth: Int) throws(ReadingFault) -> [PropertyValue.Entry] {
    var entries: [PropertyValue.Entry] = []
    while true {
      try cursor.skipComments()
      if cursor.take("}") { return entries }
      let line = cursor.line
      let key = try cursor.word("a key or '}'")
      try cursor.skipComments()
      guard cursor.take("=") else {
        throw ReadingFault(cursor.line, "expected '=' after '\(key.prefix(80))'")
      }
      entries.append(.init(key: key, line: line, value: try value(depth: depth + 1)))
      try cursor.skipComments()
      guard cursor.take(";") else {
        throw ReadingFault(cursor.line, "expected ';' after the value of '\(key.prefix(80))'")
      }
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
