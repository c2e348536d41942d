import Foundation

extension PropertyValue {
  /// Reads JSON.
  ///
  /// - Throws: ``FileProblem`` for what is malformed, cut off or nested without end.
  public init(json text: String) throws(FileProblem) {
    do {
      self.init(try JSONSerialization.jsonObject(with: Data(text.utf8)), WordLines(text, "\"".utf8))
    } catch {
      throw FileProblem(error, in: text)
    }
  }

  /// Reads a property list that is text: XML, or the form of `project.pbxproj` and `.strings`.
  ///
  /// - Throws: ``FileProblem`` for what is malformed, cut off, nested without end or neither UTF-8 nor UTF-16.
  public init(list bytes: [UInt8]) throws(FileProblem) {
    let isBinary = bytes.starts(with: "bplist".utf8)
    let text = isBinary ? "" : try decodedText(bytes)
    // A binary list may hold a value in very many places. How deep all else is nested Foundation limits.
    guard !isBinary, text.components(separatedBy: "<plist").count < 100 else {
      throw FileProblem(0, "expected one list, as text; 'plutil -convert xml1' makes XML of a binary one")
    }
    let isXML = text.first { !$0.isWhitespace } == "<"
    let data = Data(bytes)
    do {
      // The other reader knows of XML alone where it is wrong, and speaks to the terminal.
      if !isXML { _ = try PropertyListDecoder().decode(Nothing.self, from: data) }
      let found = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      self.init(found, WordLines(text, (isXML ? "<>" : "\t \"{};=").utf8))
    } catch {
      throw FileProblem(error, in: text)
    }
  }

  private struct Nothing: Decodable {}

  /// What Foundation has read, which keeps neither lines nor the order of keys.
  private init(_ found: Any, key: String = "", line: Int? = nil, _ lines: WordLines) {
    let line = lines.line(of: key.isEmpty ? found as? String ?? "" : key, from: line ?? lines.first)
    let content: Content =
      switch found {
      case let text as String: .text(text)
      case let members as [String: Any]:
        .mapping(
          members.sorted { $0.key < $1.key }.map { PropertyValue($0.value, key: $0.key, line: line, lines) })
      case let items as [Any]: .list(items.map { PropertyValue($0, line: line, lines) })
      // True and false are the numbers that are kept as a character.
      case let number as NSNumber where String(cString: number.objCType) == "c": .flag(number.boolValue)
      case is NSNumber: .other("a number")
      case is NSNull: .other("null")
      case is Data: .other("data")
      case _: .other("a date")
      }
    self.init(content, key: key, line: line)
  }
}

/// The lines of a text on which words stand that may be keys, and in XML and JSON texts.
private struct WordLines {
  private var lines: [String: IndexSet] = [:]
  /// Where the outermost mapping begins.
  let first: Int

  /// - Parameter marks: What stands between words: of XML the brackets of tags, of JSON quotation marks; of the oldest
  ///   form, in which a key begins a line, all that may stand around it.
  init(_ text: String, _ marks: String.UTF8View) {
    let before = text.firstMatch(of: /<dict|{/).map { text[..<$0.range.lowerBound] } ?? ""
    first = 1 + before.utf8.count { $0 == UInt8(ascii: "\n") }
    let rows = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, row) in rows.enumerated() {
      var words = row.split(whereSeparator: marks.contains)[...]
      // A name in other places is not where what it names is; a key in quotation marks may have any signs in it.
      if marks.contains(UInt8(ascii: "=")) {
        let quoted = row.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).dropFirst()
        words = row.contains(UInt8(ascii: "=")) ? words.prefix(1) + quoted.prefix(1) : []
      }
      for word in words { lines[String(decoding: word, as: UTF8.self), default: []].insert(index + 1) }
    }
  }

  /// The first line from another on with a word; of one that is written with escapes that other.
  func line(of word: String, from line: Int) -> Int {
    lines[word]?.integerGreaterThanOrEqualTo(line) ?? line
  }
}

extension FileProblem {
  /// What Foundation says is wrong in a text, on the line that it names or else at the end.
  fileprivate init(_ error: any Error, in text: String) {
    var fault = error
    if case DecodingError.dataCorrupted(let context) = error { fault = context.underlyingError ?? error }
    let words = (fault as NSError).userInfo["NSDebugDescription"] as? String ?? "\(fault)"
    let place = words.firstMatch(of: /(line|character) (\d+)/)
    let number = place.flatMap { Int($0.2) } ?? .max
    let before = text.utf8.prefix(number).count { $0 == UInt8(ascii: "\n") }
    self.init(place?.1 == "line" ? number : before + 1, "not well formed: \(words)")
  }
}

/// The text of a file in UTF-8, with or without a byte order mark, or in UTF-16 with one.
public func decodedText(_ bytes: [UInt8]) throws(FileProblem) -> String {
  let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
  // UTF-16 without a mark is UTF-8 with every other character 0, and UTF-32 is UTF-16 so.
  guard let text = String(bytes: bytes, encoding: isWide ? .utf16 : .utf8),
    !text.unicodeScalars.prefix(4).contains("\0")
  else {
    throw FileProblem(1, "expected UTF-8 or UTF-16, found neither; the file may be cut off. Save it as UTF-8")
  }
  return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
}
