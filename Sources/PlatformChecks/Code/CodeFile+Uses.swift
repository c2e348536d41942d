import RuleBook

/// How a word is used.
extension CodeFile {
  /// The names that lead to a word: `a.b().c` gives a, b; of a message what it is sent to.
  func receivers(_ index: Int) -> [String] {
    if language == .objectiveC, let message = message(index) { return message }
    return chain(index).names
  }

  /// Where the expression begins that ends in a word.
  func expressionStart(_ index: Int) -> Int { chain(index).start }

  /// The words behind the dots before a word, and where the first of them stands.
  private func chain(_ index: Int) -> (names: [String], start: Int) {
    var (names, start) = ([String](), index)
    while names.count < 12 {
      var position = skipMarks(start - 1)
      guard text(position) == "." else { break }
      position = skipMarks(position - 1)
      if text(position) == "." { position -= 1 }
      while [")", "]", "}"].contains(text(position)), match[position] >= 0 { position = match[position] - 1 }
      if text(position) == ">" {
        position = before(position + 1, most: 17).first { text($0) == "<" }.map { $0 - 1 } ?? position
      }
      guard isWord(position) else { return (names, position + 1) }
      names.insert(text(position), at: 0)
      start = position
    }
    return (names, start)
  }

  private func skipMarks(_ position: Int) -> Int {
    var position = position
    while text(position) == "?" || text(position) == "!" { position -= 1 }
    return position
  }

  /// The words of a message before its name: `[[A b] c:d]` gives A, b at c; `nil` where it is none's name.
  private func message(_ index: Int) -> [String]? {
    guard text(index + 1) == ":" || text(index + 1) == "]" else { return nil }
    var names: [String] = []
    var position = index - 1
    while position >= max(0, index - 60) {
      switch text(position) {
      case "[": return names
      case "]", ")":
        guard match[position] >= 0 else { return nil }
        if text(position) == "]" {
          names.insert(contentsOf: (match[position]..<position).filter(isWord).map(text).prefix(4), at: 0)
        }
        position = match[position]
      case ";", "{", "}", "=", ",": return nil
      case _: if isWord(position) { names.insert(text(position), at: 0) }
      }
      position -= 1
    }
    return nil
  }

  /// Whether arguments follow, or what stands for them: a message, a trailing closure, an element of markup.
  func isCalled(_ index: Int) -> Bool {
    switch text(index + 1) {
    case "(": return true
    case "{":
      return language == .swift
        && around(index + 2).contains { $0.kind == .closure && $0.start == index + 1 && $0.name == index }
    case "<" where language != .objectiveC:
      if let end = after(index + 1, most: 12).first(where: { text($0) == ">" }) {
        return text(end + 1) == "("
      }
    case "?", "!":
      // `call?.(…)`
      return text(index + 2) == "." && text(index + 3) == "(" || text(index + 2) == "("
    case ":", "]":
      if language == .objectiveC { return message(index) != nil }
    case _: break
    }
    return isElement(index)
  }

  /// Whether it is the name of an element, as in `<Name`.
  func isElement(_ index: Int) -> Bool {
    language == .typeScript && text(index - 1) == "<" && (!isWord(index - 2) || text(index - 2) == "return")
  }

  /// Whether a name is given away without being called: `onPress={ask}`, `#selector(ask)`, `then(ask)`.
  func isHandedOver(_ index: Int) -> Bool {
    let start = expressionStart(index)
    let isSelector = text(start - 1) == "(" && text(start - 2) == "selector"
    // `#selector(ask(_:))`
    if text(index + 1) == "(" { return isSelector && text(index + 2) == "_" }
    return (isSelector || [")", ",", "}", "]"].contains(text(index + 1)))
      && ["(", ",", ":", "{", "=", "?", "=>", "&"].contains(text(start - 1))
  }

  /// What stands between the parentheses after a word; empty without any.
  func arguments(_ index: Int) -> Range<Int> {
    guard let open = after(index, most: 15).first(where: { text($0) == "(" }), match[open] > open else {
      return 0..<0
    }
    return open + 1..<match[open]
  }

  /// Whether a word stands in an import or an export, and is no use.
  func isImported(_ index: Int) -> Bool {
    switch language {
    case .swift: return text(index - 1) == "import"
    case .objectiveC: return text(index - 1) == "class" && text(index - 2) == "@"
    case .dart: return text(index - 1) == "show" || text(index - 1) == "import"
    case .typeScript:
      let stops = ["const", "return", "function", "class", "let", "var", "new", "await"]
      for position in before(index, most: 120) {
        if text(position) == "import" || text(position) == "export" {
          return text(position + 1) != "default" || position == index - 1
        }
        guard isWord(position) && !stops.contains(text(position)) || ["{", ",", "*"].contains(text(position))
        else { return false }
      }
      return false
    }
  }

  /// The end of the statement around a token, as far as its signs say: not far.
  func statementEnd(_ index: Int) -> Int {
    var position = index
    while position < min(index + 60, tokens.count) {
      switch text(position) {
      case ";", ")", "}", "]": return position
      case "(" where !isText(position), "[" where !isText(position), "{" where !isText(position):
        guard match[position] >= 0 else { return position }
        position = match[position]
      case _:
        if position > index, language == .swift || language == .typeScript, isWord(position),
          tokens[position].line > tokens[position - 1].line,
          !["await", "=", "try"].contains(text(position - 1))
        {
          return position
        }
      }
      position += 1
    }
    return position
  }

  /// The equals sign that sets something to what a word's expression gives; `nil` without one.
  func assignment(of index: Int) -> Int? {
    var start = expressionStart(index) - 1
    while ["await", "try", "?", "[", "("].contains(text(start)) { start -= 1 }
    return text(start) == "=" ? start : nil
  }

  /// The names before a sign or an arrow: `x =`, `{x, y} =`, `[x, y] =`, `(x, y) =>`.
  func names(before sign: Int) -> [Int] {
    let isList = ["}", "]", ")"].contains(text(sign - 1)) && match[sign - 1] >= 0
    return (isList ? match[sign - 1]..<sign : sign - 1..<sign).filter(isWord)
  }

  /// The names under which the answer of a call is known: a variable, or a closure's parameter.
  func answerNames(_ index: Int) -> Set<String> {
    var found = assignment(of: index).map(names) ?? []
    for position in after(index, most: 39) {
      if text(position) == ";" { break }
      if text(position) == "in", language == .swift {
        found += (index..<position).filter { isWord($0) && text($0 - 1) != "." }
        break
      }
      if text(position) == "=>" || text(position) == "{" && language == .objectiveC {
        found += names(before: position)
        break
      }
    }
    return Set(found.map(text)).filter { !CodeName.does("no answer", $0) }
  }
}
