import TextFormats

extension String {
  /// Whether any of its characters is a control character.
  package var hasControlCharacters: Bool { unicodeScalars.contains(where: \.isControl) }

  /// The text with its control characters as escapes, `\u{1B}`, but for those in `kept`.
  package func withoutControlCharacters(except kept: [Unicode.Scalar] = []) -> String {
    guard hasControlCharacters else { return self }
    return unicodeScalars.map { scalar in
      scalar.isControl && !kept.contains(scalar) ? scalar.escaped(asASCII: true) : String(scalar)
    }.joined()
  }
}
