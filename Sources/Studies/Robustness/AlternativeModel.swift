public import ExperimentDesign
import PromptFlow
import RandomStreams

/// Another reading of the same facts: what may be true of people, or of the app's own code, where the file says
/// otherwise or leaves it open.
///
/// Whether those who stay are more willing anyway, or become so by what they experience, no test of
/// one moment can tell; nor has anybody published what words before the alert do, or what a question
/// asked cold costs. The models of people are symmetric: of each of the three there is one that makes it nothing
/// and one that makes it as strong as is assumed possible, so that no way of asking is safe from all.
///
/// Models of the code hold where the file leaves it to a default, a preset or a guess (``OpenChoices``).
public enum AlternativeModel: String, CaseIterable, Hashable, Sendable, Codable {
  /// Experience persuades nobody (`allow.value` is 0); who stays and uses the app more is more
  /// willing from the start, as much as is assumed possible (`willingness` at its upper ends).
  case selectionOnly = "selection_only"
  /// Experience persuades as much as is assumed possible (`allow.value` at its upper end), and nobody is
  /// more willing from the start (`willingness` is 0).
  case causeOnly = "cause_only"
  /// No text before the alert or on it moves anybody: the odds ratios of usage strings and
  /// pre-prompts are 1.
  case noFraming = "no_framing"
  /// Words move people as much as is assumed possible: those odds ratios at their upper ends.
  case strongFraming = "strong_framing"
  /// A question asked cold costs nothing: `allow.cold_odds_ratio` is 1, `annoyance.cold` is 0.
  case freeColdQuestion = "free_cold_question"
  /// It costs as much as is assumed possible: `allow.cold_odds_ratio` at its lower end, `annoyance.cold`
  /// at its upper.
  case costlyColdQuestion = "costly_cold_question"
  /// Experience puts people off: `allow.value` with its sign turned.
  case fallingWillingness = "falling_willingness"
  /// The app does not ask again after a request that showed no alert (`retry: never`). Another alert that may come at
  /// the ask, as they share a moment, does.
  case lostRequestNotRepeated = "lost_request_not_repeated"
  /// Another alert is up at the very moment of asking, whatever the moment is.
  case alertAtAsk = "alert_at_ask"
  /// The attribution SDK waits its default.
  case defaultWait = "default_wait"

  /// What a model is about.
  public enum Kind: String, Sendable, Codable {
    /// What people are like.
    case people
    /// What the app's own code does, which its team can look up.
    case code
  }

  package var kind: Kind {
    switch self {
    case .selectionOnly, .causeOnly, .noFraming, .strongFraming, .freeColdQuestion, .costlyColdQuestion,
      .fallingWillingness:
      .people
    case .lostRequestNotRepeated, .alertAtAsk, .defaultWait: .code
    }
  }

  /// The one number that this reading is about, and what it is then, wherever the file has it; `nil` for several numbers
  /// and for an end of what is assumed possible.
  public var assumedValue: (path: String, value: Double)? {
    switch self {
    case .selectionOnly: ("allow.value", 0)
    case .freeColdQuestion: ("allow.cold_odds_ratio", 1)
    case .causeOnly, .noFraming, .strongFraming, .costlyColdQuestion, .fallingWillingness,
      .lostRequestNotRepeated, .alertAtAsk, .defaultWait:
      nil
    }
  }

  /// The experiment under this reading.
  ///
  /// What is assumed possible ends at the 5% and 95% quantiles (``PossibleEnds``), within the legal range; a known
  /// number stays, unless it stands in place of a range. Correlations whose squares would sum to more than 1 are scaled
  /// down together. A distribution whose mirror image cannot be written (beta, lognormal) is turned at its mean. What is
  /// drawn keeps its draws under the same seed.
  /// - Returns: `nil` where it would be the experiment as written.
  /// - Throws: `ExperimentFault` where an end of what is assumed possible is no legal number.
  public func experiment(from original: Experiment) throws(ExperimentFault) -> Experiment? {
    let alternative = try reading(of: original)
    return alternative == original ? nil : alternative
  }

  private func reading(of original: Experiment) throws(ExperimentFault) -> Experiment {
    let ends = PossibleEnds(of: original)
    switch self {
    case .selectionOnly:
      return try original.replacingSegments { segment throws(ExperimentFault) in
        segment.replacing(
          willingness: try segment.willingness.upper(ends),
          allow: segment.allow.replacing(value: try segment.allow.value.replacing(.constant(0))))
      }
    case .causeOnly:
      return try original.replacingSegments { segment throws(ExperimentFault) in
        segment.replacing(
          willingness: Willingness(
            withActivity: try segment.willingness.withActivity.replacing(.constant(0)),
            withStaying: try segment.willingness.withStaying.replacing(.constant(0))),
          allow: segment.allow.replacing(value: try ends.upper(segment.allow.value)))
      }
    case .strongFraming:
      return try original.replacingArms { arm throws(ExperimentFault) in
        try arm.replacingFraming { number throws(ExperimentFault) in try ends.upper(number) }
      }
    case .freeColdQuestion:
      return try original.replacingSegments { segment throws(ExperimentFault) in
        segment.replacing(
          allow: segment.allow.replacing(
            coldOddsRatio: try segment.allow.coldOddsRatio.replacing(.constant(1))),
          annoyance: segment.annoyance.replacing(cold: try segment.annoyance.cold.replacing(.constant(0))))
      }
    case .costlyColdQuestion:
      return try original.replacingSegments { segment throws(ExperimentFault) in
        segment.replacing(
          allow: segment.allow.replacing(coldOddsRatio: try ends.lower(segment.allow.coldOddsRatio)),
          annoyance: segment.annoyance.replacing(cold: try ends.upper(segment.annoyance.cold)))
      }
    case .noFraming:
      return try original.replacingArms { arm throws(ExperimentFault) in
        try arm.replacingFraming { number throws(ExperimentFault) in try number.replacing(.constant(1)) }
      }
    case .fallingWillingness: return try original.turningWillingness(ends)
    case .lostRequestNotRepeated:
      return try original.replacingOpenArms { arm, open throws(ExperimentFault) in
        guard open.retry else { return arm }
        return try arm.replacing(retry: .never).meetingAlerts(open, wherever: false)
      }
    case .alertAtAsk:
      return try original.replacingOpenArms { arm, open throws(ExperimentFault) in
        try arm.meetingAlerts(open, wherever: true)
      }
    case .defaultWait:
      return try original.replacingOpenArms { arm, open throws(ExperimentFault) in
        try open.wait ? arm.waitingByDefault() : arm
      }
    }
  }
}

extension Willingness {
  /// Both correlations at their upper ends.
  fileprivate func upper(_ ends: PossibleEnds) throws(ExperimentFault) -> Willingness {
    let activity = try ends.end(1, of: withActivity)
    let staying = try ends.end(1, of: withStaying)
    let size = max(1, (activity * activity + staying * staying).squareRoot())
    return Willingness(
      withActivity: try withActivity.replacing(.constant(activity / size)),
      withStaying: try withStaying.replacing(.constant(staying / size)))
  }
}

extension Arm {
  /// The arm with every odds ratio of its words changed.
  fileprivate func replacingFraming(
    _ change: (Parameter) throws(ExperimentFault) -> Parameter
  ) throws(ExperimentFault) -> Arm {
    let arm = replacing(usageString: usageString.replacing(oddsRatio: try change(usageString.oddsRatio)))
    guard let prePrompt else { return arm }
    return arm.showing(
      prePrompt.replacing(
        continueOddsRatio: try change(prePrompt.continueOddsRatio),
        allowOddsRatio: try change(prePrompt.allowOddsRatio)))
  }
}

extension Experiment {
  /// The experiment in which what experience does is turned.
  fileprivate func turningWillingness(_ ends: PossibleEnds) throws(ExperimentFault) -> Experiment {
    var turned: Set<Distribution> = []
    let alternative = try replacingSegments { segment throws(ExperimentFault) in
      let value = segment.allow.value
      if case .joint = value.distribution { turned.insert(value.distribution) }
      let distribution =
        try value.constant == nil ? value.distribution.mirrored : .constant(-ends.end(1, of: value))
      return segment.replacing(allow: segment.allow.replacing(value: try value.replacing(distribution)))
    }
    var mirrored: [JointDistribution] = []
    for joint in joints { mirrored.append(try joint.mirrored(turned)) }
    return try alternative.replacing(joints: mirrored)
  }

  /// The experiment with every arm changed of which the file leaves something open.
  fileprivate func replacingOpenArms(
    _ change: (Arm, OpenChoices) throws(ExperimentFault) -> Arm
  ) throws(ExperimentFault) -> Experiment {
    try replacingArms { arm throws(ExperimentFault) in
      guard let open = openInputs.choices[arm.name] else { return arm }
      return try change(arm, open)
    }
  }
}

extension Arm {
  /// The arm with other alerts up when it asks, as far as the file leaves open when they come; where it leaves open who
  /// is asked, everybody is.
  ///
  /// - Parameter wherever: whether alerts of another moment come at that of the ask, where it is open; else those of the
  ///   same moment alone.
  fileprivate func meetingAlerts(_ open: OpenChoices, wherever: Bool) throws(ExperimentFault) -> Arm {
    try replacingSurroundings { around throws(ExperimentFault) in
      let alerts = try around.alerts.map { alert throws(ExperimentFault) in
        let moves = wherever && open.moments.contains(alert.id)
        guard open.offsets.contains(alert.id), moves || alert.moment == strategy.trigger else { return alert }
        return try CompetingAlert(
          name: alert.name, id: alert.id, moment: strategy.trigger,
          share: open.shares.contains(alert.id) ? alert.share.replacing(.constant(1)) : alert.share,
          offset: offset(of: alert), seconds: alert.seconds)
      }
      return Surroundings(alerts: alerts, attribution: around.attribution, consent: around.consent)
    }
  }

  /// The seconds after the arm's moment at which an alert meets its ask.
  private func offset(of alert: CompetingAlert) throws(ExperimentFault) -> Parameter {
    guard let delay = delaySeconds.constant else { return delaySeconds }
    return try alert.offset.replacing(.constant(delay))
  }

  /// The arm with an attribution SDK that waits its default.
  fileprivate func waitingByDefault() throws(ExperimentFault) -> Arm {
    try replacingSurroundings { around throws(ExperimentFault) in
      guard let attribution = around.attribution else { return around }
      let wait = try attribution.waitSeconds.replacing(.constant(AttributionModel.standardWaitSeconds))
      return Surroundings(
        alerts: around.alerts,
        attribution: AttributionModel(gate: attribution.gate, waitSeconds: wait, starts: attribution.starts),
        consent: around.consent)
    }
  }
}

extension Distribution {
  /// The distribution of the number with its sign turned.
  fileprivate var mirrored: Distribution {
    switch self {
    case .constant(let value): .constant(-value)
    case .normal(let mean, let sd): .normal(mean: -mean, sd: sd)
    case .uniform(let low, let high): .uniform(low: -high, high: -low)
    case .triangular(let low, let mode, let high): .triangular(low: -high, mode: -mode, high: -low)
    case .lognormal(let median, let sigma): .constant(-median * ElementaryFunctions.exp(sigma * sigma / 2))
    case .beta(let a, let b): .constant(-a / (a + b))
    // Its joint is turned instead.
    case .joint: self
    }
  }
}

extension JointDistribution {
  /// The distribution with the sign turned of those members on the identity scale that are named.
  fileprivate func mirrored(_ members: Set<Distribution>) throws(ExperimentFault) -> JointDistribution {
    var (mean, factor) = (mean, factor)
    for member in mean.indices where members.contains(.joint(path, member: member)) {
      guard scales[member] == .identity else { continue }
      mean[member].negate()
      for column in factor[member].indices { factor[member][column].negate() }
    }
    return try replacing(mean: mean, factor: factor)
  }
}
