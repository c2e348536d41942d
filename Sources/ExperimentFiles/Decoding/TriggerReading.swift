import ExperimentDesign
import PromptFlow
import TextFormats

extension ExperimentDecoder {
  /// Reads a moment of a life: a word, or a mapping with the count of what is waited for.
  ///
  /// - Parameters:
  ///   - key: the key that it stands after.
  ///   - consequence: what follows where no event has the name, for the message.
  /// - Returns: `nil` where it is none, which is in `problems`, or was reported where it is written.
  func trigger(_ node: LocatedNode, key: String, consequence: String) -> AskTrigger? {
    if let kind = node.scalar.flatMap(TriggerKind.init(rawValue:)), !kind.row.isCounted {
      return AskTrigger(kind)
    }
    guard node.isMapping else { return nil }
    let kinds = TriggerKind.allCases.filter { $0.keys.contains { node[$0] != nil } }
    // Keys that are none have been reported.
    guard node.entries.isEmpty || !kinds.isEmpty else { return nil }
    guard kinds.count == 1, let kind = kinds.first, let counted = node[kind.keys[0]] else {
      return problems.none(
        node.point,
        "'\(key)' expects \(TriggerKind.forms.dropLast().joined(separator: ", ")) or \(TriggerKind.forms.last ?? ""), found "
          + node.found + (kinds.count > 1 ? ", which are two moments" : " without 'after'"))
    }
    // The first one, where no count is given.
    let count = kind.keys.last.flatMap { node[$0] }.map { $0.scalar.flatMap(readInteger) } ?? 1
    guard let count, let name = counted.scalar else { return nil }
    guard kind == .event else { return AskTrigger(kind, count: count) }
    return problems.position(
      of: name, among: eventKinds, "event", at: counted.point, consequence: ", so \(consequence)"
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
      if let reason = reasonNeverReached(alert.moment, in: segment) {
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

extension TriggerKind {
  /// The keys of its mapping in a file, that of its count last; none where its word says all.
  fileprivate var keys: [String] { self == .event ? ["after", "count"] : row.isCounted ? [rawValue] : [] }

  /// How each stands in a file: `launch`, `{session: N}`.
  static var forms: [String] {
    allCases.map {
      $0 == .event ? "{after: EVENT, count: N}" : $0.row.isCounted ? "{\($0.rawValue): N}" : $0.rawValue
    }
  }
}

extension ExperimentDecoder {
  /// Why a trigger can never come true for these people; `nil` where it can.
  func reasonNeverReached(_ trigger: AskTrigger, in people: Segment) -> String? {
    guard trigger.isPossible(byDay: Int(horizonDays)) else { return "'horizon_days' are over by then" }
    let (onboarding, events, leaving) = (people.onboarding, people.events, people.visits.leaving)
    let isNeverCompleted =
      onboarding?[.onboardingFirst].constant == 0 && onboarding?[.onboardingLater].constant == 0
    let comesLater = trigger.kind.row.isMetAtSessionStart && trigger != .launch
    if comesLater, case .constant(let leave) = leaving, leave.constant == 1 {
      return "everybody leaves after the first session"
    }
    if trigger.kind == .onboarding {
      return onboarding == nil
        ? "no onboarding is modelled" : isNeverCompleted ? "onboarding is never completed" : nil
    }
    guard let kind = trigger.event else { return nil }
    let name = (kind.element(of: eventKinds) ?? "?").cited
    guard let stream = events.first(where: { $0.kind == kind }) else { return "no event \(name) is modelled" }
    if stream[.perSession].constant == 0 { return "the event \(name) has 0 per session" }
    return isNeverCompleted ? "onboarding is never completed, so there is no content" : nil
  }
}
