import TextFormats

/// The text of a file in UTF-8 or UTF-16, with or without a byte order mark.
func decodedText(_ bytes: [UInt8]) throws(FileProblem) -> String {
  // Without a mark: a text begins with a character of ASCII, whose other half is 0.
  let isBig = bytes.starts(with: [0xFE, 0xFF]) || bytes.first == 0
  var text: String?
  if isBig || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(2).last == 0 {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index]) << (isBig ? 8 : 0) | UInt16(bytes[index + 1]) << (isBig ? 0 : 8)
    }
    text = bytes.count % 2 == 0 ? String(validating: units, as: UTF16.self) : nil
  } else {
    text = String(validating: bytes, as: UTF8.self)
  }
  if text?.unicodeScalars.first == "\u{FEFF}" { text?.unicodeScalars.removeFirst() }
  // UTF-32 is UTF-16 with every other character 0.
  guard let text, !text.unicodeScalars.prefix(2).contains("\0") else {
    throw FileProblem(
      1, "expected UTF-8 or UTF-16, found neither; the file may be cut off. Save it as UTF-8")
  }
  return text
}

/// The settings of an `.xcconfig`: `KEY = value`, with comments; conditions in brackets are left out of the key.
func settings(_ text: String) -> PropertyValue {
  // A condition has an equals sign of its own: KEY[sdk=iphoneos*] = value. No part gives back what it took, so that a
  // line of any length is read once.
  let form = /\s*+([^\s=\[#]++)\s*+(?:\[[^\]]*+\]\s*+)*+=\s*+(.*)/
  let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  let entries = lines.enumerated().compactMap { index, line -> PropertyValue.Entry? in
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    guard let (_, key, written) = code.wholeMatch(of: form)?.output else { return nil }
    var value = written
    while value.last?.isWhitespace == true { value.removeLast() }
    let text = PropertyValue(content: .text(String(value)), line: index + 1)
    return PropertyValue.Entry(key: String(key), line: index + 1, value: text)
  }
  return PropertyValue(content: .mapping(entries), line: 1)
}

extension [UInt8] {
  /// Where a word stands first; `nil` where it does not.
  ///
  /// Its last byte is looked for, and the others where that stands: a look through thousands of files for one word has
  /// to cost nothing.
  package func firstOffset(of word: [UInt8]) -> Int? {
    guard let last = word.last, count >= word.count else { return nil }
    return withUnsafeBufferPointer { bytes in
      (0...bytes.count - word.count).first { start in
        bytes[start + word.count - 1] == last && word.indices.allSatisfy { bytes[start + $0] == word[$0] }
      }
    }
  }
}
