/// Reads a `.strings` file: `"key" = "value";` with comments, as the old property lists are written.
struct StringsFile {
  private var cursor: TextCursor

  private init(_ text: String) { cursor = TextCursor(text) }

  /// - Throws: ``ReadingFault`` for what is no such file.
  static func read(_ text: String) throws(ReadingFault) -> PropertyValue {
    var reader = StringsFile(text)
    return PropertyValue(content: .mapping(try reader.entries()), line: 1)
  }

  private mutating func entries() throws(ReadingFault) -> [PropertyValue.Entry] {
    var entries: [PropertyValue.Entry] = []
    try cursor.skipComments()
    let isBraced = cursor.take("{")
    while true {
      try cursor.skipComments()
      if isBraced, cursor.take("}") { break }
      if cursor.isAtEnd {
        if isBraced { throw ReadingFault(cursor.line, "expected }, found the end of the file") }
        break
      }
      guard entries.count < AppFileLimits.values else {
        throw ReadingFault(cursor.line, "expected at most \(AppFileLimits.values) values, found more")
      }
      let line = cursor.line
      let key = try cursor.word("a key")
      try cursor.skipComments()
      var value = key
      let valueLine = cursor.line
      if cursor.take("=") {
        try cursor.skipComments()
        value = try cursor.word("the text of '\(key.prefix(80))'")
        try cursor.skipComments()
      }
      guard cursor.take(";") else {
        throw ReadingFault(
          cursor.line,
          "expected ';' after '\(key.prefix(80))', found \(cursor.next.map { "'\($0)'" } ?? "the end of the file")"
        )
      }
      entries.append(
        .init(key: key, line: line, value: PropertyValue(content: .text(value), line: valueLine)))
    }
    try cursor.skipComments()
    guard cursor.isAtEnd else { throw ReadingFault(cursor.line, "expected the end, found more") }
    // Of a key that stands twice the last counts, as where the file is used.
    var last: [String: Int] = [:]
    for (index, entry) in entries.enumerated() { last[entry.key] = index }
    return entries.indices.filter { last[entries[$0].key] == $0 }.map { entries[$0] }
  }
}
