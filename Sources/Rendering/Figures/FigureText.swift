/// How wide a text in a figure is at most, without a browser to ask.
package enum FigureText {
  /// Which end of a text stands at its point.
  package enum Anchor: String {
    case start
    case middle
    case end
  }

  /// Height of all text in figures, units of the figure.
  package static let size = 13.0
  /// From one baseline to the next.
  package static let lineHeight = 15.0

  /// How heavy a text is set.
  package enum Weight: Double {
    case regular = 1
    /// Names; their letters are wider.
    case strong = 1.12
  }

  /// An upper bound of the width in the sans-serif faces that systems use (DejaVu Sans is the widest
  /// of them), in units of the figure.
  package static func width(_ text: String, _ weight: Weight = .regular) -> Double {
    text.reduce(0) { $0 + size * relativeWidth($1) } * weight.rawValue
  }

  /// The text made to fit: the keys of a swept name as their initials (`nth/count=3/wait_seconds=6` as
  /// `nth/c=3/ws=6`), else cut in its middle.
  package static func shortened(_ text: String, width limit: Double, _ weight: Weight = .regular) -> String {
    let safe = TerminalText.safe(text)
    guard width(safe, weight) > limit else { return safe }
    let abbreviated = abbreviated(safe)
    var columns = TerminalText.width(abbreviated)
    var shown = abbreviated
    while columns > 4, width(shown, weight) > limit {
      columns -= 1
      shown = TerminalText.shortened(abbreviated, width: columns)
    }
    return shown
  }

  /// The whole text on lines that fit, broken after a mark that ends a word of a name, else between letters.
  package static func lines(_ text: String, width limit: Double, _ weight: Weight = .regular) -> [String] {
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

  private static func abbreviated(_ name: String) -> String {
    name.split(separator: "/", omittingEmptySubsequences: false).map { part in
      guard let sign = part.firstIndex(of: "=") else { return String(part) }
      return part[..<sign].split(separator: "_").compactMap(\.first).map(String.init).joined() + part[sign...]
    }.joined(separator: "/")
  }

  /// The box of lines, the baseline of whose first begins, has its middle, or ends at a point.
  package static func box(
    _ lines: [String], at point: FigurePoint, anchor: Anchor, _ weight: Weight
  ) -> FigureBox {
    let width = lines.map { self.width($0, weight) }.max() ?? 0
    let x =
      switch anchor {
      case .start: point.x
      case .middle: point.x - width / 2
      case .end: point.x - width
      }
    return FigureBox(
      x: x, y: point.y - size * 0.95, width: width,
      height: size * 1.25 + Double(lines.count - 1) * lineHeight)
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
