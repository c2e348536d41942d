import ExperimentDesign

/// What App Review would see of the requests in an app's sources, where the ways to them allow an answer.
extension CodeInspection {
  /// `nil` where nothing is asked, and where nobody can say.
  var sight: CheckReport.Sight? {
    func place(_ token: CodeToken) -> String {
      "\(token.place.file):\(token.place.line)"
    }
    // Another alert in the way has its finding, and what is then seen depends on people.
    if findings.contains(where: { ["L12", "L23"].contains($0.rule) && $0.severity != .note }) { return nil }
    let ways = requests.filter { $0.token.decidedCondition == nil }.flatMap { request in
      request.triggers.map { (request: request.token, trigger: $0) }
    }
    let sure = ways.filter { $0.trigger.doubts.isEmpty }
    if let (request, trigger) = sure.first(where: { $0.trigger.moment == .activation }) {
      return .init(
        .visible, "visible at the first activation (\(place(trigger.entry)))", request: place(request))
    }
    let steps: [CodeTrigger.Moment: String] = [
      .tap: "a tap", .otherScreen: "a later screen", .afterAnswer: "the answer to another alert",
    ]
    for (request, trigger) in sure {
      guard let step = steps[trigger.moment] else { continue }
      return .init(
        .needsSteps, "needs \(step) (\(place(trigger.entry))): tell App Review how to get there",
        request: place(request))
    }
    let isLost = ways.allSatisfy {
      ($0.trigger.isEarly || $0.trigger.moment == .dead) && $0.trigger.doubtCount == 0
    }
    guard let first = requests.first, isLost else { return nil }
    let when =
      ways.isEmpty
      ? "only where the status is already decided" : "only before the app is active, or where nothing leads"
    return .init(.notVisible, "not visible: the request is made \(when)", request: place(first.token))
  }
}
