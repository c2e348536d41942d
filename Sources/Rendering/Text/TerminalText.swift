/// Text made fit for a terminal: its width, its wrapping, and nothing in it that could steer one.
package enum TerminalText {
  /// The text with control characters made visible, and tabs and line breaks as blanks.
  package static func safe(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { line.append(["\t", "\n", "\r"].contains(scalar) ? " " : scalar) }
    return String(line).withoutControlCharacters()
  }

  /// Columns that the text takes on a terminal: two for a character of East Asia's
  /// wide scripts or a pictograph, none for a combining mark.
  package static func width(_ text: String) -> Int {
    text.reduce(0) { sum, character in
      guard let scalar = character.unicodeScalars.first else { return sum }
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
        return sum + 2
      case _: return sum + 1
      }
    }
  }

  /// The text in lines of at most `width` columns, broken at spaces; continuation
  /// lines are indented.
  package static func wrapped(_ text: String, width: Int, indent: String = "") -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words(text) {
      if line.isEmpty {
        line = word
      } else if Self.width(line) + 1 + Self.width(word) <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = indent + word
      }
    }
    lines.append(line)
    return lines.map(\.withPlainBlanks)
  }

  /// The text after a label, its further lines under its first.
  package static func labelled(_ label: String, _ text: String, width: Int) -> [String] {
    let indent = String(repeating: " ", count: Self.width(label))
    return wrapped(text, width: max(20, width - indent.count)).enumerated().map {
      ($0.offset == 0 ? label : indent) + $0.element
    }
  }

  /// The words between spaces; a number stays with its unit and its error.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let isUnit =
        word.hasPrefix("%") || word.hasPrefix("pp") && !word.dropFirst(2).contains(where: \.isLetter)
      if let last = words.last, isUnit || word == "±" || last.hasSuffix("±") {
        words[words.count - 1] = last + " " + word
      } else {
        words.append(String(word))
      }
    }
    return words
  }

  /// The word as a shell reads it back.
  package static func shellWord(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x41 && $0 <= 0x5A) || ($0 >= 0x61 && $0 <= 0x7A)
        || [0x2D, 0x2E, 0x2F, 0x3D, 0x5F, 0x2C, 0x3A, 0x7E].contains($0)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// The text cut at its end to at most `width` columns.
  package static func beginning(_ text: String, width limit: Int) -> String {
    guard width(text) > limit else { return text }
    var shown = ""
    for character in text where width(shown) + width(String(character)) <= limit - 1 {
      shown.append(character)
    }
    return shown + "…"
  }

  /// A name cut to fit a heading.
  package static func heading(_ name: String) -> String { shortened(safe(name), width: 26) }

  /// The text cut in its middle to at most `width` columns.
  package static func shortened(_ text: String, width limit: Int) -> String {
    guard width(text) > limit, limit > 3 else { return text }
    // Names of swept arms differ at their ends, so the middle goes.
    let tail = (limit - 1) * 2 / 3
    var head = ""
    for character in text where width(head) + width(String(character)) <= limit - 1 - tail {
      head.append(character)
    }
    var end = ""
    for character in text.reversed() where width(end) + width(String(character)) <= tail {
      end.insert(character, at: end.startIndex)
    }
    return head + "…" + end
  }
}
