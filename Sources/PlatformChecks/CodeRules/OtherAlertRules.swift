import RuleBook

/// Another permission's alert beside the request (L12).
extension CodeInspection {
  mutating func checkOtherAlerts() {
    let others = program.uses("permission").map { (token: $0, triggers: program.triggers($0)) }.filter {
      !$0.triggers.isEmpty
    }
    for request in requests {
      func tell(_ name: String, _ other: CodeToken, _ more: [String: String] = [:], isAgain: Bool = false) {
        let subject = other.subject("permission") ?? other.subject("listed") ?? ""
        let all = ["subject": subject, "other": words(other, from: request.token)]
        note(
          name, all.merging(more) { $1 }, at: request.token,
          related: [(other, "the \(subject) permission")], confidence: isAgain ? .possible : nil)
      }
      if let other = request.others.first {
        let subjects = request.others.compactMap { $0.subject("listed") }
        tell("L12 list", other, ["subjects": subjects.joined(separator: ", ")])
      } else if let other = others.first(where: { comesRightBefore($0.token, request.token) }) {
        tell("L12 before", other.token)
      } else if request.triggers.allSatisfy({
        CodeTrigger.Moment.beginning.contains($0.moment)
          && $0.doubts.isDisjoint(with: [.conditional, .onlyIfActive])
      }), let other = others.first(where: { $0.triggers.contains { $0.isEarly && $0.doubtCount == 0 } }) {
        let isAgain = !request.ways([.activation]).isEmpty
        tell(
          "L12 launch", other.token, ["again": isAgain ? " until the next activation" : ""], isAgain: isAgain)
      }
    }
  }

  /// Whether another request is made on the same way, right before.
  private func comesRightBefore(_ other: CodeToken, _ request: CodeToken) -> Bool {
    guard let (site, same) = program.meeting(other, request) else { return false }
    return site < same && site.runsOn(to: same)
  }
}
