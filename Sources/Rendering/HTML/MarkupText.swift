/// Text made fit for HTML and SVG.
package enum MarkupText {
  /// The text with what markup would read as its own escaped.
  ///
  /// It goes by scalars: a quotation mark with an accent on it is one character to Swift, and still the
  /// end of an attribute to a browser.
  package static func escaped(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": shown.append(contentsOf: "&lt;".unicodeScalars)
      case ">": shown.append(contentsOf: "&gt;".unicodeScalars)
      case "&": shown.append(contentsOf: "&amp;".unicodeScalars)
      case "\"": shown.append(contentsOf: "&quot;".unicodeScalars)
      case "'": shown.append(contentsOf: "&#39;".unicodeScalars)
      case _: shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// A text of several lines, each made safe by itself.
  package static func lines(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.safe(String($0)) }.joined(separator: "\n")
  }
}
