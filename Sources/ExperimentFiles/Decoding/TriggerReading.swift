import ExperimentDesign
import PromptFlow
import TextFormats

extension SegmentDecoder {
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
    let isCount = node["after"] != nil || node["count"] != nil
    if node["session"] != nil, !isCount {
      return node["session"]?.scalar.flatMap(readInteger).map { .session($0) }
    }
    guard node["session"] == nil, isCount else {
      return problems.none(
        node.point,
        "'\(key)' expects launch, onboarding, {after: EVENT, count: N} or {session: K}, found \(node.found), which are two moments"
      )
    }
    guard let after = node["after"] else {
      return problems.none(
        node.point, "'\(key)' lacks 'after', the event that is counted: write {after: EVENT, count: N}")
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
      checkOffset(alert, written, option: option)
    }
  }

  /// An offset belongs to the moment it was written with; a new moment keeps it without a word.
  private func checkOffset(_ alert: CompetingAlert, _ written: LocatedNode, option: String?) {
    guard let moment = written["at"], let offset = written["offset"], !moment.isInPopulationFile,
      offset.isInPopulationFile, alert[.alertOffset].constant != 0
    else { return }
    problems.caution(
      moment.point,
      "the alert \(alert.name.cited) comes \(offset.flowText) seconds after its new moment, as the population has it. "
        + "If it comes at once, write 'offset: 0' beside 'at'", option: option)
  }
}

extension AskTrigger {
  /// The moments that a file names by one word.
  static let named: [(word: String, trigger: AskTrigger)] = [
    ("launch", .launch), ("onboarding", .onboarding),
  ]
}
