/// Reads JSON byte by byte, the one place where it is read.
struct JSONReader {
  private let bytes: [UInt8]
  private let mostDepth: Int
  private let mostValues: Int
  private var position = 0
  private var line = 1
  private var values = 0

  init(bytes: [UInt8], mostDepth: Int, mostValues: Int) {
    self.bytes = bytes
    self.mostDepth = mostDepth
    self.mostValues = mostValues
  }

  mutating func document() throws(JSONSyntaxProblem) -> LocatedJSON {
    let value = try value(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw problem("expected the end, found more") }
    return value
  }

  private func problem(_ reason: String) -> JSONSyntaxProblem {
    JSONSyntaxProblem(line: line, byte: position + 1, reason: reason)
  }

  private var found: String {
    guard position < bytes.count else { return "the end of the text; it may be cut off" }
    let rest = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
    return "'\(String(rest.prefix(1)).withoutControlCharacters())'"
  }

  private mutating func skipBlanks() {
    // A line can end here alone: a text that goes on over the end of its line is refused.
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      if bytes[position] == 0x0A { line += 1 }
      position += 1
    }
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func takes(word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count,
      word.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) })
    else { return false }
    position = end
    return true
  }

  private mutating func value(depth: Int) throws(JSONSyntaxProblem) -> LocatedJSON {
    skipBlanks()
    guard depth < mostDepth else {
      throw problem("expected at most \(mostDepth) levels of nesting, found more")
    }
    values += 1
    guard values <= mostValues else { throw problem("expected at most \(mostValues) values, found more") }
    let line = line
    return LocatedJSON(content: try content(depth: depth), line: line)
  }

  private mutating func content(depth: Int) throws(JSONSyntaxProblem) -> LocatedJSON.Content {
    if takes("{") { return .object(try members(depth: depth)) }
    if takes("[") { return .list(try items(depth: depth)) }
    if takes("\"") { return .text(try text()) }
    if takes(word: "true") { return .flag(true) }
    if takes(word: "false") { return .flag(false) }
    if takes(word: "null") { return .null }
    return try number()
  }

  private mutating func items(depth: Int) throws(JSONSyntaxProblem) -> [LocatedJSON] {
    var items: [LocatedJSON] = []
    skipBlanks()
    if takes("]") { return items }
    repeat {
      items.append(try value(depth: depth + 1))
      skipBlanks()
    } while takes(",")
    guard takes("]") else { throw problem("expected a comma or the end of a list, found \(found)") }
    return items
  }

  private mutating func members(depth: Int) throws(JSONSyntaxProblem) -> [LocatedJSON.Member] {
    var members: [LocatedJSON.Member] = []
    skipBlanks()
    if takes("}") { return members }
    repeat {
      skipBlanks()
      let line = line
      guard takes("\"") else { throw problem("expected a key in quotation marks, found \(found)") }
      let key = try text()
      skipBlanks()
      guard takes(":") else { throw problem("expected a colon after a key, found \(found)") }
      members.append(.init(key: key, line: line, value: try value(depth: depth + 1)))
      skipBlanks()
    } while takes(",")
    guard takes("}") else { throw problem("expected a comma or the end of an object, found \(found)") }
    return members
  }

  private mutating func text() throws(JSONSyntaxProblem) -> String {
    var found: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: found, as: UTF8.self) else { throw problem("expected UTF-8") }
        return text
      case UInt8(ascii: "\\"): found += Array(String(try escaped()).utf8)
      case 0x0A, 0x0D: throw problem("expected the end of a text on its line; a quotation mark is missing")
      case 0..<0x20: throw problem("expected no control character")
      default: found.append(byte)
      }
    }
    throw problem("expected the end of a text; a quotation mark is missing")
  }

  private mutating func escaped() throws(JSONSyntaxProblem) -> Character {
    guard position < bytes.count else { throw problem("expected the end of a text") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw problem("expected a known escape")
    }
    var code = try codeUnit()
    if (0xD800..<0xDC00).contains(code), takes(word: "\\u") {
      let low = try codeUnit()
      guard (0xDC00..<0xE000).contains(low) else { throw problem("expected the second half of a character") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw problem("expected a character") }
    return Character(scalar)
  }

  private mutating func codeUnit() throws(JSONSyntaxProblem) -> UInt32 {
    guard position + 4 <= bytes.count,
      bytes[position..<position + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw problem("expected four hexadecimal digits") }
    position += 4
    return code
  }

  private mutating func number() throws(JSONSyntaxProblem) -> LocatedJSON.Content {
    let start = position
    while position < bytes.count, "+-.0123456789Ee".utf8.contains(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let first = text.first, first == "-" || first.isNumber, let number = Double(text) else {
      position = start
      throw problem("expected a value, found \(found)")
    }
    guard number.isFinite else { throw problem("expected a finite number, found \(text.prefix(20))") }
    if !text.contains(where: { ".eE".contains($0) }) {
      if let whole = Int64(text) { return .integer(whole) }
      if let whole = UInt64(text) { return .unsigned(whole) }
    }
    return .number(number)
  }
}
