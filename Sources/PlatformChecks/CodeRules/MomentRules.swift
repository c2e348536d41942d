import ExperimentDesign

/// When the request runs: too early, never, or after a fixed time (L11, L14, R93).
extension CodeInspection {
  mutating func checkMoments() {
    for request in requests {
      if let condition = decidedCondition(request) {
        note(
          "R93", .error, at: request.token, related: [(condition, "the condition")],
          "The request is made only where the status is already decided (\(words(condition, from: request.token))): no alert can come there, and people who are undecided are not asked.",
          fix: "Ask where the status is not determined.")
        continue
      }
      checkMoment(request)
      checkDelay(request)
    }
  }

  private static let inTime: Set<CodeTrigger.Moment> = [.activation, .tap, .afterAnswer, .otherScreen]

  private mutating func checkMoment(_ request: CodeRequest) {
    let triggers = request.triggers
    let good = triggers.filter { Self.inTime.contains($0.moment) }
    if let dead = triggers.first(where: { $0.moment == .dead }), good.isEmpty,
      !triggers.contains(where: \.isEarly)
    {
      let reason =
        program.text(dead.entry).hasPrefix("scene") ? "the app has no scene manifest" : "the app has scenes"
      return note(
        "L11", .error, dead.has(.tied) ? .likely : .certain, at: request.token,
        related: [(dead.entry, "never called")],
        "The request runs in \(program.text(dead.entry)) alone, which the system never calls here: \(reason).",
        fix: "Ask in sceneDidBecomeActive, or on UIApplication.didBecomeActiveNotification.")
    }
    let early = triggers.filter(\.isEarly)
    guard let first = early.min(by: { $0.doubtCount < $1.doubtCount }) else {
      return checkUnclear(request, good)
    }
    // A lost request costs nothing where another comes at each activation.
    if isAsked([.activation, .change], surely: true) { return }
    let isElsewhere = isAsked(Self.inTime, surely: true)
    if first.has(.onlyIfActive), !isElsewhere {
      return note(
        "L11", .error, .likely, at: request.token, related: [(first.entry, first.moment.rawValue)],
        "The request is made only if the app is already active \(first.moment.rawValue) (\(words(first.entry, from: request.token))): at a cold start it is not yet, and nothing asks later.",
        fix:
          "Ask at the activation (didBecomeActive, scenePhase, resumed) while the status is not determined.")
    }
    let severity: Severity = first.moment == .launch && !isElsewhere ? .error : .warning
    let doubt = first.doubtCount + (good.isEmpty ? 0 : 1)
    if doubt > 2 { return }
    note(
      "L11", severity, .init(doubts: doubt), at: request.token,
      related: [(first.entry, first.moment.rawValue)],
      "The request runs \(first.moment.rawValue) (\(words(first.entry, from: request.token))), \(doubt == 0 ? "before the app is active, so it is lost without an alert" : "where the app may not be active yet; it is then lost without an alert")\(isElsewhere ? "" : ", and nothing asks later").",
      fix:
        "Ask at the activation (didBecomeActive, scenePhase, resumed) or on a tap, while the status is not determined."
    )
  }

  /// Requests of which no way is too early and none is in time.
  private mutating func checkUnclear(_ request: CodeRequest, _ good: [CodeTrigger]) {
    guard good.isEmpty else { return }
    if let change = request.triggers.first(where: { $0.moment == .change }),
      !isAsked(Self.inTime.union([.launch, .firstScreen, .foreground]))
    {
      return note(
        "L11", .error, .likely, at: request.token, related: [(change.entry, "waits for a change")],
        "The request waits for a change of the app's state (\(words(change.entry, from: request.token))), which a cold start does not make: nobody is asked before leaving the app and coming back.",
        fix: "Look at AppState.currentState too, and ask where it is active.")
    }
    if let screen = request.triggers.first(where: { $0.moment == .someScreen && $0.doubtCount == 0 }) {
      return note(
        "L11", .warning, .possible, at: request.token, related: [(screen.entry, "the screen")],
        "The request runs as \(program.text(screen.entry)) appears; if that is the first screen, the app is not active yet and the request is lost.",
        fix: "Ask at the activation or on a tap.")
    }
    guard request.triggers.contains(where: { $0.moment == .unknown }), !isAsked(Self.inTime),
      let function = program.function(around: request.token), program.callers(of: function).isEmpty,
      // What a protocol or a base asks for is called by others.
      program.function(function).type.map({ program.bases(of: $0).isEmpty }) ?? true,
      // A life cycle's function is called by the system, and these by frameworks.
      !program.kinds(program.function(function)).contains(where: { $0.hasSuffix("function") })
    else { return }
    let name = program.function(function).name
    note(
      "R93", .error, program.facts.mayAskElsewhere ? .possible : .likely, at: request.token,
      "Nothing in these sources calls \(name), which makes the request.",
      fix: "Call it at an activation or on a tap; review rejects an app whose alert it cannot find.")
  }

  // MARK: Delays

  private mutating func checkDelay(_ request: CodeRequest) {
    guard
      let delayed = request.triggers.first(where: {
        $0.has(.delayed) && ($0.isEarly || $0.moment == .activation || $0.moment == .someScreen)
      })
    else { return }
    note(
      "L14", .note, at: request.token, related: [(delayed.entry, delayed.moment.rawValue)],
      "A fixed delay stands before the request; it does not see whether the app is active by then, or another alert is up.",
      fix: "Ask at the activation, and again at later ones while the status is not determined.")
  }

  // MARK: The wrong people

  /// The condition under which only people who have answered already reach a request; `nil` where others do too.
  func decidedCondition(_ request: CodeRequest) -> CodeToken? {
    let source = program.file(request.token)
    let own = source.around(request.token.index).prefix { $0.kind != .function }
    return own.first { $0.isConditional && CodeCondition($0, in: source).isUndecided == false }.map {
      CodeToken(file: request.token.file, index: max($0.condition.lowerBound, $0.start))
    }
  }
}
