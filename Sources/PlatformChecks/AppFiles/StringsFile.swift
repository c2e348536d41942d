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
    try skipComments()
    let isBraced = cursor.take("{")
    while true {
      try skipComments()
      if isBraced, cursor.take("}") { break }
      if cursor.isAtEnd {
        if isBraced { throw ReadingFault(cursor.line, "expected }, found the end of the file") }
        break
      }
      guard entries.count < AppFileLimits.values else {
        throw ReadingFault(cursor.line, "expected at most \(AppFileLimits.values) values, found more")
      }
      let line = cursor.line
      let key = try word("a key")
      try skipComments()
      var value = key
      let valueLine = cursor.line
      if cursor.take("=") {
        try skipComments()
        value = try word("the text of '\(key.prefix(80))'")
        try skipComments()
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
    try skipComments()
    guard cursor.isAtEnd else { throw ReadingFault(cursor.line, "expected the end, found more") }
    // Of a key that stands twice the last counts, as where the file is used.
    var last: [String: Int] = [:]
    for (index, entry) in entries.enumerated() { last[entry.key] = index }
    return entries.indices.filter { last[entries[$0].key] == $0 }.map { entries[$0] }
  }

  private mutating func skipComments() throws(ReadingFault) {
    while true {
      cursor.skipBlanks()
      let line = cursor.line
      if cursor.take("/*") {
        guard cursor.take(until: "*/") != nil else { throw ReadingFault(line, "a comment that never ends") }
      } else if cursor.take("//") {
        _ = cursor.take(until: "\n")
      } else {
        return
      }
    }
  }

  /// A quoted text, or a bare word.
  private mutating func word(_ what: String) throws(ReadingFault) -> String {
    let line = cursor.line
    if cursor.take("\"") { return try quoted(from: line) }
    var word = String.UnicodeScalarView()
    while let scalar = cursor.next,
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_$/:.-".unicodeScalars.contains(scalar)
    {
      word.append(scalar)
      _ = cursor.take()
    }
    guard !word.isEmpty else {
      throw ReadingFault(
        line, "expected \(what), found \(cursor.next.map { "'\($0)'" } ?? "the end of the file")")
    }
    return String(word)
  }

  private mutating func quoted(from line: Int) throws(ReadingFault) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = cursor.take() {
      switch scalar {
      case "\"": return String(text)
      case "\\": text.append(try escaped(line))
      case _: text.append(scalar)
      }
    }
    throw ReadingFault(line, "a text that never ends: a quotation mark is missing")
  }

  private mutating func escaped(_ line: Int) throws(ReadingFault) -> Unicode.Scalar {
    guard let scalar = cursor.take() else { throw ReadingFault(line, "a text that ends in a backslash") }
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "U", "u":
      var digits = ""
      while digits.count < 4, let digit = cursor.next, digit.properties.isASCIIHexDigit {
        digits.unicodeScalars.append(digit)
        _ = cursor.take()
      }
      // Half of a pair is no character by itself.
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
    case _: return scalar
    }
  }
}
