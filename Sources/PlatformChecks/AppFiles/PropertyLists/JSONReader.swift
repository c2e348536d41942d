/// Reads JSON, as string catalogues are written, with the lines of keys.
struct JSONReader {
  private var cursor: TextCursor
  private var values = 0

  private init(_ text: String) { cursor = TextCursor(text) }

  /// - Throws: ``ReadingFault`` for what is no JSON.
  static func read(_ text: String) throws(ReadingFault) -> PropertyValue {
    var reader = JSONReader(text)
    let value = try reader.value(depth: 1)
    reader.cursor.skipBlanks()
    guard reader.cursor.isAtEnd else {
      throw ReadingFault(reader.cursor.line, "expected the end, found more")
    }
    return value
  }

  private var found: String { cursor.next.map { "'\($0)'" } ?? "the end of the file; it may be cut off" }

  private mutating func value(depth: Int) throws(ReadingFault) -> PropertyValue {
    cursor.skipBlanks()
    let line = cursor.line
    values += 1
    try AppFileLimits.hold(values: values, depth: depth, line: line)
    let content: PropertyValue.Content
    if cursor.take("{") {
      content = .mapping(try entries(depth: depth))
    } else if cursor.take("[") {
      content = .list(try items(depth: depth))
    } else if cursor.take("\"") {
      content = .text(try text(from: line))
    } else if cursor.take("true") {
      content = .flag(true)
    } else if cursor.take("false") {
      content = .flag(false)
    } else if cursor.take("null") {
      content = .other("null")
    } else {
      content = .number(try number())
    }
    return PropertyValue(content: content, line: line)
  }

  private mutating func number() throws(ReadingFault) -> Double {
    var digits = ""
    while let scalar = cursor.next, "+-.0123456789eE".unicodeScalars.contains(scalar), digits.count < 400 {
      digits.unicodeScalars.append(scalar)
      _ = cursor.take()
    }
    guard let number = Double(digits) else {
      throw ReadingFault(cursor.line, "expected a value, found \(found)")
    }
    return number
  }

  private mutating func entries(depth: Int) throws(ReadingFault) -> [PropertyValue.Entry] {
    var entries: [PropertyValue.Entry] = []
    cursor.skipBlanks()
    if cursor.take("}") { return entries }
    while true {
      cursor.skipBlanks()
      let line = cursor.line
      guard cursor.take("\"") else {
        throw ReadingFault(line, "expected a key in quotation marks, found \(found)")
      }
      let key = try text(from: line)
      cursor.skipBlanks()
      guard cursor.take(":") else {
        throw ReadingFault(cursor.line, "expected ':' after '\(key.prefix(80))', found \(found)")
      }
      entries.append(.init(key: key, line: line, value: try value(depth: depth + 1)))
      cursor.skipBlanks()
      if cursor.take("}") { return entries }
      guard cursor.take(",") else { throw ReadingFault(cursor.line, "expected ',' or '}', found \(found)") }
    }
  }

  private mutating func items(depth: Int) throws(ReadingFault) -> [PropertyValue] {
    var items: [PropertyValue] = []
    cursor.skipBlanks()
    if cursor.take("]") { return items }
    while true {
      items.append(try value(depth: depth + 1))
      cursor.skipBlanks()
      if cursor.take("]") { return items }
      guard cursor.take(",") else { throw ReadingFault(cursor.line, "expected ',' or ']', found \(found)") }
    }
  }

  private mutating func text(from line: Int) throws(ReadingFault) -> String {
    var units: [UInt16] = []
    while let scalar = cursor.take() {
      switch scalar {
      case "\"": return String(decoding: units, as: UTF16.self)
      case "\\": units.append(contentsOf: try escaped(line))
      case "\n", "\r": throw ReadingFault(line, "a text that ends with its line: a quotation mark is missing")
      case _: units.append(contentsOf: UTF16.encode(scalar).map(Array.init) ?? [])
      }
    }
    throw ReadingFault(line, "a text that never ends: a quotation mark is missing")
  }

  private mutating func escaped(_ line: Int) throws(ReadingFault) -> [UInt16] {
    guard let scalar = cursor.take() else { throw ReadingFault(line, "a text that ends in a backslash") }
    switch scalar {
    case "n": return [0x0A]
    case "t": return [0x09]
    case "r": return [0x0D]
    case "b": return [0x08]
    case "f": return [0x0C]
    case "\"", "\\", "/": return [UInt16(scalar.value)]
    case "u":
      var digits = ""
      while digits.count < 4, let digit = cursor.take() { digits.unicodeScalars.append(digit) }
      guard digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else {
        throw ReadingFault(line, "expected four hexadecimal digits after \\u, found '\(digits)'")
      }
      return [unit]
    case _: throw ReadingFault(line, "an escape that JSON does not have: '\\\(scalar)'")
    }
  }
}
