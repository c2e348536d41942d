/// The text of a file in UTF-8 or UTF-16, with or without a byte order mark.
func decodedText(_ bytes: [UInt8]) throws(AppFileProblem) -> String {
  let mark = bytes.prefix(2)
  let isMarked = mark == [0xFF, 0xFE] || mark == [0xFE, 0xFF]
  var text: String?
  // Without a mark: a text begins with a character of ASCII, whose other half is 0.
  if isMarked || mark.contains(0) {
    let isLittle = mark.first == 0xFF || mark.last == 0 && !isMarked
    let units = stride(from: isMarked ? 2 : 0, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index]) << (isLittle ? 0 : 8) | UInt16(bytes[index + 1]) << (isLittle ? 8 : 0)
    }
    text = bytes.count % 2 == 0 ? String(validating: units, as: UTF16.self) : nil
  } else {
    text = String(
      validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
  }
  // UTF-32 is UTF-16 with every other character 0.
  guard let text, !text.unicodeScalars.prefix(2).contains("\0") else {
    throw AppFileProblem(
      1, "expected UTF-8 or UTF-16, found neither; the file may be cut off. Save it as UTF-8")
  }
  return text
}

/// A text that is read character by character, with the line it is at.
struct TextCursor {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private(set) var line = 1

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// What comes next; `nil` at the end.
  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  mutating func take() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    index += 1
    if scalar == "\n" { line += 1 }
    return scalar
  }

  /// Takes the word if it stands here.
  mutating func take(_ word: String) -> Bool {
    let wanted = word.unicodeScalars
    guard scalars[index...].starts(with: wanted) else { return false }
    for _ in wanted { _ = take() }
    return true
  }

  /// Takes everything before the word, and the word.
  mutating func take(until word: String, _ what: String) throws(AppFileProblem) -> String {
    let start = line
    var taken = String.UnicodeScalarView()
    while next != nil {
      if next == word.unicodeScalars.first, take(word) { return String(taken) }
      if let scalar = take() { taken.append(scalar) }
    }
    throw AppFileProblem(start, "\(what) that never ends; the file may be cut off")
  }

  mutating func skipBlanks() {
    while let scalar = next, scalar.properties.isWhitespace { _ = take() }
  }
}
