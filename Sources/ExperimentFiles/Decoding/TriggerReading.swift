import ExperimentDesign
import PromptFlow
import TextFormats

extension ExperimentDecoder {
  /// Reads a moment of a life: `launch`, `onboarding`, `{after: EVENT, count: N}` or `{session: K}`.
  ///
  /// - Parameters:
  ///   - key: the key that it stands after.
  ///   - consequence: what follows where no event has the name, for the message.
  /// - Returns: `nil` where it is none, which is in `problems`, or was reported where it is written.
  func trigger(_ node: LocatedNode, key: String, consequence: String) -> AskTrigger? {
    if let named = AskTrigger.named.first(where: { $0.word == node.scalar }) { return named.trigger }
    guard node.isMapping else { return nil }
    // Keys that are none have been reported.
    let known = ["after", "count", "session"]
    guard node.entries.isEmpty || node.entries.contains(where: { known.contains($0.key) }) else { return nil }
    let session = node["session"]
    if let session, node["after"] == nil, node["count"] == nil {
      return session.scalar.flatMap(readInteger).map { .session($0) }
    }
    guard let after = node["after"], session == nil else {
      return problems.none(
        node.point,
        "'\(key)' expects launch, onboarding, {after: EVENT, count: N} or {session: K}, found \(node.found)"
          + (session == nil ? " without 'after'" : ", which are two moments"))
    }
    // The first one, where no count is given.
    let count = node["count"] == nil ? 1 : node["count"]?.scalar.flatMap(readInteger)
    guard let name = after.scalar, let count else { return nil }
    return problems.position(
      of: name, among: eventKinds, "event", at: after.point, consequence: ", so \(consequence)"
    ).map { .event(EventKind(rawValue: $0), count: count) }
  }

  /// Warns of alerts that never reach these people, and of those whose offset is the population's where their moment
  /// is not.
  ///
  /// - Parameter option: whose surroundings they are; `nil` for those of the population.
  func checkAlerts(
    _ node: LocatedNode, _ alerts: [CompetingAlert], of segment: Segment, option: String? = nil
  ) {
    for alert in alerts {
      guard let written = node["alerts"]?[alert.name] else { continue }
      if let reason = segment.reasonNeverReached(alert.moment, eventKinds: eventKinds) {
        problems.caution(
          written["at"]?.point ?? written.point, "the alert \(alert.name.cited) never comes: \(reason)",
          option: option)
      }
      // An offset belongs to the moment it was written with; a new moment keeps it without a word.
      guard let moment = written["at"], let offset = written["offset"], !moment.isInPopulationFile,
        offset.isInPopulationFile, alert[.alertOffset].constant != 0
      else { continue }
      problems.caution(
        moment.point,
        "the alert \(alert.name.cited) comes \(offset.flowText) seconds after its new moment, as the population has it. "
          + "If it comes at once, write 'offset: 0' beside 'at'", option: option)
    }
  }
}

extension AskTrigger {
  /// The moments that a file names by one word.
  static let named: [(word: String, trigger: AskTrigger)] = [
    ("launch", .launch), ("onboarding", .onboarding),
  ]
}

extension Segment {
  /// Why a trigger can never come true for these people; `nil` where it can.
  func reasonNeverReached(_ trigger: AskTrigger, eventKinds: [String]) -> String? {
    let isNeverCompleted =
      onboarding?[.onboardingFirst].constant == 0 && onboarding?[.onboardingLater].constant == 0
    switch trigger {
    case .launch: return nil
    case .onboarding:
      guard onboarding != nil else { return "no onboarding is modelled" }
      return isNeverCompleted ? "onboarding is never completed" : nil
    case .event(let kind, _):
      let name = eventKinds.indices.contains(kind.rawValue) ? eventKinds[kind.rawValue] : "?"
      guard let stream = events.first(where: { $0.kind == kind }) else {
        return "no event \(name.cited) is modelled"
      }
      if stream[.perSession].constant == 0 { return "the event \(name.cited) has 0 per session" }
      return isNeverCompleted ? "onboarding is never completed, so there is no content" : nil
    case .session(let number):
      if number > 1, case .constant(let leave) = visits.leaving, leave.constant == 1 {
        return "everybody leaves after the first session"
      }
      return nil
    }
  }
}
