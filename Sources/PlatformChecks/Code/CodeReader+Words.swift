/// How statements and declarations begin.
extension CodeReader {
  mutating func takeWord(_ word: String, _ index: Int) {
    let before = text(index - 1)
    if before == ".", language != .dart || text(index - 2) != "." { return }
    takeLabel(index)
    takeControl(word, index)
    if language == .objectiveC { takeObjectiveC(word, index, before) } else { takeDeclaration(word, index) }
  }

  // MARK: Labels

  /// Begins the argument that a label names: `label:` in parentheses, in markup's objects and in messages.
  mutating func takeLabel(_ index: Int) {
    guard isWord(index), text(index + 1) == ":", open[top].soft.isEmpty else { return }
    let level = open[top]
    if level.sign == "[message" {
      if level.callee < 0 { open[top].callee = index }
      current = level.outer
      current = frame(.argument, name: open[top].callee, label: index, at: index)
      return
    }
    let before = text(index - 1)
    if level.sign == "(", level.callee >= 0, before == "(" || before == ",", language != .typeScript {
      current = level.outer
      current = frame(.argument, name: level.callee, label: index, at: index)
    } else if level.isLiteral, before == "{" || before == "," {
      var around = level.inner
      while around >= 0, frames[around].kind == .branch || frames[around].kind == .rest {
        around = frames[around].parent
      }
      let callee = around >= 0 && frames[around].kind == .argument ? frames[around].name : -1
      current = level.inner
      current = frame(.argument, name: callee, label: index, at: index)
    }
  }

  // MARK: Control

  private mutating func takeControl(_ word: String, _ index: Int) {
    let isScript = language != .swift
    let next = text(index + 1)
    switch word {
    case "case", "default":
      if open[top].isSwitch, current == open[top].inner || frames[current].parent >= open[top].inner {
        beginCase(word, index)
      }
    case "return", "throw", "break", "continue": leave()
    case "if":
      guard !isScript || next == "(" else { return }
      let negated = text(index - 1) == "else" ? open[top].branch : -1
      begin(.branch, index + 1, negated: negated)
    case "guard": if !isScript { begin(.guardStatement, index + 1) }
    case "while", "for":
      guard !isScript || next == "(" || next == "await" else { return }
      begin(.loop, next == "await" && isScript ? index + 2 : index + 1)
    case "switch": if !isScript || next == "(" { begin(.cases, index + 1) }
    case "catch":
      if next == "(" && isScript { begin(.loop, index + 1) } else if !isScript { begin(.plain, index) }
    case "else":
      guard next != "if", open[top].control?.kind != .guardStatement else { return }
      let control = Control(kind: .elseBranch, start: index, end: index, negated: open[top].branch)
      if next == "{" { open[top].control = control } else if isScript { beginSoftBranch(control, index + 1) }
    case "do", "repeat", "defer", "try", "finally":
      if next == "{" { begin(.plain, index) }
    case _: break
    }
  }

  private mutating func begin(_ kind: Control.Kind, _ start: Int, negated: Int = -1) {
    open[top].control = Control(kind: kind, start: start, negated: negated)
  }

  private mutating func leave() {
    var frame = current
    while frame >= 0, frames[frame].kind == .rest { frame = frames[frame].parent }
    if frame >= 0, frames[frame].kind == .branch { frames[frame].leaves = true }
  }

  private mutating func beginCase(_ word: String, _ index: Int) {
    current = open[top].inner
    let branch = frame(.branch, at: index)
    guard branch != current else { return }
    frames[branch].isElse = word == "default"
    frames[branch].hasElse = true
    current = branch
    open[top].label = index + 1
  }

  mutating func endLabel(_ index: Int) {
    if current >= 0, frames[current].kind == .branch {
      frames[current].condition = open[top].label..<max(open[top].label, index)
    }
    open[top].label = -1
  }

  // MARK: Declarations

  private static let types: [SourceLanguage: Set<String>] = [
    .swift: ["class", "struct", "enum", "extension", "actor", "protocol"],
    .dart: ["class", "mixin", "extension", "enum"], .typeScript: ["class", "namespace", "interface"],
  ]
  private static let members: Set<String> = ["func", "var", "let", "subscript", "override", "init"]

  private mutating func takeDeclaration(_ word: String, _ index: Int) {
    var name = index + 1
    if Self.types[language]?.contains(word) == true, isWord(name),
      language != .swift || !Self.members.contains(text(name))
    {
      if language == .swift {
        while text(name + 1) == ".", isWord(name + 2) { name += 2 }
      } else {
        if text(name) == "on", isWord(name + 1) { name += 1 }
        guard text(name + 1) != ":" && text(name + 1) != "=" else { return }
      }
      open[top].heading = .type(name: name)
      return
    }
    switch (language, word) {
    case (.swift, "func"), (.swift, "var"), (.typeScript, "function"):
      if text(name) == "*" { name += 1 }
      if isWord(name) { open[top].heading = .function(name: name) }
    case (.swift, "init"), (.swift, "deinit"), (.swift, "subscript"):
      if "({?<!".contains(text(name)) { open[top].heading = .function(name: index) }
    case (.swift, "let"): open[top].heading = nil
    case _: break
    }
  }

  /// A value ends the heading of a variable, unless it is a block.
  mutating func takeEqual(_ index: Int) {
    if language == .swift, case .function(let name)? = open[top].heading, text(name - 1) == "var",
      text(index + 1) != "{"
    {
      open[top].heading = nil
    }
  }

  private mutating func takeObjectiveC(_ word: String, _ index: Int, _ before: String) {
    if before == "@", open.count == 1 {
      switch word {
      case "implementation" where isWord(index + 1):
        current = -1
        current = begin(.type(name: index + 1), at: index + 2)
      case "end": current = -1
      case _: break
      }
    }
    if open[top].sign == "[message", open[top].callee < 0, text(index + 1) == "]", before != "[" {
      open[top].callee = index
    }
  }

  /// The heading of a method of Objective-C.
  mutating func takeSelector(_ index: Int) {
    guard text(index + 1) == "(" else { return }
    var depth = 0
    for position in (index + 1)..<min(index + 200, tokens.count) {
      switch tokens[position].text {
      case "(": depth += 1
      case ")": depth -= 1
      case "{", ";": return
      case _:
        guard depth == 0, tokens[position].kind == .word else { continue }
        open[top].heading = .function(name: position)
        return
      }
    }
  }
}
