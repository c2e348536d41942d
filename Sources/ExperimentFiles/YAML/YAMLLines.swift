/// The lines of a YAML text as the parser counts them, without their ends and without a byte order mark.
///
/// Everything that edits a text by lines takes them from here, since a key is found by the parser's line number. To YAML
/// a carriage return ends a line, alone or before a line feed, and so do U+0085, U+2028 and U+2029. What is written of
/// the lines again has line feeds throughout.
/// - Returns: one line more than the text has ends of lines, so that joined they end as the text does.
func yamlLines(of text: String) -> [String] {
  var lines: [String] = []
  var line = String.UnicodeScalarView()
  var previous: Unicode.Scalar?
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\u{FEFF}" where previous == nil: break
    case "\n" where previous == "\r": break
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
      lines.append(String(line))
      line = String.UnicodeScalarView()
    case _: line.append(scalar)
    }
    previous = scalar
  }
  return lines + [String(line)]
}
