import RuleBook

/// What a function waits for before it goes on.
extension CodeProgram {
  /// What can be waited for, the longest first.
  private static let waits = ["dialog", "permission", "ask", "delay"]

  /// What was waited for longest before a token within its function: `dialog`, `permission`, `ask`, `delay`; empty where nothing.
  func awaited(before token: CodeToken) -> String {
    guard let function = token.function else { return "" }
    let own = token.expressionStart
    let start = token.at(max(function.frame.start, token.index - 6_000))
    var found: Set<String> = []
    for word in start..<max(start, own) where word.isWord && ["await", "sleep", "usleep"].contains(word.text)
    {
      guard word + 1 != own, token.isWithinFrame(of: word) else { continue }
      if word.text != "await" {
        found.insert("delay")
      } else if case let end = (word + 1).statementEnd, end <= own {
        found.formUnion(waiting(word + 1..<end, 3))
      }
    }
    return Self.waits.first(where: found.contains) ?? ""
  }

  /// What is waited for within an expression, or within the functions that it calls.
  private func waiting(_ range: Range<CodeToken>, _ depth: Int) -> Set<String> {
    var found: Set<String> = []
    for token in range where token.isWord {
      found.formUnion(token.meanings.map(\.kind).filter(Self.waits.contains))
      if depth > 0, found.isEmpty, let alike = functions[token.text], alike.count == 1, token.isCalled {
        found.formUnion(waiting(of: alike[0], depth - 1))
      }
    }
    return found
  }

  private func waiting(of function: CodeFunction, _ depth: Int) -> Set<String> {
    if let known = awaited[function.token] { return known }
    awaited[function.token] = []
    let found = function.frame.body(most: 3_000).filter {
      // What a closure waits for is not waited for here.
      ($0.text == "await" || $0.text == "return") && $0.function?.token == function.token
    }.reduce(into: Set<String>()) {
      $0.formUnion(waiting($1 + 1..<max($1 + 1, ($1 + 1).statementEnd), depth))
    }
    awaited[function.token] = found
    return found
  }
}
