import RuleBook

/// What a function waits for before it goes on.
extension CodeProgram {
  /// What can be waited for, the longest first.
  private static let waits = ["dialog", "permission", "ask", "delay"]

  /// What was waited for longest before a token within its function: `dialog`, `permission`, `ask`, `delay`; empty where nothing.
  func awaited(before token: CodeToken) -> String {
    let source = files[token.file]
    guard let function = source.function(around: token.index) else { return "" }
    let own = source.expressionStart(token.index)
    let start = max(source.frames[source.functions[function].frame].start, token.index - 6_000)
    var found: Set<String> = []
    for index in start..<max(start, own)
    where source.isWord(index) && ["await", "sleep", "usleep"].contains(source.text(index)) {
      guard index != own - 1, source.isInside(token.index, source.frameOf[index]) else { continue }
      if source.text(index) != "await" {
        found.insert("delay")
      } else if case let end = source.statementEnd(index + 1), end <= own {
        found.formUnion(waiting(index + 1..<end, token.file, 3))
      }
    }
    return Self.waits.first(where: found.contains) ?? ""
  }

  /// What is waited for within an expression, or within the functions that it calls.
  private func waiting(_ range: Range<Int>, _ file: Int, _ depth: Int) -> Set<String> {
    let source = files[file]
    var found: Set<String> = []
    for index in range where source.isWord(index) {
      if CodeName.table[source.text(index)] != nil {
        let kinds = meanings(CodeToken(file: file, index: index)).map(\.kind)
        found.formUnion(kinds.filter(Self.waits.contains))
      }
      if depth > 0, let candidates = functions[source.text(index)], candidates.count == 1,
        source.isCalled(index), found.isEmpty
      {
        found.formUnion(waiting(of: candidates[0], depth - 1))
      }
    }
    return found
  }

  private func waiting(of function: CodeToken, _ depth: Int) -> Set<String> {
    if let known = awaited[function] { return known }
    awaited[function] = []
    let source = files[function.file]
    var found: Set<String> = []
    for index in source.range(self.function(function).frame, most: 3_000)
    where (source.text(index) == "await" || source.text(index) == "return")
      // What a closure waits for is not waited for here.
      && source.function(around: index) == function.index
    {
      found.formUnion(
        waiting(index + 1..<max(index + 1, source.statementEnd(index + 1)), function.file, depth))
    }
    awaited[function] = found
    return found
  }
}
