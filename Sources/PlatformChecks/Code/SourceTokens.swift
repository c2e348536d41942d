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

/// Takes a source apart into words, texts and signs; comments are left out.
///
/// It knows how comments and texts begin and end in each language, with texts in texts, and nothing of
/// grammar. One pass over the bytes; what nests does so on a stack of bounded height, and a text of one line
/// that is not closed ends with its line, so no source is looked at longer than its length. What is deeper
/// than the stack, or more than the tokens allowed, is not looked at.
struct SourceTokenizer {
  private let bytes: [UInt8]
  private let language: SourceLanguage
  private var index = 0
  private var line = 1
  private var modes: [Mode] = [.code(closing: 0, depth: 0)]
  private(set) var tokens: [SourceToken] = []

  /// The most that nests within one another: texts and what is put into them.
  static let deepest = 64
  /// Bytes within which a regular expression has to end.
  private static let longestPattern = 512
  /// The most tokens of one source.
  static let most = 2_000_000

  private enum Mode {
    /// Code that ends with a bracket, here this deep in brackets of that kind; 0 for a whole source.
    case code(closing: UInt8, depth: Int)
    case text(TextForm, start: Int, line: Int)
  }

  /// How a text is written.
  private struct TextForm {
    var quote: UInt8
    var isTriple = false
    /// Signs `#` before and after it, as in Swift.
    var marks = 0
    var isRaw = false
    var spansLines = false
    var inserts = Insertion.none

    enum Insertion {
      case none
      /// `\(…)`
      case parenthesis
      /// `${…}`
      case brace
    }
  }

  static func tokens(_ bytes: [UInt8], _ language: SourceLanguage) -> [SourceToken] {
    var tokenizer = SourceTokenizer(bytes: bytes, language: language)
    while tokenizer.index < bytes.count, tokenizer.tokens.count < most { tokenizer.step() }
    return tokenizer.tokens
  }

  private init(bytes: [UInt8], language: SourceLanguage) {
    self.bytes = bytes
    self.language = language
  }

  private func byte(_ ahead: Int = 0) -> UInt8 {
    index + ahead < bytes.count ? bytes[index + ahead] : 0
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  private mutating func step() {
    switch modes[modes.count - 1] {
    case .code: stepInCode()
    case .text(let form, let start, let line): stepInText(form, start, line)
    }
  }

  // MARK: Code

  private mutating func stepInCode() {
    let next = byte()
    if next <= UInt8(ascii: " ") { return advance() }
    if next == UInt8(ascii: "/"), skipComment() { return }
    if isWordByte(next) { return takeWord() }
    if next == UInt8(ascii: "#"), language == .swift, beginMarkedText() { return }
    if !isApostrophe(next), beginText() { return }
    if next == UInt8(ascii: "/"), skipPattern() { return }
    takeSign(next)
  }

  /// Whether it is the apostrophe of a word in markup, `Don't`, and begins no text.
  private func isApostrophe(_ next: UInt8) -> Bool {
    guard language == .typeScript, next == UInt8(ascii: "'"), index > 0, isWordByte(bytes[index - 1]) else {
      return false
    }
    return isWordByte(byte(1)) && tokens.last.map { $0.text != "return" && $0.text != "case" } ?? false
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private mutating func takeWord() {
    let start = index
    while index < bytes.count, isWordByte(bytes[index]) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    if language == .dart, word == "r", byte() == UInt8(ascii: "'") || byte() == UInt8(ascii: "\"") {
      _ = beginText(isRaw: true)
      return
    }
    tokens.append(SourceToken(kind: .word, text: word, start: start, line: line))
  }

  /// The text of each sign, made once.
  private static let signs = (UInt8(0)...UInt8(127)).map { String(UnicodeScalar($0)) }

  /// What two signs make together, `nil` where they stay two.
  private static func pair(_ first: UInt8, _ second: UInt8) -> String? {
    switch (UnicodeScalar(first), UnicodeScalar(second)) {
    case ("=", "="): "=="
    case ("!", "="): "!="
    case ("=", ">"): "=>"
    case ("-", ">"): "->"
    case _: nil
    }
  }

  private mutating func takeSign(_ next: UInt8) {
    if endsInsertion(next) {
      modes.removeLast()
      return advance()
    }
    let start = index
    let text = Self.pair(next, byte(1)) ?? (next < 128 ? Self.signs[Int(next)] : String(UnicodeScalar(next)))
    // `===` and `!==` compare as well.
    let isLong = (text == "==" || text == "!=") && byte(2) == UInt8(ascii: "=")
    tokens.append(SourceToken(kind: .sign, text: text, start: start, line: line))
    advance(text.utf8.count + (isLong ? 1 : 0))
  }

  /// Whether the code that is put into a text ends here; counts its own brackets on the way.
  private mutating func endsInsertion(_ sign: UInt8) -> Bool {
    guard case .code(let closing, let depth) = modes[modes.count - 1], closing != 0 else { return false }
    let opening: UInt8 = closing == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "{")
    if sign == opening { modes[modes.count - 1] = .code(closing: closing, depth: depth + 1) }
    guard sign == closing else { return false }
    if depth > 0 { modes[modes.count - 1] = .code(closing: closing, depth: depth - 1) }
    return depth == 0
  }

  /// Skips a comment if one begins here.
  private mutating func skipComment() -> Bool {
    if byte(1) == UInt8(ascii: "/") {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      return true
    }
    guard byte(1) == UInt8(ascii: "*") else { return false }
    advance(2)
    var depth = 1
    while index < bytes.count, depth > 0 {
      if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        advance(2)
      } else if language == .swift || language == .dart, byte() == UInt8(ascii: "/"),
        byte(1) == UInt8(ascii: "*")
      {
        depth += 1
        advance(2)
      } else {
        advance()
      }
    }
    return true
  }

  // MARK: Texts

  /// `#"…"#` and `#/…/#` of Swift.
  private mutating func beginMarkedText() -> Bool {
    var marks = 0
    while byte(marks) == UInt8(ascii: "#") { marks += 1 }
    let quote = byte(marks)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "/") else { return false }
    advance(marks)
    if quote == UInt8(ascii: "/") {
      begin(TextForm(quote: quote, marks: marks, isRaw: true, spansLines: true))
      return true
    }
    return beginText(marks: marks)
  }

  private mutating func beginText(isRaw: Bool = false, marks: Int = 0) -> Bool {
    let quote = byte()
    let isTemplate = quote == UInt8(ascii: "`") && language == .typeScript
    let isSingle = quote == UInt8(ascii: "'") && language != .swift
    guard isTemplate || isSingle || quote == UInt8(ascii: "\"") else { return false }
    var form = TextForm(quote: quote, marks: marks, isRaw: isRaw)
    let isSwift = language == .swift
    form.inserts = isSwift ? .parenthesis : isTemplate || language == .dart && !isRaw ? .brace : .none
    form.isTriple = (isSwift || language == .dart) && byte(1) == quote && byte(2) == quote
    form.spansLines = isTemplate || form.isTriple
    begin(form)
    return true
  }

  private mutating func begin(_ form: TextForm) {
    let start = index
    advance(form.isTriple ? 3 : 1)
    enter(.text(form, start: start, line: line))
  }

  private mutating func enter(_ mode: Mode) {
    if modes.count < Self.deepest { modes.append(mode) }
  }

  private mutating func stepInText(_ form: TextForm, _ start: Int, _ startLine: Int) {
    let next = byte()
    if next == UInt8(ascii: "\n"), !form.spansLines {
      modes.removeLast()
      return
    }
    if next == UInt8(ascii: "\\"), !form.isRaw {
      if form.inserts == .parenthesis, hasMarks(form.marks, at: 1), byte(1 + form.marks) == UInt8(ascii: "(")
      {
        advance(2 + form.marks)
        return enter(.code(closing: UInt8(ascii: ")"), depth: 0))
      }
      // Of a text with marks a lone backslash is plain.
      return advance(form.marks == 0 ? 2 : 1)
    }
    if form.inserts == .brace, next == UInt8(ascii: "$"), byte(1) == UInt8(ascii: "{") {
      advance(2)
      return enter(.code(closing: UInt8(ascii: "}"), depth: 0))
    }
    guard next == form.quote, closes(form) else { return advance() }
    let inner = start + (form.isTriple ? 3 : 1)
    if inner <= index {
      // What a button or an address says is within its first bytes.
      let text = String(decoding: bytes[inner..<min(index, inner + 128)], as: UTF8.self)
      tokens.append(SourceToken(kind: .text, text: text, start: start, line: startLine))
    }
    advance((form.isTriple ? 3 : 1) + form.marks)
    modes.removeLast()
  }

  private func hasMarks(_ count: Int, at ahead: Int) -> Bool {
    (0..<count).allSatisfy { byte(ahead + $0) == UInt8(ascii: "#") }
  }

  private func closes(_ form: TextForm) -> Bool {
    let width = form.isTriple ? 3 : 1
    return (0..<width).allSatisfy { byte($0) == form.quote } && hasMarks(form.marks, at: width)
  }

  // MARK: Patterns

  private static let beforePattern: Set<String> = [
    "(", ",", "=", ":", "[", "!", "&", "|", "?", "{", "}", ";", "+", "==", "!=", "=>", "return", "case",
    "typeof",
  ]

  /// Skips a regular expression between slashes if one begins here, which ends on the same line.
  private mutating func skipPattern() -> Bool {
    guard language == .swift || language == .typeScript else { return false }
    if let last = tokens.last, last.kind == .text || !Self.beforePattern.contains(last.text) { return false }
    if language == .swift, byte(1) <= UInt8(ascii: " ") { return false }
    var end = index + 1
    var isInClass = false
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), end - index < Self.longestPattern {
      switch bytes[end] {
      case UInt8(ascii: "\\"): end += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        tokens.append(SourceToken(kind: .text, text: "", start: index, line: line))
        index = end + 1
        return true
      case _: break
      }
      end += 1
    }
    return false
  }
}
