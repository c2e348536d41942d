import RuleBook

/// Follows the brackets and statements of a source and notes what encloses each token.
///
/// It knows how declarations, closures and branches begin in each language, and nothing else of grammar: a heading
/// that it does not understand leaves its block without a name. One pass, and work that goes with the tokens.
extension CodeFile {
  /// Frames within one another, and brackets that are gone into; what is deeper belongs to the last.
  static let deepest = 120

  /// The bracket in which the reader stands, and what is begun there.
  struct Level {
    enum Kind { case plain, arguments, message, literal, cases }
    var kind = Kind.plain
    var outer = -1
    /// The frame that a comma leads back to.
    var inner = -1
    /// The function whose arguments these are; -1 without one.
    var callee = -1
    /// The type or the function that a brace begins.
    var heading: (kind: CodeFrame.Kind, name: Int)?
  }

  /// What ends a statement or an expression before its bracket does.
  static let ends: Set<String> = [",", ";"]

  /// A sign that closes none is passed over; a brace closes what was left open within it.
  static func pairs(_ tokens: [SourceToken]) -> [Int] {
    let openings = [")": "(", "]": "[", "}": "{"]
    var match = Array(repeating: -1, count: tokens.count)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() where token.kind == .sign {
      if ["(", "[", "{"].contains(token.text) { open.append(index) }
      guard let opening = openings[token.text] else { continue }
      let near = token.text == "}" ? open.suffix(12) : open.suffix(1)
      guard let level = near.lastIndex(where: { tokens[$0].text == opening }) else { continue }
      (match[index], match[open[level]]) = (open[level], index)
      open.removeSubrange(level...)
    }
    return match
  }

  /// A frame around everything from a token on, within the current one.
  func frame(
    _ kind: CodeFrame.Kind, name: Int = -1, label: Int = -1, at index: Int, condition: Range<Int> = 0..<0,
    isElse: Bool = false, hasElse: Bool = false
  ) -> Int {
    let depth = current < 0 ? 0 : frames[current].depth + 1
    if name >= 0, kind == .argument || kind == .closure { called.insert(name) }
    if depth > Self.deepest { return current }
    frames.append(
      CodeFrame(
        kind: kind, number: frames.count, parent: current, depth: depth, name: token(name),
        label: token(label), start: index, heading: condition, isElse: isElse, hasElse: hasElse))
    return frames.count - 1
  }

  /// The argument that is being read.
  var argument: CodeFrame? { current >= 0 && frames[current].kind == .argument ? frames[current] : nil }

  func leave(to outer: Int) {
    while current >= 0, current != outer {
      frames[current].end = index
      current = frames[current].parent
    }
    current = outer
  }

  func read(to end: Int, until stops: Set<String> = [], _ level: inout Level) {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { return }
    let first = index
    let endsWithLine = language == .typeScript && stops == Self.ends
    while index < end {
      if endsWithLine, index > first, beginsStatement(index) { return }
      let text = tokens[index].text
      switch tokens[index].kind {
      case .text: pass()
      case .word: readWord(text, end, &level)
      case .sign:
        if stops.contains(text) { return }
        readSign(text, end, &level)
      }
    }
  }

  func pass() {
    frameOf[index] = current
    index += 1
  }

  /// Whether a line of a script that has no semicolons begins another statement.
  private func beginsStatement(_ index: Int) -> Bool {
    guard tokens[index].line > tokens[index - 1].line else { return false }
    if tokens[index].kind == .sign, tokens[index].text != "}" { return false }
    let before = tokens[index - 1]
    if before.kind == .sign, ![")", "]", "}"].contains(before.text) { return false }
    return !["else", "in", "instanceof", "as"].contains(tokens[index].text) && before.text != "else"
  }

  private func readSign(_ sign: String, _ end: Int, _ level: inout Level) {
    switch sign {
    case "(":
      // Markup for other systems: `Platform.OS === 'android' ? (…)`
      let before = language == .typeScript && text(index - 1) == "?" ? index - 6..<index - 1 : 0..<0
      if before.contains(where: { CodeName.does("other system", text($0)) && text($0 - 1) == "==" }) {
        return enter(frame(.branch, at: index, condition: before), end)
      }
      let callee = self.callee(before: index)
      if callee < 0 || level.heading?.name == callee { return enter(current, end) }
      enter(frame(.argument, name: callee, at: index), end, .arguments, callee)
    case "[": enter(current, end, language == .objectiveC && text(index - 1) != "@" ? .message : .plain)
    case "{":
      if let heading = level.heading {
        level.heading = nil
        return enter(begin(heading.kind, heading.name, at: index), end)
      }
      if let inner = block(index, level) { return enter(inner, end) }
      // An object is itself a value of the argument around it.
      enter(current, end, .literal, argument?.name.index ?? -1)
    case "=>": readArrow(end, level)
    case ":"
    where language == .typeScript && (text(index - 1) == ")" || ["const", "let"].contains(text(index - 2))):
      pass()
      guard let body = bodyBehindType(index) else { return }
      typed[body] = index - 2
      while index < min(body, end) { pass() }
    case ",":
      if level.kind == .arguments || level.kind == .literal {
        leave(to: level.outer)
        current = level.inner
      }
      pass()
    case "=":
      // A value ends the heading of a variable, unless it is a block.
      if language == .swift, text(index + 1) != "{" { level.heading = nil }
      pass()
    case "<":
      if language == .typeScript, isWord(index + 1), !isWord(index - 1) || text(index - 1) == "return" {
        lastTag = index + 1
        while text(lastTag + 1) == ".", isWord(lastTag + 2) { lastTag += 2 }
      }
      pass()
    case "-", "+":
      // A method of Objective-C, with its type in parentheses.
      if language == .objectiveC, depth == 0, text(index + 1) == "(", match[index + 1] > 0,
        isWord(match[index + 1] + 1)
      {
        level.heading = (.function, match[index + 1] + 1)
      }
      pass()
    case _: pass()
    }
  }

  /// Reads what a bracket holds, in a frame of its own, and goes on behind it.
  func enter(_ inner: Int, _ end: Int, _ kind: Level.Kind = .plain, _ callee: Int = -1) {
    let (opening, outer, tag) = (index, current, lastTag)
    let closing = match[opening] >= 0 ? match[opening] : end
    var level = Level(kind: kind, outer: outer, inner: inner, callee: callee)
    pass()
    current = inner
    read(to: closing, &level)
    while index < closing { pass() }
    leave(to: outer)
    (lastTag, closed) = (tag, inner)
    if match[opening] >= 0 { pass() }
  }

  /// `(…) =>`, `name =>`, `heading(…) =>`.
  private func readArrow(_ end: Int, _ level: Level) {
    let outer = current
    let inner = headed(index, level) ?? current
    pass()
    if language == .typeScript, text(index) == "{", index < end { return enter(inner, end) }
    current = inner
    readPart(end)
    leave(to: outer)
  }

  /// Reads on as far as a statement, an expression or a condition goes, which has no brackets.
  func readPart(_ end: Int, until stops: Set<String> = ends) {
    var level = Level()
    read(to: end, until: stops, &level)
  }
}
