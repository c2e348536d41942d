/// What a text is written in.
public enum PropertyForm: Sendable {
  /// A property list in XML.
  case xml
  /// The oldest form of one: `project.pbxproj`, and without its outermost braces `.strings`.
  case oldest
  case json
}

extension PropertyValue {
  /// Levels of nesting, and values, that a text may have.
  fileprivate static let deepest = 64
  fileprivate static let most = 200_000

  /// Reads a text.
  ///
  /// - Throws: ``FileProblem`` for what is malformed or cut off, nested too deep, or too much.
  public init(_ text: String, _ form: PropertyForm) throws(FileProblem) {
    var reader = PropertyReader(Array(text.utf8), form)
    self = try reader.whole()
  }
}

/// Reads all forms: each is taken apart into the same tokens, of which values are made in one way.
///
/// A reader of its own, because the lines of keys are wanted. It takes some texts that a stricter one would refuse; what is
/// hostile is refused before it can grow: entities are not declared, and depth and values are limited.
private struct PropertyReader {
  private enum Token: Equatable {
    /// Of every form `{`, `}`, `(`, `)`; of those without tags `=`, `;` and `,`, too.
    case sign(Character)
    case key(String)
    case value(PropertyValue.Content)
    case end
  }

  private let form: PropertyForm
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var values = 0
  /// What has been read last, and where it stands.
  private var token = Token.end
  private var tokenLine = 1
  /// The end of an element that is empty.
  private var pending: Token?

  init(_ bytes: [UInt8], _ form: PropertyForm) {
    self.bytes = bytes
    self.form = form
  }

  mutating func whole() throws(FileProblem) -> PropertyValue {
    try advance()
    let isOpen = form == .oldest && ![.sign("{"), .sign("(")].contains(token)
    let value =
      isOpen
      ? PropertyValue(content: .mapping(try entries(until: .end, depth: 1)), line: 1) : try value(depth: 1)
    guard token == .end else { throw expected("the end") }
    return value
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(FileProblem) -> PropertyValue {
    let line = tokenLine
    values += 1
    if values > PropertyValue.most || depth > PropertyValue.deepest {
      throw FileProblem(
        line,
        "expected at most \(PropertyValue.most) values on \(PropertyValue.deepest) levels, found more")
    }
    var content = PropertyValue.Content.list([])
    switch token {
    case .sign("{"):
      try advance()
      content = .mapping(try entries(until: .sign("}"), depth: depth))
    case .sign("("):
      var items: [PropertyValue] = []
      try advance()
      while token != .sign(")") {
        items.append(try value(depth: depth + 1))
        guard try take(.sign(",")) || form == .xml || token == .sign(")") else {
          throw expected("',' or ')'")
        }
      }
      content = .list(items)
    case .value(let scalar): content = scalar
    case .sign, .key, .end: throw expected("a value")
    }
    try advance()
    return PropertyValue(content: content, line: line)
  }

  /// The entries up to what ends them, which is read and not passed.
  private mutating func entries(until end: Token, depth: Int) throws(FileProblem) -> [PropertyValue.Entry] {
    var entries: [PropertyValue.Entry] = []
    while token != end {
      let line = tokenLine
      let key: String
      switch token {
      case .key(let name): key = name
      case .value(.text(let text)) where form != .xml: key = text
      case .sign, .value, .end: throw expected("a key")
      }
      try advance()
      // A key alone stands for itself.
      var value = PropertyValue(content: .text(key), line: line)
      if form == .xml {
        value = try self.value(depth: depth + 1)
      } else {
        if try take(.sign("=")) { value = try self.value(depth: depth + 1) }
        let isLast = form == .json && token == end
        guard try take(.sign(form == .json ? "," : ";")) || isLast else {
          throw expected("what ends '\(key.prefix(80))'")
        }
      }
      entries.append(.init(key: key, line: line, value: value))
    }
    return entries
  }

  /// Passes a token if it stands here.
  private mutating func take(_ wanted: Token) throws(FileProblem) -> Bool {
    guard token == wanted else { return false }
    try advance()
    return true
  }

  private func expected(_ what: String) -> FileProblem {
    let found =
      switch token {
      case .sign(let sign) where form == .xml:
        ["{": "<dict>", "}": "</dict>", "(": "<array>"][sign] ?? "</array>"
      case .sign(let sign): "'\(sign)'"
      case .key(let name): "the key '\(name.prefix(80))'"
      case .value(.text(let text)): "'\(text.prefix(80))'"
      case .value(let content): PropertyValue(content: content, line: 0).kind
      case .end: "the end of the file; it may be cut off"
      }
    return FileProblem(tokenLine, "expected \(what), found \(found)")
  }

  // MARK: Tokens

  private mutating func advance() throws(FileProblem) {
    token = try form == .xml ? element() : plain()
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func takeByte() -> UInt8? {
    guard let byte = next else { return nil }
    index += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    return byte
  }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    for _ in word.utf8 { _ = takeByte() }
    return true
  }

  /// Takes everything before the word, and the word.
  private mutating func take(until word: String, _ what: String) throws(FileProblem) -> String {
    let (start, begin) = (line, index)
    while index < bytes.count {
      let end = index
      if take(word) { return String(decoding: bytes[begin..<end], as: UTF8.self) }
      _ = takeByte()
    }
    throw FileProblem(start, "\(what) that never ends; the file may be cut off")
  }

  private mutating func skipBlanks() {
    while let byte = next, byte <= UInt8(ascii: " ") { _ = takeByte() }
  }

  // MARK: Without tags

  private mutating func plain() throws(FileProblem) -> Token {
    while true {
      skipBlanks()
      tokenLine = line
      if take("/*") {
        _ = try take(until: "*/", "a comment")
      } else if take("//") {
        while let byte = next, byte != UInt8(ascii: "\n") { _ = takeByte() }
      } else {
        break
      }
    }
    guard let byte = next else { return .end }
    if byte == UInt8(ascii: "\"") { return .value(.text(try quoted())) }
    if let sign = Self.signs[byte] {
      index += 1
      return .sign(sign)
    }
    let start = index
    while let byte = next, Self.isWord(byte) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    if word.isEmpty { throw FileProblem(line, "expected a value, found '\(Unicode.Scalar(byte))'") }
    guard form == .json else { return .value(.text(word)) }
    return switch word {
    case "true", "false": .value(.flag(word == "true"))
    case "null": .value(.other(word))
    case _: .value(.other("a number"))
    }
  }

  /// Signs, by what they are in the oldest form.
  private static let signs: [UInt8: Character] = Dictionary(
    uniqueKeysWithValues: zip("{}()=;,[]:".utf8, "{}()=;,()="))

  private static func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
      || "0123456789_$/:.-+".utf8.contains(byte)
  }

  /// A text in quotation marks, its escapes resolved.
  private mutating func quoted() throws(FileProblem) -> String {
    let start = line
    var text: [UInt8] = []
    index += 1
    while let byte = takeByte() {
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if form == .json, byte < UInt8(ascii: " ") { break }
      guard byte == UInt8(ascii: "\\"), let escaped = takeByte() else {
        text.append(byte)
        continue
      }
      if escaped | 0x20 == UInt8(ascii: "u") {
        text += units().utf8
      } else {
        let plain: [Character: String] = ["n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}"]
        text += plain[Character(Unicode.Scalar(escaped))].map { Array($0.utf8) } ?? [escaped]
      }
    }
    throw FileProblem(start, "a text that never ends: a quotation mark is missing")
  }

  /// The characters of four digits, and of those that follow as another escape: a pair is one character.
  private mutating func units() -> String {
    var units: [UInt16] = []
    repeat {
      let digits = String(decoding: bytes[index...].prefix(4), as: UTF8.self).prefix(while: \.isHexDigit)
      index += digits.utf8.count
      units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
    } while take("\\u") || take("\\U")
    return String(decoding: units, as: UTF16.self)
  }

  // MARK: With tags

  private mutating func element() throws(FileProblem) -> Token {
    if let closing = pending {
      pending = nil
      return closing
    }
    while true {
      skipBlanks()
      tokenLine = line
      guard let byte = next else { return .end }
      guard take("<") else {
        throw FileProblem(line, "expected a tag, found '\(Unicode.Scalar(byte))'")
      }
      guard let (name, isEmpty) = try tag(), name != "plist", name != "/plist" else { continue }
      switch name {
      case "dict", "array":
        if isEmpty { pending = .sign(name == "dict" ? "}" : ")") }
        return .sign(name == "dict" ? "{" : "(")
      case "/dict": return .sign("}")
      case "/array": return .sign(")")
      case "key": return .key(try isEmpty ? "" : text(of: name))
      case "string": return .value(.text(try isEmpty ? "" : text(of: name)))
      case "true", "false", "integer", "real", "data", "date":
        if !isEmpty { _ = try text(of: name) }
        let kind = ["data", "date"].contains(name) ? name : "a number"
        return .value(["true", "false"].contains(name) ? .flag(name == "true") : .other(kind))
      case _:
        throw FileProblem(line, "expected a property list's value, found <\(name)>")
      }
    }
  }

  /// The tag that `<` has begun, without its attributes; `nil` for a comment, an instruction or the document's type.
  private mutating func tag() throws(FileProblem) -> (name: String, isEmpty: Bool)? {
    let start = line
    if take("!--") {
      _ = try take(until: "-->", "a comment")
      return nil
    }
    let inside = try take(until: ">", "a tag")
    if inside.hasPrefix("!"), !inside.hasPrefix("!DOCTYPE") || inside.contains("[") {
      throw FileProblem(
        start, "entities or elements are declared here, which a property list never does; it was not read")
    }
    if inside.hasPrefix("?") || inside.hasPrefix("!") { return nil }
    let isEmpty = inside.hasSuffix("/")
    return (String(inside.dropLast(isEmpty ? 1 : 0).prefix { !$0.isWhitespace }.prefix(40)), isEmpty)
  }

  /// The text up to the closing tag, entities resolved.
  private mutating func text(of name: String) throws(FileProblem) -> String {
    var text: [UInt8] = []
    while true {
      if take("<![CDATA[") {
        text += try take(until: "]]>", "CDATA").utf8
      } else if take("<") {
        guard let closing = try tag() else { continue }
        if closing.name == "/" + name { break }
        throw FileProblem(line, "expected </\(name)>, found <\(closing.name)>")
      } else if take("&") {
        text += try entity().utf8
      } else if let byte = takeByte() {
        text.append(byte)
      } else {
        throw FileProblem(tokenLine, "expected </\(name)>, found the end of the file; it may be cut off")
      }
    }
    let whole = String(decoding: text, as: UTF8.self)
    // XML has no characters of these numbers, not even by their numbers (XML 1.0, production 2).
    let foreign = whole.unicodeScalars.first {
      $0.value < 0x20 && !"\t\n\r".unicodeScalars.contains($0) || $0.value >> 1 == 0x7FFF
    }
    guard let foreign else { return whole }
    throw FileProblem(
      tokenLine, "found the character \(foreign.value), which XML does not have. Remove it")
  }

  /// One of XML's five entities, or a character by its number.
  private mutating func entity() throws(FileProblem) -> String {
    let name = try take(until: ";", "an entity")
    let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    let isHex = name.lowercased().hasPrefix("#x")
    let number = name.hasPrefix("#") ? UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10) : nil
    if let text = known[name] ?? number.flatMap(Unicode.Scalar.init).map({ String($0) }) { return text }
    throw FileProblem(
      line,
      "expected one of &amp; &lt; &gt; &quot; &apos; or a character's number, found '&\(name.prefix(12))'")
  }
}
