import RuleBook

/// What runs before what.
extension CodeProgram {
  /// The function around a place, and who calls it, as far as a few steps: each with where it goes on.
  ///
  /// - Parameter goesOn: Whether who calls the function runs the place too; what an event runs is called by nobody.
  func sites(
    _ token: CodeToken, steps: Int = 5, goesOn: ((CodeToken) -> Bool)? = nil
  ) -> [(function: CodeToken, token: CodeToken)] {
    var found: [(function: CodeToken, token: CodeToken)] = []
    var seen: Set<CodeToken> = []
    var next = [token]
    for _ in 0..<steps {
      var callers: [CodeToken] = []
      for token in next {
        guard let function = function(around: token), seen.insert(function).inserted, found.count < 40 else {
          continue
        }
        found.append((function, token))
        let isCalled =
          goesOn?(token) ?? !around(token).prefix { $0.kind != .function }.contains {
            isEvent($0, token.file)
          }
        if isCalled, !isCalledByFrameworks(function) { callers += sureCallers(of: function).prefix(12) }
      }
      next = callers
    }
    return found
  }

  /// Calls of a function that no tie of names makes.
  private func sureCallers(of function: CodeToken) -> [CodeToken] {
    callers(of: function).filter { !$0.isReference && !$0.isTied }.map(\.token)
  }

  /// Whether a function is one of a life cycle, which nobody calls in the sources.
  func isCalledByFrameworks(_ function: CodeToken) -> Bool {
    kinds(self.function(function)).contains { $0.hasSuffix("function") }
  }

  /// Where the ways to two places meet first: two places of one function.
  func meeting(_ one: CodeToken, _ other: CodeToken) -> (one: CodeToken, other: CodeToken)? {
    let own = sites(other)
    for site in sites(one) {
      if let same = own.first(where: { $0.function == site.function }) { return (site.token, same.token) }
    }
    return nil
  }

  /// Whether one call of a function is over when another is made: it is awaited, or the other stands in its completion.
  func isBehind(_ first: CodeToken, _ second: CodeToken) -> Bool {
    let source = files[first.file]
    for frame in source.around(second.index) where frame.kind == .closure {
      if frame.name == first.index { return true }
      if ["then", "finally", "whenComplete"].contains(source.text(frame.name)),
        (source.expressionStart(frame.name)..<frame.name).contains(first.index)
      {
        return true
      }
    }
    guard first.index < second.index, source.isInside(second.index, source.frameOf[first.index]) else {
      return false
    }
    let start = source.expressionStart(first.index)
    return source.text(start - 1) == "await" || source.text(start - 3) == "await"
      || source.text(start - 2) == "await" && source.text(start - 1) == "["
  }

  /// Whether code at one token leads on to a later one of the same function, with nothing in between that gives people
  /// or time a say.
  func runsOn(from one: CodeToken, to other: CodeToken) -> Bool {
    let source = files[one.file]
    guard one.file == other.file else { return false }
    let around = Set(source.around(one.index).map(\.number))
    let later = Set(source.around(other.index).map(\.number))
    func stops(_ frame: CodeFrame) -> Bool {
      frame.kind == .function || isEvent(frame, one.file)
        || frame.kind == .branch && CodeCondition(frame, in: source).isElsewhere
    }
    for frame in source.around(one.index) where !later.contains(frame.number) {
      let isOver = frame.kind == .branch && (frame.leaves || excludes(frame, later, source))
      if stops(frame) || frame.kind == .type || isOver { return false }
    }
    for frame in source.around(other.index) where !around.contains(frame.number) {
      let isLater = frame.kind == .closure && CodeName.does("delay", source.text(frame.name))
      if stops(frame) || isLater { return false }
    }
    // A delay or a dialog between the two.
    return !(one.index..<other.index).contains { index in
      let kinds = source.isWord(index) ? kinds(source.text(index)) : []
      return source.isCalled(index)
        && (kinds.contains("dialog")
          || kinds.contains("delay") && source.isInside(other.index, source.frameOf[index]))
    }
  }

  /// Whether one branch is taken only where the other is not.
  private func excludes(_ branch: CodeFrame, _ others: Set<Int>, _ source: CodeFile) -> Bool {
    if branch.parent >= 0, source.frames[branch.parent].kind == .cases {
      return others.contains(branch.parent)
    }
    return others.map { source.frames[$0] }.contains {
      $0.kind == .branch && $0.condition == branch.condition && $0.isElse != branch.isElse
    }
  }

  /// Whether it is a closure that runs at an event of its own: a tap, a screen.
  func isEvent(_ frame: CodeFrame, _ file: Int) -> Bool {
    frame.kind == .closure && event(of: frame, file) != nil
  }
}
