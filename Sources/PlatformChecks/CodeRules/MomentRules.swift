import ExperimentDesign

/// When the request runs: too early, never, or after a fixed time (L11, L14, R93).
extension CodeInspection {
  mutating func checkMoments() {
    for request in requests {
      if let condition = decidedCondition(request) {
        note(
          "R93 decided", ["condition": words(condition, from: request.token)], at: request.token,
          related: [(condition, "the condition")])
        continue
      }
      checkMoment(request)
      let delayed = request.triggers.first {
        $0.has(.delayed) && ($0.isEarly || $0.moment == .activation || $0.moment == .someScreen)
      }
      if let delayed { note("L14 delayed", at: request.token, related: [entry(delayed)]) }
    }
  }

  private static let inTime: Set<CodeTrigger.Moment> = [.activation, .tap, .afterAnswer, .otherScreen]

  private func entry(_ trigger: CodeTrigger) -> (CodeToken, String) {
    (trigger.entry, trigger.moment.rawValue)
  }

  private mutating func checkMoment(_ request: CodeRequest) {
    let token = request.token
    let isEverInTime = request.triggers.contains { Self.inTime.contains($0.moment) }
    guard let first = request.triggers.filter(\.isEarly).min(by: { $0.doubtCount < $1.doubtCount }) else {
      if !isEverInTime { checkUnclear(request) }
      return
    }
    // A lost request costs nothing where another comes at each activation.
    if isAsked([.activation, .change], surely: true) { return }
    let isElsewhere = isAsked(Self.inTime, surely: true)
    let isConditional = first.has(.onlyIfActive) && !isElsewhere
    let severity: Severity = isConditional || first.moment == .launch && !isElsewhere ? .error : .warning
    let doubt = first.doubtCount + (isEverInTime ? 1 : 0)
    if !isConditional, doubt > 2 { return }
    note(
      isConditional ? "L11 only if active" : "L11 early",
      [
        "moment": first.moment.rawValue, "entry": words(first.entry, from: token),
        "loss": doubt == 0
          ? "before the app is active, so it is lost without an alert"
          : "where the app may not be active yet; it is then lost without an alert",
        "later": isElsewhere ? "" : ", and nothing asks later",
      ], at: token, related: [entry(first)], severity: severity,
      confidence: isConditional ? .likely : .init(doubts: doubt))
  }

  /// Requests of which no way is too early and none is in time.
  private mutating func checkUnclear(_ request: CodeRequest) {
    func way(_ moment: CodeTrigger.Moment) -> CodeTrigger? { request.triggers.first { $0.moment == moment } }
    if let dead = way(.dead) {
      let callback = program.text(dead.entry)
      let reason = callback.hasPrefix("scene") ? "the app has no scene manifest" : "the app has scenes"
      return note(
        "L11 dead", ["callback": callback, "reason": reason], at: request.token,
        related: [(dead.entry, "never called")], confidence: dead.has(.tied) ? .likely : .certain)
    }
    if let change = way(.change), !isAsked(Self.inTime.union([.launch, .firstScreen, .foreground])) {
      return note(
        "L11 change", ["entry": words(change.entry, from: request.token)], at: request.token,
        related: [(change.entry, "waits for a change")])
    }
    if let screen = request.triggers.first(where: { $0.moment == .someScreen && $0.doubtCount == 0 }) {
      return note(
        "L11 screen", ["screen": program.text(screen.entry)], at: request.token,
        related: [(screen.entry, "the screen")])
    }
    guard way(.unknown) != nil, !isAsked(Self.inTime),
      let function = program.function(around: request.token), program.callers(of: function).isEmpty,
      // What a protocol or a base asks for is called by others.
      program.function(function).type.map({ program.bases(of: $0).isEmpty }) ?? true,
      !program.isCalledByFrameworks(function)
    else { return }
    note(
      "R93 uncalled", ["function": program.function(function).name], at: request.token,
      confidence: program.facts.mayAskElsewhere ? .possible : .likely)
  }

  /// The condition under which only people who have answered already reach a request; `nil` where others do too.
  func decidedCondition(_ request: CodeRequest) -> CodeToken? {
    let source = program.file(request.token)
    let own = source.around(request.token.index).prefix { $0.kind != .function }
    return own.first { $0.isConditional && CodeCondition($0, in: source).isUndecided == false }.map {
      request.token.at(max($0.condition.lowerBound, $0.start))
    }
  }
}
