import ExperimentDesign
import PromptFlow

/// Turns merged populations into segments, numbering their events.
struct SegmentDecoder {
  var problems: ProblemList
  var retention: RetentionReader
  var horizonDays: Double
  /// Names of event kinds by number.
  var eventKinds: [String]
  /// What the layers draw together.
  var joints: [JointDistribution] = []

  /// Decodes one segment of one scenario from its merged mapping.
  ///
  /// - Throws: `ExperimentFault` where the parts make no segment.
  mutating func segment(
    _ node: LocatedNode, name: String, path: String
  ) throws(ExperimentFault) -> Segment {
    let reader = SectionReader(node, .segment, path: path, name: name)
    let allow = reader.section("allow")
    requireOneOfVisits(reader)
    if reader.has("allow") {
      allow.require(&problems)
    } else {
      problems.error(
        node.point, "the population lacks 'allow.rate': \(ValueKind.parameter(.openProbability).expectation)")
    }
    let onboarding = try onboarding(reader)
    let visits = try visits(reader)
    let device = reader.section("device")
    let willingness = reader.section("willingness")
    let answer = reader.section("answer")
    let annoyance = reader.section("annoyance")
    let settings = reader.section("settings")
    let segment = try Segment(
      name: name, share: reader.legalNumber("share") ?? 1,
      restricted: device.parameter("restricted", default: 0),
      requestsOff: device.parameter("requests_off", default: 0), systemShares: systemShares(reader),
      visits: visits, activitySpread: reader.parameter("activity_spread", default: 0),
      willingness: Willingness(
        withActivity: willingness.parameter("with_activity", default: 0),
        withStaying: willingness.parameter("with_staying", default: 0)),
      onboarding: onboarding, activation: reader.seconds("activation_seconds", median: 0.4, sigma: 0.4),
      settleSeconds: reader.parameter("settle_seconds", default: 0.5),
      browseSeconds: reader.parameter("browse_seconds", default: 15),
      lingerSeconds: reader.parameter("linger_seconds", default: 5), events: events(reader),
      allow: AllowModel(
        rate: allow.parameter("rate", default: 0.5), spread: allow.parameter("spread", default: 0),
        value: allow.parameter("value", default: 0),
        coldOddsRatio: allow.parameter("cold_odds_ratio", default: 1)),
      continuing: continuing(reader),
      answer: AnswerModel(
        seconds: answer.seconds("seconds", median: 4, sigma: 0.6),
        unanswered: answer.parameter("unanswered", default: 0)),
      annoyance: Annoyance(
        prePrompt: annoyance.parameter("pre_prompt", default: 0),
        alert: annoyance.parameter("alert", default: 0),
        cold: annoyance.parameter("cold", default: 0), nag: annoyance.parameter("nag", default: 0)),
      settings: SettingsModel(
        reenable: settings.parameter("reenable", default: 0),
        linkInPreferences: settings.parameter("link_in_preferences", default: 0),
        linkAfterDenial: settings.parameter("link_after_denial", default: 0),
        revoke: settings.parameter("revoke", default: 0)),
      value: value(reader), surroundings: surroundings(node, path: path))
    checkAlerts(node, segment.surroundings.alerts, of: segment)
    checkCrossFields(segment, reader)
    return segment
  }

  private mutating func requireOneOfVisits(_ reader: SectionReader) {
    if !reader.has("retention"), !reader.has("sessions") {
      problems.error(
        reader.node.point,
        "the population lacks visits: give 'retention' with d1, d7, d30, sessions_per_active_day, or 'sessions' with rate, leave"
      )
    }
    reader.optionalSection("retention")?.require(&problems)
    reader.optionalSection("sessions")?.require(&problems)
  }

  /// Reports lives that would have more sessions than a simulation can live.
  private mutating func checkRate(_ rate: VisitModel.Rate, _ sessions: SectionReader) {
    let mean: Double? =
      switch rate {
      case .constant(let rate): rate.constant
      case .gamma(let shape, let rate): shape.constant.flatMap { shape in rate.constant.map { shape / $0 } }
      }
    guard let mean, mean * horizonDays > SizeLimits.sessions else { return }
    problems.error(
      sessions.node["rate"].map { faultLocation(of: $0.entries.map(\.value), in: $0) } ?? sessions.node.point,
      "expected at most \(Int(SizeLimits.sessions)) sessions per install, found \(mean.shortText) a day for "
        + "\(horizonDays.shortText) days")
  }

  /// In place of visits that are wrong or missing, which has been reported: nothing follows from it.
  private func unknownVisits() throws(ExperimentFault) -> VisitModel {
    let one = try Parameter(.constant(1), path: "", range: .positive)
    return VisitModel(rate: .gamma(shape: one, rate: one), leaving: .beta(a: one, b: one))
  }

  private mutating func visits(_ reader: SectionReader) throws(ExperimentFault) -> VisitModel {
    if let retention = reader.optionalSection("retention") {
      if let figures = self.retention.figures(retention, &problems),
        let visits = try self.retention.visits(
          for: figures, in: retention.node, horizonDays: horizonDays, beliefs: joints, &problems)
      {
        return visits
      }
      return try unknownVisits()
    }
    guard reader.has("sessions") else { return try unknownVisits() }
    let sessions = reader.section("sessions")
    let rate: VisitModel.Rate
    if let gamma = sessions.optionalSection("rate") {
      gamma.require(&problems)
      rate = try .gamma(
        shape: gamma.parameter("shape", default: 1), rate: gamma.parameter("rate", default: 1))
    } else {
      rate = try .constant(sessions.parameter("rate", default: 1))
    }
    checkRate(rate, sessions)
    if let beta = sessions.optionalSection("leave") {
      beta.require(&problems)
      return try VisitModel(
        rate: rate, leaving: .beta(a: beta.parameter("a", default: 1), b: beta.parameter("b", default: 1)))
    }
    guard sessions.distribution("leave", in: .probability) != nil else { return try unknownVisits() }
    let leaving = try sessions.parameter("leave", default: 1)
    return VisitModel(rate: rate, leaving: .constant(leaving))
  }

  private mutating func systemShares(_ reader: SectionReader) -> [Double] {
    let current = SystemVersion.allCases.map { $0 == .modern ? 1.0 : 0 }
    guard let systems = reader.optionalSection("os") else { return current }
    // A class that 'os' does not name has no devices.
    let shares = SystemVersion.allCases.map { systems.has($0.name) ? systems.number($0.name) : 0 }
    let known = shares.compactMap(\.self)
    let sum = known.reduce(0, +)
    guard abs(sum - 1) <= 1e-6 else {
      problems.error(
        systems.node.point,
        "expected the shares of 'os' to sum to 1, found \(sum.shortText)")
      return current
    }
    // A share that is no number was reported where it is written.
    return known.count == shares.count && known.allSatisfy { $0 >= 0 } ? known : current
  }

  private mutating func onboarding(_ reader: SectionReader) throws(ExperimentFault) -> Onboarding? {
    guard let section = reader.optionalSection("onboarding") else { return nil }
    section.require(&problems)
    if let seconds = section.optionalSection("seconds") {
      for key in ["median", "sigma"] where !seconds.has(key) {
        problems.error(seconds.node.point, "'onboarding.seconds' lacks '\(key)', which has no default")
      }
    }
    return try Onboarding(
      first: section.parameter("first", default: 0), later: section.parameter("later", default: 0),
      seconds: section.seconds("seconds", median: 40, sigma: 0.6))
  }

  private mutating func events(_ reader: SectionReader) throws(ExperimentFault) -> [EventStream] {
    var streams: [EventStream] = []
    for event in reader.named("events") {
      event.require(&problems)
      guard let number = eventKinds.firstIndex(of: event.name) else { continue }
      streams.append(
        try EventStream(
          kind: EventKind(rawValue: number), perSession: event.parameter("per_session", default: 0),
          seconds: event.parameter("seconds", default: 30), value: event.parameter("value", default: 0)))
    }
    return streams.sorted { $0.kind.rawValue < $1.kind.rawValue }
  }

  private func continuing(_ reader: SectionReader) throws(ExperimentFault) -> ContinueModel? {
    guard let section = reader.optionalSection("continue"), section.has("rate") else { return nil }
    return try ContinueModel(
      rate: section.parameter("rate", default: 0.5), spread: section.parameter("spread", default: 0),
      value: section.parameter("value", default: 0),
      fatigueOddsRatio: section.parameter("fatigue_odds_ratio", default: 1),
      persistence: section.parameter("persistence", default: 0.5))
  }

  private mutating func value(_ reader: SectionReader) throws(ExperimentFault) -> SessionValue? {
    guard let section = reader.optionalSection("value") else { return nil }
    section.require(&problems)
    let perSession = section.section("per_session")
    if section.has("per_session") { perSession.require(&problems) }
    for key in ["identified", "otherwise"] {
      guard let amount = perSession.number(key), amount > 0, amount < LegalRange.leastAmount else { continue }
      problems.error(
        perSession.node[key]?.point ?? perSession.node.point,
        "expected 0 or at least 1e-30 in '\(key)', found \(amount), which is too small to count; write a smaller unit of currency, such as cents"
      )
    }
    return try SessionValue(
      currency: section.text("currency") ?? "USD",
      identified: perSession.parameter("identified", default: 0),
      otherwise: perSession.parameter("otherwise", default: 0))
  }

  /// Decodes what an arm may override, from a population or from an arm merged over one.
  ///
  /// - Throws: `ExperimentFault` where a number in it is none.
  mutating func surroundings(_ node: LocatedNode, path: String) throws(ExperimentFault) -> Surroundings {
    let reader = SectionReader(node, .segment, path: path, name: "population")
    let given = reader.named("alerts")
    if given.count > SizeLimits.alerts {
      problems.error(
        node["alerts"]?.point ?? node.point,
        "expected at most \(SizeLimits.alerts) alerts per install, found \(given.count)")
      return Surroundings()
    }
    var alerts: [CompetingAlert] = []
    for alert in given {
      alert.require(&problems)
      let moment = alert.node["at"].flatMap {
        trigger($0, key: "at", consequence: "the alert can never come")
      }
      alerts.append(
        try CompetingAlert(
          name: alert.name, id: alertNumber(alert.name), moment: moment ?? .launch,
          share: alert.parameter("share", default: 0),
          offset: alert.parameter("offset", default: 0),
          seconds: alert.seconds("seconds", median: 3, sigma: 0.5)))
    }
    let consent = try consent(reader)
    return try Surroundings(
      alerts: alerts, attribution: attribution(reader, consent: consent != nil),
      consent: consent)
  }

  private mutating func consent(_ reader: SectionReader) throws(ExperimentFault) -> ConsentModel? {
    guard let section = reader.optionalSection("consent") else { return nil }
    section.require(&problems)
    return try ConsentModel(
      order: section.text("order") == "before_att" ? .beforeATT : .afterATT,
      onUndetermined: section.text("on_undetermined") == "open" ? .open : .wait,
      accept: section.parameter("accept", default: 0),
      seconds: section.seconds("seconds", median: 8, sigma: 0.5), preGrant: section.flag("pre_grant"),
      reopen: section.parameter("reopen", default: 0))
  }

  private mutating func attribution(
    _ reader: SectionReader, consent hasConsent: Bool
  ) throws(ExperimentFault) -> AttributionModel? {
    guard let section = reader.optionalSection("attribution") else { return nil }
    section.require(&problems)
    let gate: GateKind =
      switch section.text("gate") {
      case "timer": .timer
      case "foreground": .foreground
      case "documented": .documented
      case .some, nil: .none
      }
    let starts: GateStart =
      switch section.text("starts") {
      case "process": .process
      case "after_consent": .afterConsent
      case .some, nil: hasConsent ? .afterConsent : .process
      }
    if starts == .afterConsent, !hasConsent {
      problems.warning(
        section.node["starts"]?.point ?? section.node.point,
        "the attribution SDK waits for a consent layer that is not modelled; it starts with the process")
    }
    return try AttributionModel(
      gate: gate,
      waitSeconds: section.parameter("wait_seconds", default: AttributionModel.standardWaitSeconds),
      starts: hasConsent ? starts : .process)
  }
}

extension Double {
  /// Up to six decimals, without trailing noise.
  var shortText: String { "\((self * 1e6).rounded() / 1e6)" }
  /// The same of a number of per cent: `30%`, `12.5%`.
  var percentText: String { (shortText.hasSuffix(".0") ? String(shortText.dropLast(2)) : shortText) + "%" }
}

/// The number of an alert's name: FNV-1a of its bytes (Fowler, Noll & Vo), 31 bits.
///
/// It depends on the name alone, so that an arm's alerts have the same draws
/// whatever alerts other arms have.
func alertNumber(_ name: String) -> UInt32 {
  let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
  return hash >> 1
}
