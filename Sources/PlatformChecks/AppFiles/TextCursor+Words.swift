/// What strings files and the project files of Xcode have in common: comments, quoted texts and bare words.
extension TextCursor {
  mutating func skipComments() throws(ReadingFault) {
    while true {
      skipBlanks()
      let line = line
      if take("/*") {
        guard take(until: "*/") != nil else { throw ReadingFault(line, "a comment that never ends") }
      } else if take("//") {
        _ = take(until: "\n")
      } else {
        return
      }
    }
  }

  /// A quoted text, or a bare word.
  mutating func word(_ what: String) throws(ReadingFault) -> String {
    let line = line
    if take("\"") { return try quoted(from: line) }
    var word = String.UnicodeScalarView()
    while let scalar = next,
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_$/:.-".unicodeScalars.contains(scalar)
    {
      word.append(scalar)
      _ = take()
    }
    guard !word.isEmpty else {
      throw ReadingFault(line, "expected \(what), found \(next.map { "'\($0)'" } ?? "the end of the file")")
    }
    return String(word)
  }

  private mutating func quoted(from line: Int) throws(ReadingFault) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = take() {
      switch scalar {
      case "\"": return String(text)
      case "\\": text.append(try escaped(line))
      case _: text.append(scalar)
      }
    }
    throw ReadingFault(line, "a text that never ends: a quotation mark is missing")
  }

  private mutating func escaped(_ line: Int) throws(ReadingFault) -> Unicode.Scalar {
    guard let scalar = take() else { throw ReadingFault(line, "a text that ends in a backslash") }
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "U", "u":
      var digits = ""
      while digits.count < 4, let digit = next, digit.properties.isASCIIHexDigit {
        digits.unicodeScalars.append(digit)
        _ = take()
      }
      // Half of a pair is no character by itself.
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
    case _: return scalar
    }
  }
}
