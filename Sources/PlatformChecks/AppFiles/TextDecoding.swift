/// The text of a file in UTF-8 or UTF-16, with or without a byte order mark.
///
/// - Throws: ``ReadingFault`` for other encodings and for bytes that are none.
func decodedText(_ bytes: [UInt8]) throws(ReadingFault) -> String {
  let isHalfEmpty = bytes.count >= 4 && bytes[2] == 0 && bytes[1] == 0 && (bytes[0] == 0) != (bytes[3] == 0)
  if isHalfEmpty || bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
    throw ReadingFault(1, "expected UTF-8 or UTF-16, found UTF-32. Save it as UTF-8")
  }
  if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try utf8(bytes.dropFirst(3)) }
  if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), isLittleEndian: true) }
  if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), isLittleEndian: false) }
  // Without a mark: a text begins with a character of ASCII, whose other half is 0.
  if bytes.count >= 2, bytes[0] == 0, bytes[1] != 0 { return try utf16(bytes[...], isLittleEndian: false) }
  if bytes.count >= 2, bytes[1] == 0, bytes[0] != 0 { return try utf16(bytes[...], isLittleEndian: true) }
  return try utf8(bytes[...])
}

private func utf8(_ bytes: ArraySlice<UInt8>) throws(ReadingFault) -> String {
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw ReadingFault(1, "expected UTF-8 or UTF-16, found bytes that are neither. Save it as UTF-8")
  }
  return text
}

private func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) throws(ReadingFault) -> String {
  guard bytes.count % 2 == 0 else {
    throw ReadingFault(1, "expected UTF-16, found an odd number of bytes; the file may be cut off")
  }
  let bytes = Array(bytes)
  let units = stride(from: 0, to: bytes.count, by: 2).map { index in
    isLittleEndian
      ? UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
      : UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
  }
  guard let text = String(validating: units, as: UTF16.self) else {
    throw ReadingFault(1, "expected UTF-16, found halves of characters; the file may be cut off")
  }
  return text
}

/// A text that is read character by character, with the line it is at.
struct TextCursor {
  private let scalars: [Unicode.Scalar]
  private(set) var index = 0
  private(set) var line = 1

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var isAtEnd: Bool { index >= scalars.count }

  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  mutating func take() -> Unicode.Scalar? {
    guard index < scalars.count else { return nil }
    let scalar = scalars[index]
    index += 1
    if scalar == "\n" { line += 1 }
    return scalar
  }

  /// Takes the word if it stands here.
  mutating func take(_ word: String) -> Bool {
    let wanted = word.unicodeScalars
    guard scalars.count - index >= wanted.count, zip(scalars[index...], wanted).allSatisfy({ $0 == $1 })
    else { return false }
    for _ in wanted { _ = take() }
    return true
  }

  /// Takes everything before the word, and the word; `nil`, taking nothing more, where it never comes.
  mutating func take(until word: String) -> String? {
    let wanted = Array(word.unicodeScalars)
    guard let first = wanted.first else { return "" }
    var taken = String.UnicodeScalarView()
    while index < scalars.count {
      if scalars[index] == first, take(word) { return String(taken) }
      if let scalar = take() { taken.append(scalar) }
    }
    return nil
  }

  mutating func skipBlanks() {
    while let scalar = next, scalar.properties.isWhitespace { _ = take() }
  }
}
