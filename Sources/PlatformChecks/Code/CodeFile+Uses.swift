/// How a word is used.
extension CodeFile {
  /// The names that lead to a word: `a.b().c` gives a, b; of a message what it is sent to.
  func receivers(_ index: Int) -> [String] {
    if language == .objectiveC, let message = message(index) { return message }
    var names: [String] = []
    var position = index - 1
    while names.count < 8 {
      position = skipMarks(position)
      guard text(position) == "." else { break }
      position = skipMarks(position - 1)
      if text(position) == "." { position -= 1 }
      while [")", "]", "}"].contains(text(position)), match[position] >= 0 {
        position = Int(match[position]) - 1
      }
      if text(position) == ">" { position = genericStart(position) }
      guard isWord(position) else { break }
      names.insert(text(position), at: 0)
      position -= 1
    }
    return names
  }

  private func skipMarks(_ position: Int) -> Int {
    var position = position
    while text(position) == "?" || text(position) == "!" { position -= 1 }
    return position
  }

  private func genericStart(_ end: Int) -> Int {
    for position in stride(from: end, through: max(0, end - 16), by: -1) where text(position) == "<" {
      return position - 1
    }
    return end
  }

  /// The words of a message before its name: `[[A b] c:d]` gives A, b at c; `nil` where it is none's name.
  private func message(_ index: Int) -> [String]? {
    guard text(index + 1) == ":" || text(index + 1) == "]" else { return nil }
    var names: [String] = []
    var position = index - 1
    let first = max(0, index - 60)
    while position >= first {
      switch text(position) {
      case "[": return names
      case "]":
        guard match[position] >= 0 else { return nil }
        let opening = Int(match[position])
        names.insert(contentsOf: (opening..<position).filter(isWord).map(text).prefix(4), at: 0)
        position = opening
      case ")":
        guard match[position] >= 0 else { return nil }
        position = Int(match[position])
      case ";", "{", "}", "=", ",": return nil
      case _: if isWord(position) { names.insert(text(position), at: 0) }
      }
      position -= 1
    }
    return nil
  }

  /// Where the expression begins that ends in a word.
  func expressionStart(_ index: Int) -> Int {
    var position = index
    for _ in 0..<12 {
      var before = skipMarks(position - 1)
      guard text(before) == "." else { break }
      before = skipMarks(before - 1)
      while [")", "]", "}"].contains(text(before)), match[before] >= 0 { before = Int(match[before]) - 1 }
      guard isWord(before) else { return before + 1 }
      position = before
    }
    return position
  }

  /// Whether arguments follow, or what stands for them: a message, a trailing closure, an element of markup.
  func isCalled(_ index: Int) -> Bool {
    switch text(index + 1) {
    case "(": return true
    case "{": return language == .swift && isClosure(index + 1, of: index)
    case "<":
      if language == .typeScript || language == .dart || language == .swift {
        for position in (index + 2)..<min(index + 14, tokens.count) where text(position) == ">" {
          return text(position + 1) == "("
        }
      }
      return isElement(index)
    case "?", "!":
      // `call?.(…)`
      return text(index + 2) == "." && text(index + 3) == "(" || text(index + 2) == "("
    case ":", "]":
      if language == .objectiveC { return message(index) != nil }
      return isElement(index)
    case _: return isElement(index)
    }
  }

  /// Whether it is the name of an element, as in `<Name`.
  func isElement(_ index: Int) -> Bool {
    guard language == .typeScript, text(index - 1) == "<" else { return false }
    return !isWord(index - 2) || text(index - 2) == "return"
  }

  private func isClosure(_ brace: Int, of callee: Int) -> Bool {
    around(brace + 1).contains { frame in
      let frame = frames[Int(frame)]
      return frame.kind == .closure && Int(frame.start) == brace && Int(frame.name) == callee
    }
  }

  /// Whether a name is given away without being called: `onPress={ask}`, `#selector(ask)`, `then(ask)`.
  func isHandedOver(_ index: Int) -> Bool {
    guard [")", ",", "}", "]", "("].contains(text(index + 1)) || isSelector(index) else { return false }
    if text(index + 1) == "(" {
      // `#selector(ask(_:))`
      return text(index + 2) == "_" && isSelector(index)
    }
    let before = text(expressionStart(index) - 1)
    return ["(", ",", ":", "{", "=", "?", "=>", "&"].contains(before)
  }

  /// Whether it stands in `#selector(…)` or `@selector(…)`.
  func isSelector(_ index: Int) -> Bool {
    let start = expressionStart(index)
    return text(start - 1) == "(" && text(start - 2) == "selector"
  }

  /// What stands between the parentheses after a word; empty without any.
  func arguments(_ index: Int) -> Range<Int> {
    for position in (index + 1)..<min(index + 16, tokens.count) where text(position) == "(" {
      let end = Int(match[position])
      return end > position ? (position + 1)..<end : 0..<0
    }
    return 0..<0
  }

  /// Whether a word stands in an import or an export, and is no use.
  func isImported(_ index: Int) -> Bool {
    switch language {
    case .swift: return text(index - 1) == "import"
    case .objectiveC: return text(index - 1) == "class" && text(index - 2) == "@"
    case .dart: return text(index - 1) == "show" || text(index - 1) == "import"
    case .typeScript:
      if text(index - 1) == "import" { return true }
      for position in stride(from: index - 1, through: max(0, index - 120), by: -1) {
        if ["import", "export"].contains(text(position)) { return text(position + 1) != "default" }
        guard isWord(position) || ["{", ",", "*"].contains(text(position)) else { return false }
        if ["const", "return", "function", "class", "let", "var", "new", "await"].contains(text(position)) {
          return false
        }
      }
      return false
    }
  }

  /// The end of the statement around a token, as far as its signs say: not far.
  func statementEnd(_ index: Int, most: Int = 60) -> Int {
    var position = index
    while position < min(index + most, tokens.count) {
      let sign = text(position)
      if sign == ";" || sign == ")" || sign == "}" || sign == "]" { return position }
      if "([{".contains(sign), sign.utf8.count == 1, tokens[position].kind == .sign {
        guard match[position] >= 0 else { return position }
        position = Int(match[position])
      } else if position > index, language == .swift || language == .typeScript,
        tokens[position].line > tokens[position - 1].line, isWord(position), text(position - 1) != "await",
        text(position - 1) != "=", text(position - 1) != "try"
      {
        return position
      }
      position += 1
    }
    return position
  }
}
