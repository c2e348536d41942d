import RuleBook

/// A source of an app, as its bytes.
struct SourceText {
  let path: String
  let language: SourceLanguage
  /// In UTF-8, or in another encoding that leaves ASCII as it is.
  let bytes: [UInt8]
}

/// A language whose sources are looked through for calls.
public enum SourceLanguage: String, CaseIterable, Sendable {
  case swift, objectiveC, dart
  /// TypeScript and JavaScript, with their forms that hold markup.
  case typeScript
}

/// A word, a text or a sign of a source.
struct SourceToken {
  enum Kind {
    case word
    /// Without its quotes; what it is put together of is not.
    case text
    case sign
  }

  var kind: Kind
  var text: String
  /// Where it begins, in bytes.
  var start: Int
  /// 1-based.
  var line: Int
}

/// How a text or a comment is written, by a row of the book: what ends it, what begins it, what code is put into it with,
/// and what else there is to say.
private struct TextForm {
  let (closing, opening): ([UInt8], [UInt8])
  /// `\(` or `${`; `nil` where no code is put into it.
  let insertion: [UInt8]?
  /// Whether a backslash keeps what comes after it from meaning something, and whether others may lie within it.
  let (escapes, nests, spansLines): (Bool, Bool, Bool)
  /// Comments give no token; a regular expression begins where a value may and is else a sign.
  let (isComment, isPattern): (Bool, Bool)

  init(_ row: [Substring]) {
    (closing, opening) = (Array((row[0] == "\\n" ? "\n" : row[0]).utf8), Array(row[1].utf8))
    insertion = row.dropFirst(2).first { $0.hasSuffix("(") || $0.hasSuffix("{") }.map { Array($0.utf8) }
    (escapes, nests, spansLines) = (row.contains("escapes"), row.contains("nests"), !row.contains("line"))
    (isComment, isPattern) = (row.contains("comment"), row.contains("pattern"))
  }

  /// Those of each language, what begins with another after it.
  static let all = Dictionary(
    WordList.lists("texts and comments").map { list in
      (list.of, list.lines.map { TextForm($0.split(separator: " ")) })
    }
  ) { $1 }
}

/// Takes a source apart into words, texts and signs; comments are left out.
///
/// It knows how comments and texts begin and end in each language, with texts in texts, and nothing of
/// grammar. One pass over the bytes; what nests does so to a depth, and a text of one line that is not closed ends
/// with its line, so no source is looked at longer than its length. What is deeper, or more than the tokens allowed,
/// is not looked at.
struct SourceTokenizer {
  private let bytes: [UInt8]
  private let language: SourceLanguage
  private let forms: [TextForm]
  private var index = 0
  private var line = 1
  /// Texts within one another.
  private var depth = 0
  private var tokens: [SourceToken] = []

  /// The most that nests within one another: texts and what is put into them.
  private static let deepest = 32
  /// Bytes within which a regular expression has to end.
  private static let longestPattern = 512
  /// The most tokens of one source.
  private static let most = 2_000_000

  static func tokens(_ bytes: [UInt8], _ language: SourceLanguage) -> [SourceToken] {
    var tokenizer = SourceTokenizer(
      bytes: bytes, language: language, forms: TextForm.all[language.rawValue] ?? [])
    tokenizer.readCode()
    return tokenizer.tokens
  }

  private func byte(_ ahead: Int = 0) -> UInt8 { index + ahead < bytes.count ? bytes[index + ahead] : 0 }

  private func stands(_ word: [UInt8]) -> Bool { word.indices.allSatisfy { byte($0) == word[$0] } }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  /// Reads code, as far as the bracket that ends what is put into a text; without one to its end.
  private mutating func readCode(closing: UInt8? = nil) {
    let opening = closing == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "{")
    var brackets = 0
    while index < bytes.count, tokens.count < Self.most {
      let next = byte()
      if next <= UInt8(ascii: " ") {
        advance()
      } else if "\"'`#r/".utf8.contains(next), !isApostrophe(next),
        let form = forms.first(where: { stands($0.opening) && (!$0.isPattern || mayBeginPattern) })
      {
        readText(form)
      } else if isWordByte(next) {
        let start = index
        while index < bytes.count, isWordByte(bytes[index]) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        tokens.append(SourceToken(kind: .word, text: word, start: start, line: line))
      } else {
        if next == closing {
          guard brackets > 0 else { return advance() }
          brackets -= 1
        }
        if next == opening { brackets += 1 }
        takeSign(next)
      }
    }
  }

  /// Whether it is the apostrophe of a word in markup, `Don't`, and begins no text.
  private func isApostrophe(_ next: UInt8) -> Bool {
    language == .typeScript && next == UInt8(ascii: "'") && index > 0 && isWordByte(bytes[index - 1])
      && isWordByte(byte(1))
  }

  private var mayBeginPattern: Bool {
    if language == .swift, byte(1) <= UInt8(ascii: " ") { return false }
    guard let before = tokens.last else { return true }
    return before.kind != .text && (before.text == "," || WordList.has("before a pattern", before.text))
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  /// Signs that are one; `===` and `!==` compare as `==` and `!=` do.
  private static let pairs = ["===", "!==", "==", "!=", "=>", "->"].map {
    (bytes: Array($0.utf8), text: String($0.prefix(2)))
  }

  private mutating func takeSign(_ next: UInt8) {
    // A word cannot come here, so a byte is one of ASCII.
    let pair = "=!-".utf8.contains(next) ? Self.pairs.first { stands($0.bytes) } : nil
    let text = pair?.text ?? String(UnicodeScalar(next))
    tokens.append(SourceToken(kind: .sign, text: text, start: index, line: line))
    advance(pair?.bytes.count ?? 1)
  }

  /// Reads a text and the code that is put into it, or passes a comment; one of one line ends with its line.
  private mutating func readText(_ form: TextForm) {
    let (start, startLine) = (index, line)
    var (open, isInClass) = (1, false)
    advance(form.opening.count)
    depth += 1
    defer { depth -= 1 }
    while index < bytes.count, tokens.count < Self.most, byte() != UInt8(ascii: "\n") || form.spansLines,
      !form.isPattern || index - start < Self.longestPattern
    {
      if let insertion = form.insertion, stands(insertion) {
        advance(insertion.count)
        let closing = insertion.last == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
        if depth < Self.deepest { readCode(closing: closing) }
      } else if form.escapes, byte() == UInt8(ascii: "\\") {
        advance(2)
      } else if form.isPattern, isInClass || byte() == UInt8(ascii: "[") {
        isInClass = byte() != UInt8(ascii: "]")
        advance()
      } else if form.nests, stands(form.opening) {
        open += 1
        advance(form.opening.count)
      } else if stands(form.closing) {
        // What a button or an address says is within its first bytes; a pattern says nothing.
        let inner = bytes[min(start + form.opening.count, index)..<index].prefix(form.isPattern ? 0 : 128)
        advance(form.closing.count)
        open -= 1
        if open > 0 { continue }
        if form.isComment { return }
        let text = String(decoding: inner, as: UTF8.self)
        return tokens.append(SourceToken(kind: .text, text: text, start: start, line: startLine))
      } else {
        advance()
      }
    }
    if form.isPattern {
      (index, line) = (start, startLine)
      takeSign(UInt8(ascii: "/"))
    }
  }
}
