public import PromptFlow

/// A time in seconds that differs between people or moments: log-normal.
public struct LogNormalSeconds: Hashable, Sendable {
  /// Seconds.
  public let median: Parameter
  /// Standard deviation of the natural logarithm; 0 means always the median.
  public let sigma: Parameter

  package init(median: Parameter, sigma: Parameter) {
    self.median = median
    self.sigma = sigma
  }
}

/// How often people come back and when they leave for good (MBG/NBD).
public struct VisitModel: Hashable, Sendable {
  /// Sessions per day while alive.
  public enum Rate: Hashable, Sendable {
    case constant(Parameter)
    case gamma(shape: Parameter, rate: Parameter)
  }
  /// Probability of leaving for good after each session.
  public enum Leaving: Hashable, Sendable {
    case constant(Parameter)
    case beta(a: Parameter, b: Parameter)
  }
  /// The distribution of sessions per day between people.
  public let rate: Rate
  /// The distribution of the leaving probability between people.
  public let leaving: Leaving
  /// The retention figures that condition the four numbers, where the file gave those.
  public let fittedTo: RetentionFigures?

  package init(rate: Rate, leaving: Leaving, fittedTo: RetentionFigures? = nil) {
    self.rate = rate
    self.leaving = leaving
    self.fittedTo = fittedTo
  }
}

/// What a team has counted of how people come back, as product people know it.
///
/// The figures are observations: they condition what is believed of the visits, and leave the rest of it open.
public struct RetentionFigures: Hashable, Sendable {
  /// Share of installs with a session in [1, 2) days.
  public let d1: Double
  /// Share of installs with a session in [7, 8) days; `nil` where nobody says.
  public let d7: Double?
  /// Share of installs with a session in [30, 31) days; `nil` where nobody says.
  public let d30: Double?
  /// Mean sessions on a day with at least one, days 1 to 30; `nil` where nobody says.
  public let sessionsPerActiveDay: Double?
  /// Share of installs without a second session within the horizon; `nil` where nobody says.
  public let neverBack: Double?
  /// How many installs were counted; `nil` where nobody says.
  public let installs: Int?

  /// Figures that one population can have.
  ///
  /// - Throws: `ExperimentFault` where a share is not between 0 and 1, retention rises with the day, or the
  ///   sessions of an active day are outside their range.
  public init(
    d1: Double, d7: Double? = nil, d30: Double? = nil, sessionsPerActiveDay: Double? = nil,
    neverBack: Double? = nil, installs: Int? = nil
  ) throws(ExperimentFault) {
    let shares: [(key: String, share: Double?)] = [
      ("d1", d1), ("d7", d7), ("d30", d30), ("never_back", neverBack),
    ]
    for (key, share) in shares {
      guard let share else { continue }
      guard share > 0, share < 1 else { throw .retentionFigure(share, key: key) }
    }
    if let sessionsPerActiveDay, !LegalRange.sessionsPerActiveDay.contains(sessionsPerActiveDay) {
      throw .retentionFigure(sessionsPerActiveDay, key: "sessions_per_active_day")
    }
    let week = d7 ?? d1
    let month = d30 ?? 0
    guard d1 >= week, week >= month, d1 > month else {
      throw .risingRetention(d1: d1, d7: week, d30: month)
    }
    self.d1 = d1
    self.d7 = d7
    self.d30 = d30
    self.sessionsPerActiveDay = sessionsPerActiveDay
    self.neverBack = neverBack
    self.installs = installs
  }

  /// The figures by their keys in a file.
  public var values: [(key: String, value: Double)] {
    let all: [(key: String, value: Double?)] = [
      ("d1", d1), ("d7", d7), ("d30", d30), ("sessions_per_active_day", sessionsPerActiveDay),
      ("never_back", neverBack),
    ]
    return all.compactMap { figure in figure.value.map { (figure.key, $0) } }
  }
}

/// The app's introduction, before any content.
public struct Onboarding: Hashable, Sendable {
  /// Probability of completing it in session 1, and in any later one.
  public let first: Parameter
  /// Probability of completing it in any later session.
  public let later: Parameter
  /// How long it takes, completed or not.
  public let seconds: LogNormalSeconds

  package init(first: Parameter, later: Parameter, seconds: LogNormalSeconds) {
    self.first = first
    self.later = later
    self.seconds = seconds
  }
}

/// One kind of app event: a marked Poisson stream within sessions.
public struct EventStream: Hashable, Sendable {
  /// The kind, by its number in the experiment.
  public let kind: EventKind
  /// Mean number per session for a person of average activity.
  public let perSession: Parameter
  /// Mean of the exponential duration, seconds.
  public let seconds: Parameter
  /// What one such event adds to the value experienced.
  public let value: Parameter

  package init(kind: EventKind, perSession: Parameter, seconds: Parameter, value: Parameter) {
    self.kind = kind
    self.perSession = perSession
    self.seconds = seconds
    self.value = value
  }
}

/// Another system alert of the app, such as push permission: once in a life.
public struct CompetingAlert: Hashable, Sendable {
  /// As the file names it.
  public let name: String
  /// A number that belongs to the alert's name: the address of its draws.
  public let id: UInt32
  /// What it comes after, once: of `launch` and `session`, the activation of that one session.
  public let moment: AskTrigger
  /// Share of installs that are asked.
  public let share: Parameter
  /// Seconds after the moment.
  public let offset: Parameter
  /// How long the alert stays up.
  public let seconds: LogNormalSeconds

  package init(
    name: String, id: UInt32, moment: AskTrigger, share: Parameter, offset: Parameter,
    seconds: LogNormalSeconds
  ) {
    self.name = name
    self.id = id
    self.moment = moment
    self.share = share
    self.offset = offset
    self.seconds = seconds
  }
}

/// Correlations of willingness with behaviour: selection, not cause.
public struct Willingness: Hashable, Sendable {
  /// Correlation with the logarithm of activity.
  public let withActivity: Parameter
  /// Correlation with staying, the standardised opposite of the leaving probability.
  public let withStaying: Parameter

  package init(withActivity: Parameter, withStaying: Parameter) {
    self.withActivity = withActivity
    self.withStaying = withStaying
  }

  /// The correlations with other numbers; those that are not given stay.
  package func replacing(withActivity: Parameter? = nil, withStaying: Parameter? = nil) -> Willingness {
    Willingness(
      withActivity: withActivity ?? self.withActivity, withStaying: withStaying ?? self.withStaying)
  }
}

/// What decides the answer to the alert.
public struct AllowModel: Hashable, Sendable {
  /// Share of people who would allow when asked warm, before any value.
  public let rate: Parameter
  /// Log-odds per standard deviation of willingness.
  public let spread: Parameter
  /// Log-odds per unit of ln(1 + value experienced).
  public let value: Parameter
  /// Odds ratio of being asked before anything was completed.
  public let coldOddsRatio: Parameter

  package init(rate: Parameter, spread: Parameter, value: Parameter, coldOddsRatio: Parameter) {
    self.rate = rate
    self.spread = spread
    self.value = value
    self.coldOddsRatio = coldOddsRatio
  }

  /// The model with other numbers; those that are not given stay.
  package func replacing(
    rate: Parameter? = nil, spread: Parameter? = nil, value: Parameter? = nil,
    coldOddsRatio: Parameter? = nil
  ) -> AllowModel {
    AllowModel(
      rate: rate ?? self.rate, spread: spread ?? self.spread, value: value ?? self.value,
      coldOddsRatio: coldOddsRatio ?? self.coldOddsRatio)
  }
}

/// What decides whether a pre-prompt is continued.
public struct ContinueModel: Hashable, Sendable {
  /// Share of people who would continue at the first showing, before any value.
  public let rate: Parameter
  /// Log-odds per standard deviation of willingness.
  public let spread: Parameter
  /// Log-odds per unit of ln(1 + value experienced).
  public let value: Parameter
  /// Odds ratio per further showing.
  public let fatigueOddsRatio: Parameter
  /// Probability that a showing meets the person's own, unchanging uniform.
  public let persistence: Parameter

  package init(
    rate: Parameter, spread: Parameter, value: Parameter, fatigueOddsRatio: Parameter,
    persistence: Parameter
  ) {
    self.rate = rate
    self.spread = spread
    self.value = value
    self.fatigueOddsRatio = fatigueOddsRatio
    self.persistence = persistence
  }
}

/// How and whether the alert is answered.
public struct AnswerModel: Hashable, Sendable {
  /// How long an answered alert stays up.
  public let seconds: LogNormalSeconds
  /// Probability of leaving the app at once, the alert unanswered (R31).
  public let unanswered: Parameter

  package init(seconds: LogNormalSeconds, unanswered: Parameter) {
    self.seconds = seconds
    self.unanswered = unanswered
  }
}

/// Hazards of leaving for good at the end of the session in which they occur.
public struct Annoyance: Hashable, Sendable {
  /// Per showing of a pre-prompt.
  public let prePrompt: Parameter
  /// Per tracking alert shown, answered or not.
  public let alert: Parameter
  /// Once more where that alert was cold.
  public let cold: Parameter
  /// For the link to Settings that is shown after a denial.
  public let nag: Parameter

  package init(prePrompt: Parameter, alert: Parameter, cold: Parameter, nag: Parameter) {
    self.prePrompt = prePrompt
    self.alert = alert
    self.cold = cold
    self.nag = nag
  }

  /// The hazards with other numbers; those that are not given stay.
  package func replacing(
    prePrompt: Parameter? = nil, alert: Parameter? = nil, cold: Parameter? = nil, nag: Parameter? = nil
  ) -> Annoyance {
    Annoyance(
      prePrompt: prePrompt ?? self.prePrompt, alert: alert ?? self.alert, cold: cold ?? self.cold,
      nag: nag ?? self.nag)
  }
}

/// Probabilities per session of changing the answer in Settings (R37, R38).
public struct SettingsModel: Hashable, Sendable {
  /// From denied by answer to authorized.
  public let reenable: Parameter
  /// Added to re-enabling by a link among the preferences.
  public let linkInPreferences: Parameter
  /// Added to re-enabling in the session that shows the link.
  public let linkAfterDenial: Parameter
  /// From authorized to denied.
  public let revoke: Parameter

  package init(
    reenable: Parameter, linkInPreferences: Parameter, linkAfterDenial: Parameter, revoke: Parameter
  ) {
    self.reenable = reenable
    self.linkInPreferences = linkInPreferences
    self.linkAfterDenial = linkAfterDenial
    self.revoke = revoke
  }
}

/// When the attribution SDK of an experiment's population starts.
@frozen
public enum GateStart: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case process
  /// When the consent layer has been resolved.
  case afterConsent
}

/// The attribution SDK's one install event.
public struct AttributionModel: Hashable, Sendable {
  /// How the event is held back.
  public let gate: GateKind
  /// The wait the app configured, seconds of wall clock.
  public let waitSeconds: Parameter
  /// When the SDK starts.
  public let starts: GateStart
  /// The wait of an SDK that the app configures nothing of, seconds.
  public static let standardWaitSeconds = 20.0

  package init(gate: GateKind, waitSeconds: Parameter, starts: GateStart) {
    self.gate = gate
    self.waitSeconds = waitSeconds
    self.starts = starts
  }
}

/// The consent layer (CMP).
public struct ConsentModel: Hashable, Sendable {
  /// Whether it is asked before or after the tracking alert.
  public let order: ConsentOrder
  /// What follows a request that ended undetermined.
  public let onUndetermined: ConsentOnUndetermined
  /// Probability of accepting ad purposes when asked.
  public let accept: Parameter
  /// How long the layer is up.
  public let seconds: LogNormalSeconds
  /// Whether authorized counts as accepted without a screen (R116).
  public let preGrant: Bool
  /// Probability per later session of reversing the answer (R115).
  public let reopen: Parameter

  package init(
    order: ConsentOrder, onUndetermined: ConsentOnUndetermined, accept: Parameter,
    seconds: LogNormalSeconds, preGrant: Bool, reopen: Parameter
  ) {
    self.order = order
    self.onUndetermined = onUndetermined
    self.accept = accept
    self.seconds = seconds
    self.preGrant = preGrant
    self.reopen = reopen
  }

  /// The same layer, before or after the alert.
  func asking(_ order: ConsentOrder) -> ConsentModel {
    ConsentModel(
      order: order, onUndetermined: onUndetermined, accept: accept, seconds: seconds, preGrant: preGrant,
      reopen: reopen)
  }
}

/// What a session is worth, in units of `currency`.
public struct SessionValue: Hashable, Sendable {
  /// Code or sign of the currency; only shown.
  public let currency: String
  /// Where the advertising identifier can be read when the session ends.
  public let identified: Parameter
  /// Where it cannot.
  public let otherwise: Parameter

  package init(currency: String, identified: Parameter, otherwise: Parameter) {
    self.currency = currency
    self.identified = identified
    self.otherwise = otherwise
  }
}
