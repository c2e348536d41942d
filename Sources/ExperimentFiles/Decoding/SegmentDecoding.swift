import ExperimentDesign
import PromptFlow

/// Turns merged populations into segments, numbering their events.
struct SegmentDecoder {
  let problems: ProblemList
  let retention: RetentionReader
  var horizonDays: Double
  /// Names of event kinds by number.
  var eventKinds: [String]
  /// What the layers draw together.
  var joints: [JointDistribution] = []

  /// Decodes one segment of one scenario from its merged mapping.
  func segment(_ node: LocatedNode, name: String, path: String) -> Segment {
    let reader = SectionReader(node: node, table: .segment, path: path, name: name, problems: problems)
    if !reader.has("retention"), !reader.has("sessions") {
      problems.error(
        node.point,
        "the population lacks visits: give 'retention' with d1, d7, d30, sessions_per_active_day, or 'sessions' with rate, leave"
      )
    }
    if !reader.has("allow") {
      problems.error(
        node.point, "the population lacks 'allow.rate': \(ValueKind.parameter(.openProbability).expectation)")
    }
    let segment = Segment(
      name: name, share: reader.number("share") ?? 1, systemShares: systemShares(reader),
      visits: visits(reader), reader.numbers(.people), onboarding: onboarding(reader), events: events(reader),
      continuing: reader.optionalSection("continue").flatMap {
        $0.has("rate") ? $0.numbers(.continuing) : nil
      },
      value: value(reader), surroundings: surroundings(node, path: path))
    checkAlerts(node, segment.surroundings.alerts, of: segment)
    checkCrossFields(segment, reader)
    return segment
  }

  /// Reports lives that would have more sessions than a simulation can live.
  private func checkRate(_ rate: VisitModel.Rate<Parameter>, _ sessions: SectionReader) {
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
  private var unknownVisits: VisitModel {
    let one = Parameter(.constant(1), path: "", range: .positive)
    return VisitModel(rate: .gamma(shape: one, rate: one), leaving: .beta(a: one, b: one))
  }

  private func visits(_ reader: SectionReader) -> VisitModel {
    if let retention = reader.optionalSection("retention") {
      guard let figures = self.retention.figures(retention, problems) else { return unknownVisits }
      return self.retention.visits(
        for: figures, in: retention.node, horizonDays: horizonDays, beliefs: joints, problems)
        ?? unknownVisits
    }
    guard reader.has("sessions") else { return unknownVisits }
    let sessions = reader.section("sessions")
    func shape(_ key: String, _ section: SectionReader) -> Parameter {
      section.parameter(key, in: .shape, default: 1)
    }
    let rate: VisitModel.Rate<Parameter>
    if let gamma = sessions.optionalSection("rate") {
      rate = .gamma(shape: shape("shape", gamma), rate: shape("rate", gamma))
    } else {
      rate = .constant(sessions.parameter("rate", in: .sessionsPerDay, default: 1))
    }
    checkRate(rate, sessions)
    if let beta = sessions.optionalSection("leave") {
      return VisitModel(rate: rate, leaving: .beta(a: shape("a", beta), b: shape("b", beta)))
    }
    guard sessions.distribution("leave", in: .probability) != nil else { return unknownVisits }
    return VisitModel(
      rate: rate, leaving: .constant(sessions.parameter("leave", in: .probability, default: 1)))
  }

  private func systemShares(_ reader: SectionReader) -> [Double] {
    let current = SystemVersion.allCases.map { $0 == .modern ? 1.0 : 0 }
    guard let systems = reader.optionalSection("os") else { return current }
    // A class that 'os' does not name has no devices.
    let shares = SystemVersion.allCases.compactMap {
      systems.has($0.name) ? systems.number($0.name) : 0
    }
    // A share that is none was reported where it is written.
    guard shares.count == SystemVersion.allCases.count else { return current }
    let sum = shares.reduce(0, +)
    guard abs(sum - 1) <= 1e-6 else {
      problems.error(
        systems.node.point,
        "expected the shares of 'os' to sum to 1, found \(sum.shortText)")
      return current
    }
    return shares
  }

  private func onboarding(_ reader: SectionReader) -> Numbers? {
    guard let section = reader.optionalSection("onboarding") else { return nil }
    if let seconds = section.optionalSection("seconds") {
      for key in ["median", "sigma"] where !seconds.has(key) {
        problems.error(seconds.node.point, "'onboarding.seconds' lacks '\(key)', which has no default")
      }
    }
    return section.numbers(.onboarding)
  }

  private func events(_ reader: SectionReader) -> [EventStream] {
    var streams: [EventStream] = []
    for event in reader.named("events") {
      guard let number = eventKinds.firstIndex(of: event.name) else { continue }
      streams.append(EventStream(kind: EventKind(rawValue: number), event.numbers(.event)))
    }
    return streams.sorted { $0.kind.rawValue < $1.kind.rawValue }
  }

  private func value(_ reader: SectionReader) -> SessionValue? {
    guard let section = reader.optionalSection("value") else { return nil }
    let perSession = section.section("per_session")
    for key in ["identified", "otherwise"] {
      guard let amount = perSession.number(key), amount > 0, amount < LegalRange.leastAmount else { continue }
      problems.error(
        perSession.node[key]?.point ?? perSession.node.point,
        "expected 0 or at least 1e-30 in '\(key)', found \(amount), which is too small to count; write a smaller unit of currency, such as cents"
      )
    }
    return SessionValue(currency: section.text("currency") ?? "USD", perSession.numbers(.worth))
  }

  /// Decodes what an arm may override, from a population or from an arm merged over one.
  func surroundings(_ node: LocatedNode, path: String) -> Surroundings {
    let reader = SectionReader(
      node: node, table: .segment, path: path, name: "population", problems: problems)
    let given = reader.named("alerts")
    if given.count > SizeLimits.alerts {
      problems.error(
        node["alerts"]?.point ?? node.point,
        "expected at most \(SizeLimits.alerts) alerts per install, found \(given.count)")
      return Surroundings()
    }
    var alerts: [CompetingAlert] = []
    for alert in given {
      let moment = alert.node["at"].flatMap {
        trigger($0, key: "at", consequence: "the alert can never come")
      }
      alerts.append(
        CompetingAlert(
          name: alert.name, id: alertNumber(alert.name), moment: moment ?? .launch, alert.numbers(.alert)))
    }
    let consent = consent(reader)
    return Surroundings(
      alerts: alerts, attribution: attribution(reader, consent: consent != nil), consent: consent)
  }

  private func consent(_ reader: SectionReader) -> ConsentModel? {
    guard let section = reader.optionalSection("consent") else { return nil }
    return ConsentModel(
      order: section.word("order") ?? .afterATT, onUndetermined: section.word("on_undetermined") ?? .wait,
      preGrant: section.flag("pre_grant"), section.numbers(.consent))
  }

  private func attribution(
    _ reader: SectionReader, consent hasConsent: Bool
  ) -> AttributionModel? {
    guard let section = reader.optionalSection("attribution") else { return nil }
    let starts = section.word("starts") ?? (hasConsent ? GateStart.afterConsent : .process)
    if starts == .afterConsent, !hasConsent {
      problems.warning(
        section.node["starts"]?.point ?? section.node.point,
        "the attribution SDK waits for a consent layer that is not modelled; it starts with the process")
    }
    return AttributionModel(
      gate: section.word("gate") ?? .none, starts: hasConsent ? starts : .process,
      section.numbers(.attribution))
  }
}

extension Double {
  /// Up to six decimals, without trailing noise.
  var shortText: String { ((self * 1e6).rounded() / 1e6).plainText }
}

/// The number of an alert's name: FNV-1a of its bytes (Fowler, Noll & Vo), 31 bits.
///
/// It depends on the name alone, so that an arm's alerts have the same draws
/// whatever alerts other arms have.
func alertNumber(_ name: String) -> UInt32 {
  let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
  return hash >> 1
}
