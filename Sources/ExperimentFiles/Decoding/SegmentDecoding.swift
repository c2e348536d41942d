import ExperimentDesign
import PromptFlow

extension ExperimentDecoder {
  /// Decodes one segment of one scenario from its merged mapping.
  ///
  /// - Parameter joints: what the layers draw together.
  func segment(_ node: LocatedNode, name: String, joints: [JointDistribution]) -> Segment {
    let reader = SectionReader(node: node, table: .segment, path: "", name: name, problems: problems)
    if !reader.has("retention"), !reader.has("sessions") {
      problems.error(
        node.point,
        "the population lacks visits: give 'retention' with d1, d7, d30, sessions_per_active_day, or 'sessions' with rate, leave"
      )
    }
    if !reader.has("allow") {
      problems.error(
        node.point,
        "the population lacks 'allow.rate': \(ValueKind.number(.openProbability, known: nil).expectation)")
    }
    let segment = Segment(
      name: name, share: reader.number("share") ?? 1, systemShares: systemShares(reader),
      visits: visits(reader, joints), reader.numbers(.people),
      onboarding: reader.optionalSection("onboarding")?.numbers(.onboarding), events: events(reader),
      continuing: reader.optionalSection("continue").flatMap {
        $0.has("rate") ? $0.numbers(.continuing) : nil
      },
      value: value(reader), surroundings: surroundings(node, path: ""))
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

  private func visits(_ reader: SectionReader, _ joints: [JointDistribution]) -> VisitModel {
    if let retention = reader.optionalSection("retention") {
      return self.retention.visits(retention, horizonDays: horizonDays, beliefs: joints) ?? unknownVisits
    }
    guard reader.has("sessions") else { return unknownVisits }
    let sessions = reader.section("sessions")
    func shape(_ key: String, _ section: SectionReader) -> Parameter {
      section.parameter(key, in: .shape, default: 1)
    }
    let rate =
      sessions.optionalSection("rate").map { .gamma(shape: shape("shape", $0), rate: shape("rate", $0)) }
      ?? VisitModel.Rate.constant(sessions.parameter("rate", in: .sessionsPerDay, default: 1))
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
    guard let systems = reader.node["os"], systems.isMapping else { return current }
    // A class that 'os' does not name has no devices; a share that is none was reported where it is written.
    let shares = SystemVersion.allCases.compactMap { system in
      systems[system.name].map { $0.number(in: .probability) } ?? 0
    }
    guard shares.count == current.count else { return current }
    let sum = shares.reduce(0, +)
    guard abs(sum - 1) <= 1e-6 else {
      problems.error(systems.point, "expected the shares of 'os' to sum to 1, found \(sum.shortText)")
      return current
    }
    return shares
  }

  private func events(_ reader: SectionReader) -> [EventStream] {
    reader.named("events").compactMap { event in
      eventKinds.firstIndex(of: event.name).map { number in
        EventStream(kind: EventKind(rawValue: number), event.numbers(.event))
      }
    }.sorted { $0.kind.rawValue < $1.kind.rawValue }
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
    let alerts = given.map { alert in
      let moment = alert.node["at"].flatMap {
        trigger($0, key: "at", consequence: "the alert can never come")
      }
      return CompetingAlert(
        name: alert.name, id: alertNumber(alert.name), moment: moment ?? .launch, alert.numbers(.alert))
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

  private func attribution(_ reader: SectionReader, consent hasConsent: Bool) -> AttributionModel? {
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
