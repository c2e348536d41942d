import RuleBook

/// What a function waits for before it goes on.
extension CodeProgram {
  /// What was waited for longest before a token within its function: `dialog`, `permission`, `ask`, `delay`; empty where nothing.
  func awaited(before token: CodeToken) -> String {
    let source = files[token.file]
    guard let position = source.function(around: token.index) ?? nil else {
      return ""
    }
    let frame = source.frames[Int(source.functions[position].frame)]
    var found = ""
    let start = max(Int(frame.start), token.index - 6_000)
    let own = source.expressionStart(token.index)
    for index in start..<max(start, own) {
      guard source.isWord(index) else { continue }
      let word = source.text(index)
      let isSleep = word == "sleep" || word == "usleep"
      guard word == "await" || isSleep, index != own - 1, source.isInside(token.index, source.frameOf[index])
      else {
        continue
      }
      if isSleep {
        if found.isEmpty { found = "delay" }
        continue
      }
      let end = source.statementEnd(index + 1)
      guard end <= own else { continue }
      let kinds = waiting(index + 1..<end, token.file, 3)
      if kinds.contains("dialog") {
        found = "dialog"
      } else if kinds.contains("permission"), found != "dialog" {
        found = "permission"
      } else if kinds.contains("ask"), found.isEmpty || found == "delay" {
        found = "ask"
      } else if kinds.contains("delay"), found.isEmpty {
        found = "delay"
      }
    }
    return found
  }

  /// What is waited for within an expression, or within the functions that it calls.
  private func waiting(_ range: Range<Int>, _ file: Int, _ depth: Int) -> Set<String> {
    let source = files[file]
    var found: Set<String> = []
    for index in range where source.isWord(index) {
      let rows = CodeName.table[source.text(index)] ?? []
      if !rows.isEmpty {
        for row in meanings(CodeToken(file: file, index: index)) {
          switch row.kind {
          case "dialog", "delay", "permission": found.insert(row.kind)
          case "ask": found.insert("ask")
          case _: break
          }
        }
      }
      guard depth > 0, let candidates = functions[source.text(index)], candidates.count == 1,
        source.isCalled(index), found.isEmpty
      else { continue }
      found.formUnion(waiting(of: candidates[0], depth - 1))
    }
    return found
  }

  private func waiting(of function: CodeToken, _ depth: Int) -> Set<String> {
    if let known = awaited[function] { return known }
    awaited[function] = []
    let source = files[function.file]
    let declaration = self.function(function)
    let frame = source.frames[Int(declaration.frame)]
    var found: Set<String> = []
    let end = min(Int(frame.end), source.tokens.count, Int(frame.start) + 3_000)
    for index in Int(frame.start)..<max(Int(frame.start), end)
    where source.text(index) == "await" || source.text(index) == "return" {
      // What a closure waits for is not waited for here.
      guard source.function(around: index).map({ source.functions[$0].frame }) == declaration.frame else {
        continue
      }
      found.formUnion(
        waiting(index + 1..<max(index + 1, source.statementEnd(index + 1)), function.file, depth))
    }
    awaited[function] = found
    return found
  }
}
