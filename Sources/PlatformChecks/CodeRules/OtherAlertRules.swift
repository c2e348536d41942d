import ExperimentDesign
import RuleBook

/// Another permission's alert beside the request (L12).
extension CodeInspection {
  mutating func checkOtherAlerts(_ request: CodeRequest) {
    // No alert can come there to be lost.
    if request.token.decidedCondition != nil { return }
    // Nor is one lost where the app looks whether it is active, and else asks at the activation.
    let looks = request.triggers.contains { $0.has(.onlyIfActive) }
    if looks, !request.isOnce, !request.ways([.activation]).isEmpty { return }
    // Provisional notifications are allowed without an alert.
    let others = program.uses("permission").filter { !$0.arguments.contains { $0.text == "provisional" } }
      .map { (token: $0, triggers: program.triggers($0)) }
    let isAtStart = request.triggers.come(
      CodeTrigger.Moment.beginning, without: [.conditional, .onlyIfActive])
    let before = others.first { other in
      let isNear = other.triggers.contains { one in
        // As long as people may take to answer, or an alert that was answered to close.
        request.triggers.contains {
          (0..<($0.moment == .afterAnswer ? 1 : 10)).contains($0.seconds - one.seconds)
        }
      }
      guard isNear, let (one, same) = program.meeting(other.token, request.token) else { return false }
      // A dialog of the app's own may lie in what is called next.
      let isAsked = same != request.token && program.dialog(before: request.token) != nil
      // What takes its time may come between, or what waits for the active app.
      let (active, token) = (CodeTrigger.Moment.activation.rawValue, request.token)
      let waited = program.waited(from: one, to: same, isOver: false)
      let isPaused =
        waited["network"] ?? waited[active] != nil
        || program.waited(from: token.function?.opening ?? token, to: token)[active] != nil
      return one < same && one.runsOn(to: same) && !isAsked && !isPaused
    }
    // A screen comes after what runs at launch.
    let isFirst = request.triggers.allSatisfy { $0.moment == .launch && !$0.has(.delayed) }
    let atLaunch = others.first {
      $0.triggers.contains {
        isAtStart && $0.isEarly && $0.doubtCount == 0 && !(isFirst && $0.moment == .firstScreen)
      }
    }
    guard let other = request.others.first ?? before?.token ?? atLaunch?.token else { return }
    let name = !request.others.isEmpty ? "L12 list" : before != nil ? "L12 before" : "L12 launch"
    let isAgain = name == "L12 launch" && !request.ways([.activation]).isEmpty && !request.isOnce
    let isSure = request.triggers.allSatisfy { $0.doubts.isSubset(of: .delayed) && $0.seconds < 10 }
    note(
      name,
      [
        "subject": other.subject("permission") ?? other.subject("listed") ?? "",
        "subjects": request.others.compactMap { $0.subject("listed") }.joined(separator: ", "),
        "again": isAgain ? " until the next activation" : "",
      ], at: request.token, seeing: other, confidence: isAgain ? .possible : isSure ? .certain : nil)
  }

  /// A consent layer and the alert: on one way, or each on a way of its own (L23 to L25).
  mutating func checkLayers(_ request: CodeRequest) {
    let callers = request.token.function.map(program.callers) ?? []
    for layer in program.uses("layer").filter(\.isCalled) {
      if let (one, other) = program.meeting(layer, request.token) {
        let isLayerFirst = other.isBehind(one) || callers.contains { $0.token.isBehind(layer) }
        if isLayerFirst, program.uses("consulted").isEmpty {
          note("L25 request", at: request.token, seeing: layer)
        }
        let isRequestFirst = one.isBehind(other)
        if isRequestFirst, opensAfterNo(request.token, layer, one) {
          note("L24 layer", at: layer, request: request)
        }
        if isLayerFirst || isRequestFirst { continue }
        let isNext = min(one, other).runsOn(to: max(one, other))
        if isNext { note("L23 beside", at: request.token, seeing: layer) }
      }
      // Both begin at the same moment, each on a way of its own.
      let isTogether = [request.triggers, program.triggers(layer)].allSatisfy {
        $0.come(CodeTrigger.Moment.beginning, without: [.conditional, .tied])
      }
      if isTogether { note("L23 two ways", at: request.token, seeing: layer) }
    }
  }

  /// Whether a layer opens after the alert, whatever was answered there.
  private func opensAfterNo(_ request: CodeToken, _ layer: CodeToken, _ site: CodeToken) -> Bool {
    let names = request.answerNames
    let end = site.source === request.source ? max(request, site, site.arguments.upperBound) : request
    // What guards the request says nothing of its answer; the answer's name stands once where it is declared.
    let guards = Set(request.frames.map(\.opening))
    let own = [layer, site].flatMap { $0.frames.filter { !guards.contains($0.opening) } }
    let start = request.assignment?.namesBefore.first ?? request
    let looks = (start..<end).count { names.contains($0.text) } > 1 || own.contains(where: \.looksAtAnswers)
    return (!looks || own.contains(where: \.isAfterNo)) && program.uses("refusal").isEmpty
  }
}
