import RuleBook

/// Another permission's alert beside the request (L12).
extension CodeInspection {
  mutating func checkOtherAlerts() {
    var others: [(subject: String, token: CodeToken, triggers: [CodeTrigger])] = []
    for token in program.uses("permission") {
      let triggers = program.triggers(token)
      if let subject = subject(token, "permission"), !triggers.isEmpty {
        others.append((subject, token, triggers))
      }
    }
    let beside: Set<CodeTrigger.Moment> = [.launch, .firstScreen, .activation]
    for request in requests {
      func tell(
        _ name: String, _ other: CodeRequest.Other, _ more: [String: String] = [:], isAgain: Bool = false
      ) {
        let all = ["subject": other.subject, "other": words(other.token, from: request.token)]
        note(
          name, all.merging(more) { $1 }, at: request.token,
          related: [(other.token, "the \(other.subject) permission")], confidence: isAgain ? .possible : nil)
      }
      if let other = request.others.first {
        tell("L12 list", other, ["subjects": request.others.map(\.subject).joined(separator: ", ")])
      } else if let other = others.first(where: { comesRightBefore($0.token, request.token) }) {
        tell("L12 before", (other.subject, other.token))
      } else if !request.triggers.isEmpty,
        request.triggers.allSatisfy({
          beside.contains($0.moment) && !$0.has(.conditional) && !$0.has(.onlyIfActive)
        }),
        let other = others.first(where: { $0.triggers.contains { $0.isEarly && $0.doubtCount == 0 } })
      {
        let isAgain = request.triggers.contains { $0.moment == .activation }
        tell(
          "L12 launch", (other.subject, other.token), ["again": isAgain ? " until the next activation" : ""],
          isAgain: isAgain)
      }
    }
  }

  /// Whether another request is made on the same way, right before.
  private func comesRightBefore(_ other: CodeToken, _ request: CodeToken) -> Bool {
    guard let (site, same) = program.meeting(other, request) else { return false }
    return site.index < same.index && program.runsOn(from: site, to: same)
  }
}

extension CodeProgram {
  /// Where the ways to two places meet first: two places of one function.
  func meeting(_ one: CodeToken, _ other: CodeToken) -> (one: CodeToken, other: CodeToken)? {
    let own = sites(other)
    for site in sites(one) {
      if let same = own.first(where: { $0.function == site.function }) { return (site.token, same.token) }
    }
    return nil
  }

  /// Whether code at one token leads on to a later one of the same function, with nothing in between that gives people
  /// or time a say.
  func runsOn(from one: CodeToken, to other: CodeToken) -> Bool {
    let source = files[one.file]
    guard one.file == other.file else { return false }
    let around = Set(source.around(one.index).map(\.number))
    let later = Set(source.around(other.index).map(\.number))
    for frame in source.around(one.index) where !later.contains(frame.number) {
      if frame.kind == .function || frame.kind == .type || isEvent(frame, one.file) { return false }
      if frame.kind == .branch,
        frame.leaves || CodeCondition(frame, in: source).isElsewhere || excludes(frame, later, source)
      {
        return false
      }
    }
    for frame in source.around(other.index) where !around.contains(frame.number) {
      if frame.kind == .function || isEvent(frame, one.file) { return false }
      if frame.kind == .closure, CodeName.does("delay", source.text(frame.name)) { return false }
      if frame.kind == .branch, CodeCondition(frame, in: source).isElsewhere { return false }
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
    guard frame.kind == .closure else { return false }
    let events = kinds(files[file].text(frame.name)).intersection(["tap", "sheet", "dialog"])
    let labels = kinds(files[file].text(frame.label)).intersection(["tap label", "activation label"])
    return !events.isEmpty || !labels.isEmpty || notified(frame, file) != nil
  }
}
