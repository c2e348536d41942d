/// Reads the oldest form of a property list: project files of Xcode (`project.pbxproj`) and `.strings` files.
struct OldPropertyList {
  private var cursor: TextCursor
  private var values = 0

  /// Reads a project file.
  static func project(_ text: String) throws(AppFileProblem) -> PropertyValue {
    var reader = OldPropertyList(cursor: TextCursor(text))
    let value = try reader.value(depth: 1)
    try reader.end()
    return value
  }

  /// Reads a `.strings` file: `"key" = "value";` with comments, in braces or not.
  static func strings(_ text: String) throws(AppFileProblem) -> PropertyValue {
    var reader = OldPropertyList(cursor: TextCursor(text))
    let entries = try reader.entries(depth: 1, isOpen: try !reader.take("{"))
    try reader.end()
    return PropertyValue(content: .mapping(entries), line: 1)
  }

  /// The settings of an `.xcconfig`: `KEY = value`, with comments; conditions in brackets are left out of the key.
  static func settings(_ text: String) -> PropertyValue {
    var entries: [PropertyValue.Entry] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.prefix(AppFileLimits.values).enumerated() {
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      let key = code.prefix { $0 != "=" && $0 != "[" }.split(whereSeparator: \.isWhitespace)
      var rest = code.drop { $0 != "=" && $0 != "[" }
      // A condition has an equals sign of its own: KEY[sdk=iphoneos*] = value.
      while rest.first == "[" { rest = rest.drop { $0 != "]" }.dropFirst().drop(while: \.isWhitespace) }
      guard key.count == 1, key[0].first != "#", rest.first == "=" else { continue }
      var value = rest.dropFirst().drop(while: \.isWhitespace)
      while value.last?.isWhitespace == true { value.removeLast() }
      entries.append(
        .init(
          key: String(key[0]), line: index + 1,
          value: PropertyValue(content: .text(String(value)), line: index + 1)))
    }
    return PropertyValue(content: .mapping(entries), line: 1)
  }

  private mutating func skipComments() throws(AppFileProblem) {
    while true {
      cursor.skipBlanks()
      if cursor.take("/*") {
        _ = try cursor.take(until: "*/", "a comment")
      } else if cursor.take("//") {
        while let scalar = cursor.next, scalar != "\n" { _ = cursor.take() }
      } else {
        return
      }
    }
  }

  /// Takes a sign behind blanks and comments if it stands there.
  private mutating func take(_ sign: String) throws(AppFileProblem) -> Bool {
    try skipComments()
    return cursor.take(sign)
  }

  private mutating func end() throws(AppFileProblem) {
    try skipComments()
    if cursor.next != nil { throw AppFileProblem(cursor.line, "expected the end, found more") }
  }

  private mutating func value(depth: Int) throws(AppFileProblem) -> PropertyValue {
    try skipComments()
    let line = cursor.line
    values += 1
    try AppFileLimits.hold(values: values, depth: depth, line: line)
    let content: PropertyValue.Content
    if cursor.take("{") {
      content = .mapping(try entries(depth: depth, isOpen: false))
    } else if cursor.take("(") {
      var items: [PropertyValue] = []
      while try !take(")") {
        items.append(try value(depth: depth + 1))
        guard try take(",") || cursor.next == ")" else {
          throw AppFileProblem(cursor.line, "expected ',' or ')' in a list")
        }
      }
      content = .list(items)
    } else {
      content = .text(try word("a value"))
    }
    return PropertyValue(content: content, line: line)
  }

  /// - Parameter isOpen: Whether the file's end ends them and no brace; a key alone then stands for itself.
  private mutating func entries(depth: Int, isOpen: Bool) throws(AppFileProblem) -> [PropertyValue.Entry] {
    var entries: [PropertyValue.Entry] = []
    while try !(isOpen ? isAtEnd() : take("}")) {
      let line = cursor.line
      let key = try word(isOpen ? "a key" : "a key or '}'")
      var value = PropertyValue(content: .text(key), line: line)
      if try take("=") {
        value = try self.value(depth: depth + 1)
      } else if !isOpen {
        throw AppFileProblem(cursor.line, "expected '=' after '\(key.prefix(80))'")
      }
      guard try take(";") else {
        throw AppFileProblem(cursor.line, "expected ';' after the value of '\(key.prefix(80))'")
      }
      entries.append(.init(key: key, line: line, value: value))
    }
    return entries
  }

  private mutating func isAtEnd() throws(AppFileProblem) -> Bool {
    try skipComments()
    return cursor.next == nil
  }

  /// A quoted text, or a bare word.
  private mutating func word(_ what: String) throws(AppFileProblem) -> String {
    let line = cursor.line
    var word = String.UnicodeScalarView()
    guard cursor.take("\"") else {
      while let scalar = cursor.next,
        scalar.properties.isAlphabetic || "0123456789_$/:.-".unicodeScalars.contains(scalar)
      {
        word.append(scalar)
        _ = cursor.take()
      }
      guard word.isEmpty else { return String(word) }
      let found = cursor.next.map { "'\($0)'" } ?? "the end of the file"
      throw AppFileProblem(line, "expected \(what), found \(found)")
    }
    while let scalar = cursor.take(), scalar != "\"" {
      word.append(scalar == "\\" ? try escaped(line) : scalar)
      if cursor.next == nil {
        throw AppFileProblem(line, "a text that never ends: a quotation mark is missing")
      }
    }
    return String(word)
  }

  private mutating func escaped(_ line: Int) throws(AppFileProblem) -> Unicode.Scalar {
    guard let scalar = cursor.take() else { throw AppFileProblem(line, "a text that ends in a backslash") }
    guard "Uu".unicodeScalars.contains(scalar) else {
      return ["n": "\n", "t": "\t", "r": "\r"][scalar] ?? scalar
    }
    var digits = ""
    while digits.count < 4, let digit = cursor.next, digit.properties.isASCIIHexDigit {
      digits.unicodeScalars.append(digit)
      _ = cursor.take()
    }
    // Half of a pair is no character by itself.
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
  }
}
