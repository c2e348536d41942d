import ExperimentDesign
import RuleBook

/// Another permission's alert beside the request (L12).
extension CodeInspection {
  mutating func checkOtherAlerts() {
    let others = program.uses("permission").compactMap { token -> Permission? in
      guard let row = program.meanings(token).first(where: { $0.kind == "permission" }) else { return nil }
      let triggers = program.triggers(token)
      return triggers.isEmpty ? nil : Permission(token: token, subject: row.subject, triggers: triggers)
    }
    for request in requests {
      if let other = request.others.first {
        note(
          "L12", .warning, at: request.token, related: [(other.token, "the \(other.subject) permission")],
          "One call asks for \(request.others.map(\.subject).joined(separator: ", ")) and for tracking: the second request is made while the first alert closes, when the app is not active, and is lost.",
          fix: "Ask for one; ask for the other after the next activation.")
        continue
      }
      if checkTogether(request, others) { continue }
      checkAtLaunch(request, others)
    }
  }

  struct Permission {
    var token: CodeToken
    var subject: String
    var triggers: [CodeTrigger]
  }

  /// Another request on the same way, right before.
  private mutating func checkTogether(_ request: CodeRequest, _ others: [Permission]) -> Bool {
    let own = program.sites(request.token)
    for other in others {
      for site in program.sites(other.token) {
        guard let same = own.first(where: { $0.function == site.function }) else { continue }
        guard site.token.index < same.token.index, program.runsOn(from: site.token, to: same.token) else {
          break
        }
        note(
          "L12", .warning, at: request.token, related: [(other.token, "the \(other.subject) permission")],
          "The \(other.subject) permission is asked for right before (\(words(other.token, from: request.token))): a request while that alert is up, or just as it closes, is lost.",
          fix: "Ask for one; ask for the other after the next activation.")
        return true
      }
    }
    return false
  }

  /// Another request at launch, while this one is made at the first screen or at the activation.
  private mutating func checkAtLaunch(_ request: CodeRequest, _ others: [Permission]) {
    let beside: Set<CodeTrigger.Moment> = [.launch, .firstScreen, .activation]
    let own = request.triggers.filter {
      beside.contains($0.moment) && !$0.has(.conditional) && !$0.has(.onlyIfActive)
    }
    guard !own.isEmpty, own.count == request.triggers.count else { return }
    let isAgain = own.contains { $0.moment == .activation }
    let atLaunch = others.first { other in
      other.triggers.contains { trigger in
        trigger.isEarly && trigger.doubtCount == 0
      }
    }
    guard let other = atLaunch else { return }
    note(
      "L12", .warning, isAgain ? .possible : .likely, at: request.token,
      related: [(other.token, "the \(other.subject) permission")],
      "The \(other.subject) permission is asked for at launch (\(words(other.token, from: request.token))): its alert is up when this request is made, which is then lost\(isAgain ? " until the next activation" : "").",
      fix: "Ask for \(other.subject) at a later moment, where people see what it is for.")
  }
}

extension CodeProgram {
  /// Whether code at one token leads on to a later one of the same function, with nothing in between that gives people
  /// or time a say.
  func runsOn(from one: CodeToken, to other: CodeToken) -> Bool {
    let source = files[one.file]
    guard one.file == other.file else { return false }
    let around = Array(source.around(one.index))
    let later = Set(source.around(other.index))
    for number in around where !later.contains(number) {
      let frame = source.frames[Int(number)]
      switch frame.kind {
      case .closure where isEvent(frame, one.file): return false
      case .branch:
        if CodeCondition(frame, in: source).isElsewhere || frame.leaves { return false }
        if excludes(frame, later, source) { return false }
      case .function, .type: return false
      case .closure, .argument, .rest, .loop, .cases: break
      }
    }
    for number in source.around(other.index) where !around.contains(number) {
      let frame = source.frames[Int(number)]
      if frame.kind == .function || frame.kind == .closure && isEvent(frame, one.file) { return false }
      if frame.kind == .closure, frame.name >= 0, kinds(source.text(Int(frame.name))).contains("delay") {
        return false
      }
      if frame.kind == .branch, CodeCondition(frame, in: source).isElsewhere { return false }
    }
    // A delay or a dialog between the two.
    for index in one.index..<other.index where source.isWord(index) {
      let kinds = kinds(source.text(index))
      guard kinds.contains("delay") || kinds.contains("dialog"), source.isCalled(index) else { continue }
      if source.isInside(other.index, source.frameOf[index]) || kinds.contains("dialog") { return false }
    }
    return true
  }

  /// Whether one branch is taken only where the other is not.
  private func excludes(_ branch: CodeFrame, _ others: Set<Int32>, _ source: CodeFile) -> Bool {
    if branch.parent >= 0, source.frames[Int(branch.parent)].kind == .cases {
      return others.contains(branch.parent)
    }
    return others.contains { number in
      let other = source.frames[Int(number)]
      return other.kind == .branch && other.condition == branch.condition && other.isElse != branch.isElse
    }
  }

  /// Whether a closure runs at an event of its own: a tap, a screen.
  func isEvent(_ frame: CodeFrame, _ file: Int) -> Bool {
    let source = files[file]
    let label = frame.label >= 0 ? source.text(Int(frame.label)) : ""
    let name = frame.name >= 0 ? source.text(Int(frame.name)) : ""
    if !kinds(label).isDisjoint(with: ["tap label", "activation label"]) { return true }
    let kinds = kinds(name)
    return notified(frame, file, name) != nil || kinds.contains("tap") || kinds.contains("sheet")
      || kinds.contains("dialog")
  }
}
