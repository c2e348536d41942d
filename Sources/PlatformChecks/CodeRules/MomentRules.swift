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
    guard let delayed = request.ways(start).first(where: { $0.has(.delayed) }) else { return }
    let isLong = request.triggers.allSatisfy { $0.seconds >= 60 }
    note(
      isLong ? "L14 long" : "L14 delayed", ["seconds": "\(delayed.seconds)"], at: request.token, way: delayed)
  }

  /// A request that comes too early on the way with the fewest doubts.
  private mutating func checkEarly(_ request: CodeRequest, _ first: CodeTrigger) {
    let others = requests.filter { !request.isOnce || $0.token != request.token }
    func isAsked(_ moments: Set<CodeTrigger.Moment>) -> Bool {
      others.contains { $0.ways(moments).contains { !$0.has(.tied) } }
    }
    // A lost request costs nothing where another comes at each activation.
    if isAsked([.activation, .change]) { return }
    let isElsewhere =
      isAsked(Self.inTime.union([.someScreen]))
      || others.contains { $0.triggers.contains(where: \.isSettled) }
    let isConditional = first.has(.onlyIfActive) && !isElsewhere
    let doubt = first.doubtCount + (request.isOnce || request.ways(Self.inTime).isEmpty ? 0 : 1)
    if !isConditional, doubt > 2 { return }
    note(
      isConditional
        ? "L11 only if active"
        : first.isInVain ? "L11 in vain" : doubt == 0 ? "L11 early" : "L11 perhaps early",
      ["later": isElsewhere ? "" : ", and nothing asks later"], at: request.token, way: first,
      severity: isConditional || !isElsewhere && (first.isInVain || first.moment == .launch)
        ? .error : .warning,
      confidence: isConditional ? .likely : .init(doubts: doubt))
  }

  /// Requests of which no way is too early and none is in time.
  private mutating func checkUnclear(_ request: CodeRequest) {
    let token = request.token
    if let dead = request.ways([.dead]).first, request.ways([.someScreen]).isEmpty {
      if dead.entry.text.first?.isUppercase == true {
        return note("R93 uncalled", ["function": dead.entry.text], at: token)
      }
      let reason = dead.entry.text.hasPrefix("scene") ? "the app has no scene manifest" : "the app has scenes"
      note(
        dead.entry.source.language == .dart ? "L11 unobserved" : "L11 dead", ["reason": reason], at: token,
        way: dead,
        confidence: dead.has(.tied) ? .likely : .certain)
    } else if let change = request.ways([.change]).first,
      !isAsked(Self.inTime.union([.launch, .firstScreen, .foreground]))
    {
      note("L11 change", at: token, way: change)
    } else if let screen = request.ways([.someScreen]).first(where: { $0.doubtCount == 0 }) {
      note("L11 screen", at: token, way: screen)
    } else if !request.ways([.unknown]).isEmpty, !isAsked(Self.inTime), let function = token.function,
      program.callers(of: function).isEmpty, !function.isAssigned,
      // A library without an app is called by others; so is what a template names, and what a protocol or a base asks for.
      program.facts.isApp, !token.hasTemplate,
      function.type.map({ program.bases(of: $0).isEmpty }) ?? true, !function.isCalledByFrameworks,
      // A component that a router shows is not named.
      function.source.language != .typeScript || function.name.text.first?.isUppercase != true
    {
      note(
        "R93 uncalled", ["function": function.name.text], at: token,
        confidence: program.facts.mayAskElsewhere ? .possible : .likely)
    }
  }
}

extension CodeToken {
  /// The condition under which only people who have answered already get here; `nil` where others do too.
  var decidedCondition: CodeToken? {
    ownFrames.first { $0.isConditional && CodeCondition($0).isUndecided == false }.map {
      at(max($0.heading.lowerBound, $0.start))
    }
  }

  /// Whether only people who have answered already get here, or set a flag here: `isOff = status == .denied`.
  var isForDecided: Bool {
    let value = self..<statementEnd
    return decidedCondition != nil
      || self[1] == "=" && value.contains { $0.may("decided word") } && value.contains { $0.text == "==" }
        && value.contains { $0.does("status") }
  }

  /// Whether it is of a component of Angular's, whose template is not read.
  fileprivate var hasTemplate: Bool { before(4_000).contains { $0.text == "Component" && $0[-1] == "@" } }

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
    isConditional
      && (CodeCondition(self).isUndecided != nil
        || condition.contains { word in
          word.may("status") || word.may("consulted") || word.text.hasSuffix("Authorized")
        })
  }

  /// Whether it runs after a no: `if status == .denied`, `guard status == .authorized else`.
  var isAfterNo: Bool {
    let holds = condition.contains { $0.text == "!=" } == isElse
    return condition.contains { $0.may("decided word") && ($0.text.hasSuffix("uthorized") != holds) }
  }
}
