import Rendering

/// How wide a text in a figure is at most, without a browser to ask.
enum FigureText {
  /// Which end of a text stands at its point.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  /// Height of all text in figures, units of the figure.
  static let size = 13.0
  /// From one baseline to the next.
  static let lineHeight = 15.0

  /// How heavy a text is set.
  enum Weight: Double {
    case regular = 1
    /// Names; their letters are wider.
    case strong = 1.12
  }

  /// An upper bound of the width in the sans-serif faces that systems use (DejaVu Sans is the widest
  /// of them), in units of the figure.
  static func width(_ text: String, _ weight: Weight = .regular) -> Double {
    text.reduce(0) { $0 + size * relativeWidth($1) } * weight.rawValue
  }

  /// The whole text on lines that fit, broken after a mark that ends a word of a name, else between letters.
  static func lines(_ text: String, width limit: Double, _ weight: Weight = .regular) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words(TerminalText.safe(text)) {
      if width(line + word, weight) <= limit {
        line += word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for letter in word {
        if !line.isEmpty, width(line + String(letter), weight) > limit {
          lines.append(line)
          line = ""
        }
        line.append(letter)
      }
    }
    return lines + [line]
  }

  /// A name's words, each with the mark that ends it.
  private static func words(_ name: String) -> [String] {
    name.reduce(into: [""]) { words, letter in
      words[words.count - 1].append(letter)
      if "_-/= ".contains(letter) { words.append("") }
    }
  }

  private static func relativeWidth(_ character: Character) -> Double {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch character {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ": return 0.35
    case "f", "r", "t", "(", ")", "[", "]", "/", "-": return 0.42
    case "m", "w", "M", "W", "%", "@": return 1.0
    case "A"..."Z": return 0.75
    case "−", "+", "±", "…", "→", "←": return 0.95
    case _ where scalar.value < 0x0600: return 0.645
    // Scripts beyond: two columns on a terminal is a full square here.
    case _: return TerminalText.width(String(character)) > 1 ? 1.05 : 0.85
    }
  }
}
