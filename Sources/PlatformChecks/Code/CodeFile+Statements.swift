import RuleBook

/// Words that begin an argument or a statement.
extension CodeFile {
  func readWord(_ word: String, _ end: Int, _ level: inout Level) {
    let before = text(index - 1)
    if before == "." { return pass() }
    beginLabel(&level)
    if readControl(word, end, &level) { return }
    if language == .objectiveC, depth == 0, before == "@", word == "implementation" || word == "end" {
      leave(to: -1)
      if word == "implementation", isWord(index + 1) { current = begin(.type, index + 1, at: index + 2) }
    }
    declare(word, index, &level)
    pass()
  }

  /// Begins the argument that a label names: `label:` in parentheses, in markup's objects and in messages.
  private func beginLabel(_ level: inout Level) {
    guard text(index + 1) == ":" else { return }
    let isFirst = ["(", ",", "{"].contains(text(index - 1))
    switch level.kind {
    case .message: if level.callee < 0 { level.callee = index }
    case .arguments where isFirst && language != .typeScript, .literal where isFirst: break
    case .arguments, .literal, .plain, .cases: return
    }
    leave(to: level.outer)
    current = frame(.argument, name: level.callee, label: index, at: index)
  }

  /// Reads a statement that decides what runs.
  ///
  /// - Returns: whether the word begins one.
  private func readControl(_ word: String, _ end: Int, _ level: inout Level) -> Bool {
    let isHeaded = language == .swift ? text(index - 1) != "#" : text(index + 1) == "("
    switch word {
    case "case", "default":
      guard level.kind == .cases else { return false }
      leave(to: level.inner)
      var colon = index + 1
      while colon < min(end, index + 400), isText(colon) || text(colon) != ":" {
        colon = max(colon, match[colon]) + 1
      }
      current = frame(
        .branch, at: index, condition: index + 1..<colon, isElse: word == "default", hasElse: true)
      pass()
    case "return", "throw", "break", "continue":
      var frame = current
      while frame >= 0, frames[frame].kind == .rest { frame = frames[frame].parent }
      if frame >= 0, frames[frame].kind == .branch { frames[frame].leaves = true }
      pass()
    case "if" where isHeaded: readIf(end)
    case "guard" where language == .swift:
      let condition = readCondition(end)
      guard text(index) == "{", index < end else { return true }
      let leaving = frame(.branch, at: index, condition: condition, isElse: true)
      readBody(leaving, end)
      frames[leaving].leaves = true
      openRest(leaving)
    case "while" where isHeaded, "for" where isHeaded:
      let condition = readCondition(end)
      readBody(frame(.loop, at: index, condition: condition), end)
      // What waits for the app to be active goes on when it is.
      if word == "while", condition.contains(where: { CodeName.does("active state", text($0)) }) {
        current = frame(.rest, at: index, condition: condition, isElse: true, hasElse: true)
      }
    case "switch" where isHeaded:
      let condition = readCondition(end)
      guard text(index) == "{", index < end else { return true }
      enter(frame(.cases, at: index, condition: condition), end, .cases)
    case "catch":
      _ = readCondition(end)
      readBody(current, end)
    case _: return false
    }
    return true
  }

  /// What stands between a control's word and what it controls.
  private func readCondition(_ end: Int) -> Range<Int> {
    pass()
    let start = index
    if language == .swift {
      readPart(end, until: ["{"])
      return start..<(text(index - 1) == "else" ? max(start, index - 1) : index)
    }
    guard text(start) == "(", start < end else { return start..<start }
    enter(current, end)
    return start + 1..<max(start + 1, index - 1)
  }

  private func readBody(_ inner: Int, _ end: Int) {
    guard index < end else { return }
    if text(index) == "{" { return enter(inner, end) }
    let outer = current
    current = inner
    if text(index) == "if", depth < Self.deepest {
      depth += 1
      readIf(end)
      depth -= 1
    } else if language != .swift {
      readPart(end)
      if text(index) == ";", index < end { pass() }
    }
    leave(to: outer)
  }

  private func readIf(_ end: Int) {
    let condition = readCondition(end)
    let taken = frame(.branch, at: index, condition: condition)
    readBody(taken, end)
    guard text(index) == "else", index < end else { return openRest(taken) }
    frames[taken].hasElse = true
    pass()
    let other = frame(.branch, at: index, condition: condition, isElse: true)
    readBody(other, end)
    openRest(taken)
    openRest(other)
  }

  /// After a branch that leaves the function what follows runs under the opposite condition; one that waits for the app
  /// to be active is its other case.
  private func openRest(_ branch: Int) {
    let branch = frames[branch]
    guard branch.leaves else { return }
    let own = branch.opening.function?.name.text
    let waits = (branch.start..<index).contains { token($0).isActivation || text($0) == own }
    current = frame(.rest, at: index, condition: branch.heading, isElse: !branch.isElse, hasElse: waits)
  }
}
