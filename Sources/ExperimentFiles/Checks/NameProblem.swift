import Foundation

/// What keeps a text from being a name; `nil` where it is one.
///
/// A name is a column of tables and a word in messages, so it has 1 to 200
/// characters that can be seen, on one line.
func nameProblem(_ name: String) -> String? {
  if name.isEmpty { return "none" }
  if name.contains(where: \.isNewline) { return "several lines" }
  for scalar in name.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate:
      return "the control character \(scalar.value)"
    case _: continue
    }
  }
  if name.allSatisfy(\.isWhitespace) { return "only blanks" }
  if name.count > 200 { return "\(name.count) characters" }
  // Combining marks make one character of any number of scalars.
  if name.unicodeScalars.count > 1000 { return "\(name.unicodeScalars.count) combined characters" }
  return nil
}

/// A name as far as a person can tell it from others.
///
/// Case, blanks and characters that cannot be seen are no difference, and neither is the way in which Unicode composes
/// a character: `"B "` and `b` are one.
func seenName(_ name: String) -> String {
  let visible = name.precomposedStringWithCompatibilityMapping.unicodeScalars
    .filter { !$0.properties.isDefaultIgnorableCodePoint }
  let words = String(String.UnicodeScalarView(visible)).split(whereSeparator: \.isWhitespace)
  return words.joined(separator: " ").lowercased().precomposedStringWithCanonicalMapping
}
