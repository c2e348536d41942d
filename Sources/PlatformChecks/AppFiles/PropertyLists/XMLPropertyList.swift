/// Reads a property list in XML.
///
/// A reader of its own, because the lines of keys are wanted, and because what is hostile is refused before it can grow:
/// a list never declares entities, so one that does is not read (an entity bomb), and depth and values are limited.
struct XMLPropertyList {
  private var cursor: TextCursor
  private var values = 0

  /// A tag without its attributes.
  private struct Tag {
    /// `dict`, `/dict`.
    var name: String
    var isEmpty: Bool
    var line: Int
  }

  static func read(_ text: String) throws(AppFileProblem) -> PropertyValue {
    var reader = XMLPropertyList(cursor: TextCursor(text))
    var tag = try reader.next("<plist>")
    let isWrapped = tag.name == "plist"
    if isWrapped { tag = try reader.next("a value in <plist>") }
    let value = try reader.value(tag, depth: 1)
    if isWrapped, case let end = try reader.next("</plist>"), end.name != "/plist" {
      throw AppFileProblem(end.line, "expected </plist>, found <\(end.name)>")
    }
    reader.cursor.skipBlanks()
    guard reader.cursor.next == nil else {
      throw AppFileProblem(reader.cursor.line, "expected the end, found more")
    }
    return value
  }

  /// The next tag, with nothing but blanks, comments and instructions before it.
  private mutating func next(_ expected: String) throws(AppFileProblem) -> Tag {
    while true {
      cursor.skipBlanks()
      guard cursor.take("<") else {
        let found = cursor.next.map { "'\($0)'" } ?? "the end of the file; it may be cut off"
        throw AppFileProblem(cursor.line, "expected \(expected), found \(found)")
      }
      if let tag = try tagOrNothing() { return tag }
    }
  }

  /// The tag that `<` has begun; `nil` for a comment, an instruction or the document's type.
  private mutating func tagOrNothing() throws(AppFileProblem) -> Tag? {
    let line = cursor.line
    if cursor.take("!--") {
      _ = try cursor.take(until: "-->", "a comment")
      return nil
    }
    var inside = try cursor.take(until: ">", "a tag")
    if inside.hasPrefix("?") { return nil }
    if inside.hasPrefix("!") {
      guard inside.hasPrefix("!DOCTYPE"), !inside.contains("[") else {
        throw AppFileProblem(
          line, "entities or elements are declared here, which a property list never does; it was not read")
      }
      return nil
    }
    let isEmpty = inside.hasSuffix("/")
    if isEmpty { inside.removeLast() }
    return Tag(name: String(inside.prefix { !$0.isWhitespace }.prefix(40)), isEmpty: isEmpty, line: line)
  }

  private mutating func value(_ tag: Tag, depth: Int) throws(AppFileProblem) -> PropertyValue {
    values += 1
    try AppFileLimits.hold(values: values, depth: depth, line: tag.line)
    let content: PropertyValue.Content
    switch tag.name {
    case "dict":
      var entries: [PropertyValue.Entry] = []
      while !tag.isEmpty {
        let key = try next("<key> or </dict>")
        if key.name == "/dict" { break }
        guard key.name == "key" else { throw AppFileProblem(key.line, "expected <key>, found <\(key.name)>") }
        let name = try text(of: key)
        let value = try value(try next("a value of '\(name.prefix(80))'"), depth: depth + 1)
        entries.append(.init(key: name, line: key.line, value: value))
      }
      content = .mapping(entries)
    case "array":
      var items: [PropertyValue] = []
      while !tag.isEmpty, case let item = try next("a value or </array>"), item.name != "/array" {
        items.append(try value(item, depth: depth + 1))
      }
      content = .list(items)
    case "string": content = .text(try text(of: tag))
    case "true", "false":
      _ = try text(of: tag)
      content = .flag(tag.name == "true")
    case "integer", "real", "data", "date":
      _ = try text(of: tag)
      content = .other(["data", "date"].contains(tag.name) ? tag.name : "a number")
    case _: throw AppFileProblem(tag.line, "expected a property list's value, found <\(tag.name)>")
    }
    return PropertyValue(content: content, line: tag.line)
  }

  /// The text up to the closing tag, entities resolved.
  private mutating func text(of tag: Tag) throws(AppFileProblem) -> String {
    var text = String.UnicodeScalarView()
    while !tag.isEmpty {
      let line = cursor.line
      if cursor.take("<![CDATA[") {
        text += try cursor.take(until: "]]>", "CDATA").unicodeScalars
      } else if cursor.take("<") {
        guard let closing = try tagOrNothing() else { continue }
        if closing.name == "/" + tag.name { break }
        throw AppFileProblem(closing.line, "expected </\(tag.name)>, found <\(closing.name)>")
      } else if let scalar = cursor.take() {
        let found = scalar == "&" ? try entity() : scalar
        // XML has no characters of these numbers, not even by their numbers (XML 1.0, production 2).
        if found.value < 0x20 && !"\t\n\r".unicodeScalars.contains(found) || found.value >> 1 == 0x7FFF {
          throw AppFileProblem(line, "found the character \(found.value), which XML does not have. Remove it")
        }
        text.append(found)
      } else {
        throw AppFileProblem(
          tag.line, "expected </\(tag.name)>, found the end of the file; it may be cut off")
      }
    }
    return String(text)
  }

  /// One of XML's five entities, or a character by its number.
  private mutating func entity() throws(AppFileProblem) -> Unicode.Scalar {
    let line = cursor.line
    let name = try cursor.take(until: ";", "an entity")
    let known: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    let isHex = name.lowercased().hasPrefix("#x")
    let number = name.hasPrefix("#") ? UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10) : nil
    if let scalar = known[name] ?? number.flatMap(Unicode.Scalar.init) { return scalar }
    throw AppFileProblem(
      line,
      "expected one of &amp; &lt; &gt; &quot; &apos; or a character's number, found '&\(name.prefix(12))'")
  }
}
