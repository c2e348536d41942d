import Foundation

/// What the sources say: every text of the program, every comment, every page.
enum WrittenTexts {
  /// A text and where it stands: `Sources/Runs/Planning/Setting.swift:12`.
  struct Written: Sendable {
    var location: String
    var text: String
  }

  /// The texts of the program, each with its interpolations as `X`; SQL is not for people and left out.
  static let literals: [Written] = sources.flatMap { file in
    file.path.hasPrefix("Sources/ResultStore/Schema/") ? [] : SwiftTexts(file).literals
  }

  /// The comments of the sources, a text per block of lines.
  static let comments: [Written] = sources.flatMap { SwiftTexts($0).comments }

  /// The pages of the modules and of the guide, a text per paragraph without code.
  static let pages: [Written] = files("Sources", ending: ".md").flatMap { file in
    var found: [Written] = []
    var isCode = false
    var open = false
    for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") { isCode.toggle() }
      let isProse = !isCode && !line.isEmpty && !line.hasPrefix("    ") && !line.hasPrefix("|")
      let starts = line.hasPrefix("- ") || line.hasPrefix("#") || line.prefixMatch(of: #/[0-9]+\. /#) != nil
      if isProse, open, !starts {
        found[found.count - 1].text += " \(line)"
      } else if isProse {
        found.append(Written(location: "\(file.path):\(number + 1)", text: String(line)))
      }
      open = isProse && !line.hasPrefix("#")
    }
    return found
  }

  struct File: Sendable {
    var path: String
    var text: String
  }

  private static let sources = files("Sources", ending: ".swift")

  private static func files(_ folder: String, ending: String) -> [File] {
    let root = Lab.experiments.deletingLastPathComponent()
    let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }.sorted().map {
      let path = "\(folder)/\($0)"
      let bytes = (try? Data(contentsOf: root.appendingPathComponent(path))) ?? Data()
      return File(path: path, text: String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// The texts and comments of one Swift file.
///
/// It knows as much of Swift as the texts of this package need: escapes, interpolations, texts over several lines,
/// and texts joined by `+`.
private struct SwiftTexts {
  private(set) var literals: [WrittenTexts.Written] = []
  private(set) var comments: [WrittenTexts.Written] = []
  private let file: String
  private let characters: [Character]
  private var position = 0
  private var line = 1

  init(_ file: WrittenTexts.File) {
    self.file = file.path
    characters = Array(file.text)
    while position < characters.count {
      if starts(with: "//") {
        comment()
      } else if isText {
        let start = line
        var text = self.text()
        while joins() { text += self.text() }
        literals.append(.init(location: "\(self.file):\(start)", text: text))
      } else {
        advance()
      }
    }
  }

  private func starts(with word: String) -> Bool {
    characters[position...].starts(with: word)
  }

  /// Whether a text begins here, with its number signs.
  private var isText: Bool {
    var next = position
    while next < characters.count, characters[next] == "#" { next += 1 }
    return next < characters.count && characters[next] == "\""
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < characters.count {
      if characters[position].isNewline { line += 1 }
      position += 1
    }
  }

  private mutating func comment() {
    let start = line
    var text = ""
    while position < characters.count, !characters[position].isNewline {
      text.append(characters[position])
      advance()
    }
    let words = text.drop { $0 == "/" }
    // Lines that follow each other are one comment.
    if !comments.isEmpty, ends == start - 1 {
      comments[comments.count - 1].text += " \(words)"
    } else {
      comments.append(.init(location: "\(file):\(start)", text: String(words)))
    }
    ends = start
  }

  /// The last line of the last comment.
  private var ends = 0

  /// Goes on to the next text where a `+` joins it to the one before.
  private mutating func joins() -> Bool {
    var next = position
    while next < characters.count, characters[next].isWhitespace { next += 1 }
    guard next < characters.count, characters[next] == "+" else { return false }
    next += 1
    while next < characters.count, characters[next].isWhitespace { next += 1 }
    guard next < characters.count, characters[next] == "\"" else { return false }
    advance(next - position)
    return true
  }

  private mutating func text() -> String {
    var signs = ""
    while characters[position] == "#" {
      signs += "#"
      advance()
    }
    let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    advance(quotes.count)
    var text = ""
    while position < characters.count, !starts(with: quotes + signs) {
      if starts(with: "\\\(signs)(") {
        advance(1 + signs.count)
        skipInterpolation()
        text += "X"
      } else if starts(with: "\\\(signs)") {
        advance(1 + signs.count)
        if let escaped = characters[position...].first, !escaped.isNewline {
          text += escaped == "n" ? "\n" : ""
        }
        advance()
      } else {
        text.append(characters[position])
        advance()
      }
    }
    advance(quotes.count + signs.count)
    return text
  }

  private mutating func skipInterpolation() {
    var depth = 0
    while position < characters.count {
      if isText {
        _ = text()
        continue
      }
      if characters[position] == "(" { depth += 1 }
      if characters[position] == ")" { depth -= 1 }
      advance()
      if depth == 0 { return }
    }
  }
}
