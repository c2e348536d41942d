import ExperimentDesign

/// When the request runs: too early, never, or after a fixed time (L11, L14, R93).
extension CodeInspection {
  private static let inTime: Set<CodeTrigger.Moment> = [.activation, .tap, .afterAnswer, .otherScreen]

  mutating func checkMoment(_ request: CodeRequest) {
    if let condition = request.token.decidedCondition {
      let isElsewhere = requests.contains { other in
        other.token.decidedCondition == nil && other.triggers.contains { $0.moment != .dead }
      }
      return note(isElsewhere ? "R93 idle" : "R93 decided", at: request.token, seeing: condition)
    }
    if let first = request.triggers.filter(\.isEarly).min(by: { $0.doubtCount < $1.doubtCount }) {
      checkEarly(request, first)
    } else if request.ways(Self.inTime).isEmpty {
      checkUnclear(request)
    }
    let start = CodeTrigger.Moment.beginning.union([.foreground, .someScreen])
    // Where the request comes again at each activation a delay holds nothing up for good.
    guard let delayed = request.ways(start).first(where: { $0.has(.delayed) }),
      !isAsked([.activation]) || findings.contains(where: { $0.rule == "L13" })
    else { return }
    let name = request.triggers.allSatisfy { $0.seconds >= 60 } ? "L14 long" : "L14 delayed"
    note(name, ["seconds": "\(delayed.seconds)"], at: request.token, way: delayed)
  }

  /// A request that comes too early on the way with the fewest doubts.
  private mutating func checkEarly(_ request: CodeRequest, _ first: CodeTrigger) {
    // What is not made for want of an active app does not count as the one time.
    let isOther = request.isOnce && !first.has(.onlyIfActive)
    let ways = requests.filter { !isOther || $0.token != request.token }.flatMap(\.triggers)
    let moments = Set(ways.filter { !$0.has(.tied) }.map(\.moment))
    // A lost request costs nothing where another comes at each activation.
    if !moments.isDisjoint(with: [.activation, .change]) { return }
    let isElsewhere =
      !moments.isDisjoint(with: Self.inTime.union([.someScreen, .unknown]))
      || ways.contains(where: \.isSettled)
      || !request.isOnce && request.sites.contains(where: program.comesBack)
      || !first.has(.conditional) && ways.contains { $0.has(.conditional) && $0.entry != first.entry }
    if first.has(.onlyIfActive), !isElsewhere {
      return note("L11 only if active", at: request.token, way: first)
    }
    let doubt = first.doubtCount + (request.isOnce || request.ways(Self.inTime).isEmpty ? 0 : 1)
    let severity: Severity = !isElsewhere && (first.isInVain || first.moment == .launch) ? .error : .warning
    // Where it would be no more than a note, the rule for delays says it.
    let isSaid = first.has(.delayed) && (doubt == 2 || severity == .warning)
    if doubt > 2 || isSaid { return }
    // Systems differ in what comes first, a view that has appeared or the active app.
    let isNear = request.sites.contains { $0.function?.name.text == "viewDidAppear" }
    note(
      first.isInVain ? "L11 in vain" : doubt == 0 && !isNear ? "L11 early" : "L11 perhaps early",
      ["later": isElsewhere ? "" : ", and nothing asks later"], at: request.token, way: first,
      severity: severity, confidence: .init(doubts: doubt))
  }

  /// Requests of which no way is too early and none is in time.
  private mutating func checkUnclear(_ request: CodeRequest) {
    let token = request.token
    let isElsewhere = isAsked(Self.inTime.union(CodeTrigger.Moment.start))
    if let dead = request.ways([.dead]).first, request.ways([.someScreen]).isEmpty {
      let isCallback = dead.entry.kinds.contains { $0.hasSuffix("callback") }
      if !isCallback || program.bases(of: dead.entry.type ?? "").contains("View") {
        return isElsewhere ? () : note("R93 uncalled", ["function": dead.entry.text], at: token)
      }
      let reason = dead.entry.text.hasPrefix("scene") ? "the app has no scene manifest" : "the app has scenes"
      let name = dead.entry.source.language == .dart ? "L11 unobserved" : "L11 dead"
      note(name, ["reason": reason], at: token, way: dead, confidence: dead.has(.tied) ? .likely : nil)
    } else if let change = request.ways([.change]).first, !isElsewhere, !isAsked([.someScreen, .foreground]) {
      note("L11 change", at: token, way: change)
    } else if !request.ways([.unknown]).isEmpty, !isElsewhere, let function = program.unreached(token),
      // Of a component of Angular's the template is not read.
      !token.before(4_000).contains(where: { $0.text == "Component" && $0[-1] == "@" })
    {
      note(
        "R93 uncalled", ["function": function.name.text], at: token,
        confidence: program.facts.mayAskElsewhere ? .possible : .likely)
    }
  }
}

extension CodeProgram {
  /// Whether a place stands in what the system calls again as a screen comes back, or in what several controllers inherit.
  func comesBack(_ token: CodeToken) -> Bool {
    if token.source.language != .dart, let heirs = heirs[token.type ?? ""], heirs.count > 1 { return true }
    let isAppearance = token.ownFrames.contains { $0.name.may("appear") }
    let isAgain =
      token.ownFrames.contains { $0.name.text == "onAppear" } && !bases(of: token.type ?? "").contains("App")
    return isAgain && ["TabView", "NavigationStack", "NavigationView"].contains { !places(of: $0).isEmpty }
      || !isAppearance && token.function?.kinds.contains("called again") == true
  }
}

extension CodeToken {
  /// The condition under which only people who have answered already get here; `nil` where others do too.
  var decidedCondition: CodeToken? {
    ownFrames.first { $0.isConditional && CodeCondition($0).isUndecided == false }?.opening
  }

  /// Whether only people who have answered already get here, or set a flag here: `isOff = status == .denied`.
  var isForDecided: Bool {
    let value = self..<statementEnd
    return decidedCondition != nil
      || self[1] == "=" && value.contains { $0.may("decided word") } && value.contains { $0.text == "==" }
        && value.contains { $0.does("status") }
  }

  /// Whether it runs once in a process by a condition: of a flag that is set whatever comes of it, and never taken back.
  func isOnce(under frame: CodeFrame) -> Bool {
    guard let body = function?.body() else { return false }
    return frame.condition.contains { flag in
      guard source.variableTypes(flag.text).contains(where: ["true", "YES"].contains) else { return false }
      let set = body.filter { $0[1] == "=" && $0.text == flag.text }
      return set.contains(where: isWithinFrame) && set.allSatisfy { ["true", "YES"].contains($0[2]) }
    }
  }

  /// Whether it stands under a condition about the status or a layer's answers.
  var looksAtAnswers: Bool { frames.contains(where: \.looksAtAnswers) }
}

extension CodeFrame {
  /// Whether it is a condition about the status or a layer's answers.
  var looksAtAnswers: Bool {
    let words = condition.filter {
      $0.may("status") || $0.may("consulted") || $0.text.hasSuffix("Authorized")
    }
    return isConditional && (!words.isEmpty || CodeCondition(self).isUndecided != nil)
  }

  /// Whether it runs after a no: `if status == .denied`, `guard status == .authorized else`.
  var isAfterNo: Bool {
    let holds = condition.contains { $0.text == "!=" } == isElse
    return condition.contains { $0.may("decided word") && ($0.text.hasSuffix("uthorized") != holds) }
  }
}
