import RuleBook

/// What runs before what.
extension CodeProgram {
  /// A place, and those that lead to the functions around it, a few steps far.
  ///
  /// - Parameter goesOn: Whether who calls the function runs the place too; what an event runs is called by nobody.
  func sites(
    _ token: CodeToken, steps: Int = 5,
    goesOn: (CodeToken) -> Bool = { !$0.ownFrames.contains(where: \.isEvent) }
  ) -> [CodeToken] {
    var (found, next) = ([CodeToken](), [token])
    var seen: Set<CodeToken> = []
    for _ in 0..<steps {
      next = next.flatMap { place -> [CodeToken] in
        guard let function = place.function else {
          found += place == token ? [token] : []
          return []
        }
        guard seen.insert(function.name).inserted, found.count < 40 else { return [] }
        found.append(place)
        if !goesOn(place) || function.isCalledByFrameworks { return [] }
        // Calls that no tie of names makes.
        return callers(of: function).filter { !$0.isReference && !$0.isTied }.prefix(12).map(\.token)
      }
    }
    return found
  }

  /// Where the ways to two places meet first: two places of one function.
  func meeting(_ one: CodeToken, _ other: CodeToken) -> (one: CodeToken, other: CodeToken)? {
    let own = sites(other).filter { $0.function != nil }
    return sites(one).lazy.compactMap { site in
      own.first { $0.function?.name == site.function?.name }.map { (site, $0) }
    }.first
  }

  // MARK: What a function waits for before it goes on.

  /// What can be waited for, the longest first, and the moment when it is over; a delay makes none, nor a layer
  /// that comes only where it is needed.
  private static let waits: [(what: String, moment: CodeTrigger.Moment?, doubts: CodeTrigger.Doubts)] = [
    ("dialog", .tap, []), ("permission", .afterAnswer, []), ("ask", .afterAnswer, []),
    (CodeTrigger.Moment.activation.rawValue, .activation, []),
    ("layer", nil, []), ("delay", nil, .delayed), ("network", nil, .late),
  ]

  /// What was waited for longest before a token within its function: the moment when it was over, and about how many
  /// seconds of fixed times or of a layer; `nil` where nothing was.
  func awaited(before token: CodeToken) -> (
    moment: CodeTrigger.Moment?, seconds: Double, doubts: CodeTrigger.Doubts
  )? {
    guard let function = token.function else { return nil }
    let start = token.at(max(function.start, token.index - 6_000))
    let found = waited(from: start, to: token.expressionStart)
    return Self.waits.lazy.compactMap { wait in
      found[wait.what].map { (wait.moment, $0, wait.doubts) }
    }.first
  }

  /// When what a `then` comes after is over; `nil` where that says nothing, and of what is given to others.
  func awaited(before next: CodeFrame) -> CodeTrigger.Moment? {
    guard next.kind == .closure, next.name.may("next") else { return nil }
    let found = waiting(next.name.expressionStart..<next.name, 3)
    return Self.waits.first { found[$0.what] != nil }?.moment
  }

  /// What is waited for between two places of a function, and how long.
  ///
  /// - Parameter isOver: Whether the wait has to be over, so that none counts in which the last place stands.
  func waited(from first: CodeToken, to last: CodeToken, isOver: Bool = true) -> [String: Double] {
    var found: [String: Double] = [:]
    for word in first..<max(first, last)
    where ["await", "sleep", "usleep"].contains(word.text) && word.isWord && last.isBeyond(word) {
      let end = word.text == "await" ? (word + 1).statementEnd : word + 1
      if end <= last || !isOver { found.merge(waiting(word..<end, 3), uniquingKeysWith: max) }
    }
    return found
  }

  /// What is waited for within an expression, or within the functions that it calls, and how long.
  private func waiting(_ range: Range<CodeToken>, _ depth: Int) -> [String: Double] {
    var found: [String: Double] = [:]
    // What it is told, or returns, may have been made before, in two steps: `initialize(settings)`, `return kept`.
    var parts = Array(range.prefix(60))
    for _ in 0..<2 {
      parts += parts.filter { word in
        word == range.lowerBound + 1 || ["(", ",", ":"].contains(word[-1]) && [")", ","].contains(word[1])
      }.flatMap { $0.value(of: $0.text, most: 400).prefix { $0.text != ";" } }
    }
    for token in parts where token.isWord {
      let isListed = token.subject("listed") == "tracking" && token.listed != nil
      let said = token.meanings.map { $0.kind == "word" ? $0.subject : isListed ? "ask" : $0.kind }
      for what in said where Self.waits.contains(where: { $0.what == what }) {
        // An app is active by the time that a layer has looked up whether it has to come.
        found[what] = max(found[what] ?? 0, what == "layer" ? 3 : token.seconds)
      }
      if depth > 0, found.isEmpty, token.isCalled,
        let own = functions[token.text]?.first(where: { tie(token, to: $0) == false })
      {
        found = waiting(of: own, depth - 1)
      }
    }
    return found
  }

  private func waiting(of function: CodeFrame, _ depth: Int) -> [String: Double] {
    if let known = awaited[function.name] { return known }
    awaited[function.name] = [:]
    var found: [String: Double] = [:]
    for token in function.body(most: 3_000)
    // What a closure waits for is not waited for here.
    where token == function.opening && token.text == "=>"
      || ["await", "return"].contains(token.text) && token.function?.name == function.name
    {
      found.merge(waiting(token..<max(token, (token + 1).statementEnd), depth), uniquingKeysWith: max)
    }
    awaited[function.name] = found
    return found
  }
}

extension CodeToken {
  /// Whether it comes after branches that are taken wherever that matters: on Apple's systems, where the permission is
  /// open; `if state != .active { await …didBecomeActive… }` leads to an active app as well.
  fileprivate func isBeyond(_ other: CodeToken) -> Bool {
    other.frames(beside: self).allSatisfy { branch in
      guard branch.kind == .branch else { return false }
      let condition = CodeCondition(branch)
      let isOther = condition.isOther && !branch.condition.contains { $0.may("own system") }
      let isSkipped = isOther || condition.isElsewhere || condition.isUndecided == false
      return !isSkipped && condition.isActive != true
    }
  }

  /// Whether a call of a function is over when this is reached: it is awaited, or this stands in its completion.
  func isBehind(_ first: CodeToken) -> Bool {
    for frame in frames where frame.kind == .closure {
      let isNext = ["then", "finally", "whenComplete"].contains(frame.name.text)
      let call = isNext ? frame.name.expressionStart : frame.name
      if (call..<frame.name + 1).contains(first) { return true }
    }
    // Where a branch is not taken there is nothing to wait for.
    let beside = first.frames(beside: self)
    guard first < self, source === first.source,
      beside.allSatisfy({ [.branch, .argument].contains($0.kind) })
    else { return false }
    // `await withTimeout(first(), 5)`, `await [first()].request()`
    var start = first.expressionStart
    for _ in 0..<3 where ["(", "["].contains(start[-1]) {
      start = start[-1] == "(" ? (start - 2).expressionStart : start - 1
    }
    return start[-1] == "await"
  }

  /// Whether code here leads on to a later token of its function, and neither people nor time have a say between.
  func runsOn(to other: CodeToken) -> Bool {
    let later = Set(other.frames.map(\.number))
    func stops(_ frame: CodeFrame) -> Bool {
      frame.kind == .function || frame.isEvent || frame.kind == .branch && CodeCondition(frame).isElsewhere
        || frame.kind == .closure && frame.name.does("handler")
    }
    for frame in frames(beside: other) {
      let isOver = frame.kind == .branch && (frame.leaves || frame.excludes(later))
      if stops(frame) || frame.kind == .type || isOver { return false }
    }
    for frame in other.frames(beside: self) {
      if stops(frame) || frame.kind == .closure && frame.name.may("delay") { return false }
    }
    // A dialog between the two, or a delay after which an alert that was answered is gone.
    return !(self..<other).contains { token in
      let isPause = token.may("delay") && !(0.001..<1).contains(token.seconds)
      return token.isWord && token.isCalled && token.function?.name == function?.name
        && (token.may("dialog") || isPause && other.isWithinFrame(of: token))
    }
  }
}
