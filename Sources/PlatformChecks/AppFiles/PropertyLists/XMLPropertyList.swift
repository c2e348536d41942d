/// Reads a property list in XML.
///
/// A reader of its own, because the locations of keys are wanted, and because what is hostile is refused
/// before it can grow: a list never declares entities, so one that does is not read (an entity bomb),
/// and depth and number of values are limited.
struct XMLPropertyList {
  private var cursor: TextCursor
  private var values = 0

  private init(_ text: String) { cursor = TextCursor(text) }

  /// - Throws: ``ReadingFault`` for what is no property list.
  static func read(_ text: String) throws(ReadingFault) -> PropertyValue {
    try refuseForbidden(text)
    var reader = XMLPropertyList(text)
    return try reader.document()
  }

  /// XML has no characters of these numbers, not even by their numbers (XML 1.0, production 2).
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case ..<0x20, 0xFFFE, 0xFFFF: true
    case _: false
    }
  }

  private static func fault(_ scalar: Unicode.Scalar, line: Int) -> ReadingFault {
    ReadingFault(
      line, "expected text, found the character \(scalar.value), which XML does not have. Remove it")
  }

  private static func refuseForbidden(_ text: String) throws(ReadingFault) {
    var line = 1
    for scalar in text.unicodeScalars {
      if scalar == "\n" { line += 1 }
      if isForbidden(scalar) { throw fault(scalar, line: line) }
    }
  }

  /// A tag: `<name …>`, `</name>` or `<name/>`.
  private struct Tag: Equatable {
    var name: String
    var isClosing = false
    var isEmpty = false
    var line: Int
  }

  private mutating func document() throws(ReadingFault) -> PropertyValue {
    guard var tag = try nextTag() else { throw ReadingFault(cursor.line, "expected <plist>, found nothing") }
    let isWrapped = tag.name == "plist" && !tag.isClosing
    if isWrapped {
      if tag.isEmpty { throw ReadingFault(tag.line, "expected a value in <plist>, found none") }
      guard let inner = try nextTag() else {
        throw ReadingFault(cursor.line, "expected a value in <plist>, found the end of the file")
      }
      tag = inner
    }
    let value = try self.value(tag, depth: 1)
    if isWrapped { try expectClosing("plist") }
    if let rest = try nextTag() { throw ReadingFault(rest.line, "expected the end, found <\(rest.name)>") }
    return value
  }

  /// The next tag; text before it must be blank.
  private mutating func nextTag() throws(ReadingFault) -> Tag? {
    while true {
      cursor.skipBlanks()
      guard let scalar = cursor.next else { return nil }
      guard scalar == "<" else {
        throw ReadingFault(cursor.line, "expected a tag, found '\(scalar)'")
      }
      if let tag = try tagOrNothing() { return tag }
    }
  }

  /// The tag here; `nil` for a comment, an instruction or the document's type.
  private mutating func tagOrNothing() throws(ReadingFault) -> Tag? {
    let line = cursor.line
    if cursor.take("<!--") {
      guard cursor.take(until: "-->") != nil else { throw ReadingFault(line, "a comment that never ends") }
      return nil
    }
    if cursor.take("<?") {
      guard cursor.take(until: "?>") != nil else {
        throw ReadingFault(line, "an instruction that never ends")
      }
      return nil
    }
    if cursor.take("<!DOCTYPE") {
      guard let type = cursor.take(until: ">") else {
        throw ReadingFault(line, "a document type that never ends")
      }
      guard !type.contains("["), !type.contains("<!") else {
        throw ReadingFault(
          line,
          "the document type declares entities or elements of its own, which a property list never does; it was not read"
        )
      }
      return nil
    }
    _ = cursor.take("<")
    guard var inside = cursor.take(until: ">") else { throw ReadingFault(line, "a tag that never ends") }
    let isClosing = inside.hasPrefix("/")
    if isClosing { inside.removeFirst() }
    let isEmpty = inside.hasSuffix("/")
    if isEmpty { inside.removeLast() }
    let name = inside.prefix { !$0.isWhitespace }
    return Tag(name: String(name.prefix(40)), isClosing: isClosing, isEmpty: isEmpty, line: line)
  }

  private mutating func expectClosing(_ name: String) throws(ReadingFault) {
    guard let tag = try nextTag() else {
      throw ReadingFault(cursor.line, "expected </\(name)>, found the end of the file; it may be cut off")
    }
    guard tag.isClosing, tag.name == name else {
      throw ReadingFault(tag.line, "expected </\(name)>, found <\(tag.isClosing ? "/" : "")\(tag.name)>")
    }
  }

  private mutating func value(_ tag: Tag, depth: Int) throws(ReadingFault) -> PropertyValue {
    values += 1
    try AppFileLimits.hold(values: values, depth: depth, line: tag.line)
    guard !tag.isClosing else { throw ReadingFault(tag.line, "expected a value, found </\(tag.name)>") }
    let content: PropertyValue.Content =
      switch tag.name {
      case "dict": .mapping(tag.isEmpty ? [] : try entries(depth: depth))
      case "array": .list(tag.isEmpty ? [] : try items(depth: depth))
      case "string": .text(tag.isEmpty ? "" : try text(until: "string"))
      case "true", "false": try flag(tag)
      case "integer", "real": try number(tag)
      case "data", "date": try skipped(tag)
      case _: throw ReadingFault(tag.line, "expected a property list's value, found <\(tag.name)>")
      }
    return PropertyValue(content: content, line: tag.line)
  }

  private mutating func flag(_ tag: Tag) throws(ReadingFault) -> PropertyValue.Content {
    if !tag.isEmpty { try expectClosing(tag.name) }
    return .flag(tag.name == "true")
  }

  private mutating func number(_ tag: Tag) throws(ReadingFault) -> PropertyValue.Content {
    let text = tag.isEmpty ? "" : try text(until: tag.name)
    let bare = String(text.drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
    guard let number = Double(bare) else {
      throw ReadingFault(tag.line, "expected a number in <\(tag.name)>, found '\(text.prefix(40))'")
    }
    return .number(number)
  }

  private mutating func skipped(_ tag: Tag) throws(ReadingFault) -> PropertyValue.Content {
    if !tag.isEmpty { _ = try text(until: tag.name) }
    return .other(tag.name)
  }

  private mutating func entries(depth: Int) throws(ReadingFault) -> [PropertyValue.Entry] {
    var entries: [PropertyValue.Entry] = []
    while true {
      guard let tag = try nextTag() else {
        throw ReadingFault(cursor.line, "expected </dict>, found the end of the file; it may be cut off")
      }
      if tag.isClosing, tag.name == "dict" { return entries }
      guard tag.name == "key", !tag.isClosing else {
        throw ReadingFault(tag.line, "expected <key>, found <\(tag.isClosing ? "/" : "")\(tag.name)>")
      }
      let key = tag.isEmpty ? "" : try text(until: "key")
      guard let next = try nextTag() else {
        throw ReadingFault(cursor.line, "expected a value of '\(key.prefix(80))', found the end of the file")
      }
      entries.append(.init(key: key, line: tag.line, value: try value(next, depth: depth + 1)))
    }
  }

  private mutating func items(depth: Int) throws(ReadingFault) -> [PropertyValue] {
    var items: [PropertyValue] = []
    while true {
      guard let tag = try nextTag() else {
        throw ReadingFault(cursor.line, "expected </array>, found the end of the file; it may be cut off")
      }
      if tag.isClosing, tag.name == "array" { return items }
      items.append(try value(tag, depth: depth + 1))
    }
  }

  /// The text up to the closing tag, entities resolved.
  private mutating func text(until name: String) throws(ReadingFault) -> String {
    let line = cursor.line
    var text = String.UnicodeScalarView()
    while let scalar = cursor.next {
      if scalar == "&" {
        text.append(contentsOf: try entity().unicodeScalars)
      } else if scalar == "<" {
        if cursor.take("<![CDATA[") {
          guard let plain = cursor.take(until: "]]>") else {
            throw ReadingFault(line, "CDATA that never ends")
          }
          text.append(contentsOf: plain.unicodeScalars)
          continue
        }
        guard let tag = try tagOrNothing() else { continue }
        guard tag.isClosing, tag.name == name else {
          throw ReadingFault(tag.line, "expected </\(name)>, found <\(tag.isClosing ? "/" : "")\(tag.name)>")
        }
        return String(text)
      } else if let taken = cursor.take() {
        text.append(taken)
      }
    }
    throw ReadingFault(line, "expected </\(name)>, found the end of the file; it may be cut off")
  }

  /// One of XML's five entities, or a character by its number.
  private mutating func entity() throws(ReadingFault) -> String {
    let line = cursor.line
    _ = cursor.take("&")
    var name = ""
    while let scalar = cursor.take(), scalar != ";" {
      name.unicodeScalars.append(scalar)
      if name.count > 12 { break }
    }
    let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    if let text = known[name] { return text }
    if name.hasPrefix("#") {
      let isHex = name.hasPrefix("#x") || name.hasPrefix("#X")
      let digits = name.dropFirst(isHex ? 2 : 1)
      if let number = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(number) {
        if Self.isForbidden(scalar) { throw Self.fault(scalar, line: line) }
        return String(Character(scalar))
      }
    }
    throw ReadingFault(
      line, "expected one of &amp; &lt; &gt; &quot; &apos; or a character's number, found '&\(name)'")
  }
}
