import RuleBook

/// What a brace or an arrow begins where no heading and no statement came before it.
extension CodeReader {
  /// The frame of a block, and whether it is a value's own braces.
  mutating func block(_ index: Int) -> (frame: Int, isLiteral: Bool) {
    switch language {
    case .swift: return (swiftBlock(index), false)
    case .objectiveC: return (objectiveCBlock(index), false)
    case .dart, .typeScript:
      if let arrow = open[top].arrow, text(index - 1) == "=>" {
        open[top].arrow = nil
        return (arrow, false)
      }
      return scriptBlock(index)
    }
  }

  /// Code that is given to a call that came before, or to the function whose argument is being read.
  private mutating func closure(_ callee: Int = -1, label: Int = -1, at index: Int) -> Int {
    guard callee < 0, current >= 0, frames[current].kind == .argument else {
      return frame(.closure, name: callee, label: label, at: index)
    }
    return frame(.closure, name: frames[current].name, label: frames[current].label, at: index)
  }

  private mutating func swiftBlock(_ index: Int) -> Int {
    let before = index - 1
    if WordList.has("words before braces that begin no closure", text(before)) { return current }
    switch text(before) {
    case ")": return closure(open[top].closed.close == before ? open[top].call : -1, at: index)
    case ":":
      // `} label: {`
      let isLabel = isWord(before - 1) && ["}", ")"].contains(text(before - 2)) && open[top].sign != "("
      if isLabel, open[top].call >= 0 { return closure(open[top].call, label: before - 1, at: index) }
    case "=":
      // `let ask = {` is a function by that name.
      for position in self.before(before, most: 12) {
        if text(position) == "let" || text(position) == "var", isWord(position + 1) {
          return beginFunction(position + 1, at: index)
        }
        if ["{", "}", ";", "("].contains(text(position)) { break }
      }
    case ">":
      let callee = self.callee(before: index)
      if callee >= 0 { open[top].call = callee }
      return closure(callee, at: index)
    case "in", "return": break
    case _ where isWord(before):
      open[top].call = before
      return closure(before, at: index)
    case _: break
    }
    return closure(at: index)
  }

  private mutating func objectiveCBlock(_ index: Int) -> Int {
    let before = index - 1
    if text(before) == "^" { return closure(at: index) }
    guard text(before) == ")", open[top].closed.close == before else { return current }
    let opening = open[top].closed.open
    if text(opening - 1) == "^" || isWord(opening - 1) && text(opening - 2) == "^" {
      return closure(at: index)
    }
    if open.count == 1, isWord(opening - 1) {
      // `RCT_EXPORT_METHOD(name:(Type)argument) {`
      let isExported = text(opening - 1).hasPrefix("RCT_") && isWord(opening + 1)
      return beginFunction(isExported ? opening + 1 : opening - 1, at: index)
    }
    return current
  }

  // MARK: Scripts

  private mutating func scriptBlock(_ index: Int) -> (frame: Int, isLiteral: Bool) {
    let before = text(index - 1)
    if language == .typeScript, before == "=", isWord(index - 2), isAttribute(index - 2) {
      return (frame(.argument, name: lastTag, label: index - 2, at: index), false)
    }
    if let function = headed(index, isArrow: false) { return (function, false) }
    return (current, ["(", ",", "=", ":", "[", "?", "return", "=>", "&", "|", "{", ">"].contains(before))
  }

  /// What a heading begins that ends before a brace or an arrow; `nil` without one.
  private mutating func headed(_ index: Int, isArrow: Bool) -> Int? {
    if language == .dart, isWord(index - 1), text(index - 2) == "get" {
      return beginFunction(index - 1, at: index)
    }
    let (opening, closing) = open[top].closed
    guard closing >= 0, index - closing <= 24, isHeadingEnd(closing + 1, index) else { return nil }
    var name = assignedName(opening)
    let isName =
      isArrow ? language == .dart && open[top].sign != "(" : !["new", "."].contains(text(opening - 2))
    if isName, isWord(opening - 1),
      !WordList.has("words before parentheses that name no function", text(opening - 1))
    {
      let isOfType = ["super", "this"].contains(text(opening - 1))
      name = isOfType ? enclosing(.type).map { frames[$0].name } ?? opening - 1 : opening - 1
    }
    guard let name else { return closure(at: index) }
    return beginFunction(name, at: index, parameters: (opening + 1)..<closing)
  }

  /// Whether what stands between a parenthesis and a brace belongs to a heading: nothing, `async`, or a type.
  private func isHeadingEnd(_ start: Int, _ end: Int) -> Bool {
    guard start <= end else { return false }
    if start == end { return true }
    if language == .dart {
      return (start..<end).allSatisfy { ["async", "sync", "*"].contains(text($0)) }
    }
    guard text(start) == ":" else { return false }
    return (start..<end).allSatisfy {
      tokens[$0].kind == .word || [":", "<", ">", ".", "|", "[", "]", "?", ","].contains(text($0))
    }
  }

  /// An attribute of markup: `<Tag name={…}`.
  private func isAttribute(_ index: Int) -> Bool {
    guard lastTag >= 0, index > lastTag, index - lastTag < 4_000 else { return false }
    let before = tokens[index - 1]
    return index - 1 == lastTag || before.kind == .text || before.text == "}" || before.kind == .word
      || before.text == ">"
  }

  /// The name that a function without one is set to; `opening` is where its parameters begin.
  private func assignedName(_ opening: Int) -> Int? {
    var before = opening - 1
    if text(before) == "async" || text(before) == "function" { before -= 1 }
    if text(before) == "async" { before -= 1 }
    if text(before) == "(", isWord(before - 1), CodeName.does("wrapper", text(before - 1)) {
      before -= 2
      while text(before) == ".", isWord(before - 1) { before -= 2 }
    }
    if text(before) == "=" { return variable(before) }
    // A method of an object that is no argument.
    if text(before) == ":", isWord(before - 1), open[top].isLiteral, current < 0 || isNoArgument(current) {
      return before - 1
    }
    return nil
  }

  private func isNoArgument(_ frame: Int) -> Bool {
    var frame = frame
    while frame >= 0 {
      switch frames[frame].kind {
      case .argument: if frames[frame].name >= 0 { return false }
      case .function, .closure, .type: return true
      case .branch, .rest, .loop, .cases: break
      }
      frame = frames[frame].parent
    }
    return true
  }

  /// The variable that is set at an equals sign.
  private func variable(_ equal: Int) -> Int? {
    for position in before(equal, most: 14) {
      if ["const", "let", "var", "final"].contains(text(position)), isWord(position + 1) {
        // `final Type name =` of Dart
        return language == .dart && isWord(position + 2) ? equal - 1 : position + 1
      }
      if ["{", "}", ";", "("].contains(text(position)) { break }
    }
    return isWord(equal - 1) ? equal - 1 : nil
  }

  /// `(…) =>`, `name =>`, `heading(…) =>`.
  mutating func takeArrow(_ index: Int) {
    guard language == .dart || language == .typeScript else { return }
    let outer = current
    var function = headed(index, isArrow: true)
    if function == nil, let name = assignedName(index - 1) {
      function = beginFunction(name, at: index, parameters: (index - 1)..<index)
    }
    let inner = function ?? closure(at: index)
    current = outer
    if language == .typeScript, text(index + 1) == "{" {
      open[top].arrow = inner
      return
    }
    guard inner != outer else { return }
    open[top].soft.append((inner, outer, true))
    current = inner
  }
}
