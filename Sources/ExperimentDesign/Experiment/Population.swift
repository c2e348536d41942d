public import PromptFlow

/// A time in seconds that differs between people or moments: log-normal.
public struct LogNormalSeconds: Hashable, Sendable {
  /// Seconds.
  public var median: Parameter
  /// Standard deviation of the natural logarithm; 0 means always the median.
  public var sigma: Parameter

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
  public var rate: Rate
  /// The distribution of the leaving probability between people.
  public var leaving: Leaving
  /// The retention figures the distributions were fitted to, where the file gave those.
  public var fittedTo: RetentionTargets?

  package init(rate: Rate, leaving: Leaving, fittedTo: RetentionTargets? = nil) {
    self.rate = rate
    self.leaving = leaving
    self.fittedTo = fittedTo
  }
}

/// Classic retention as product people know it.
public struct RetentionTargets: Hashable, Sendable {
  /// Share of installs with a session in [1, 2), [7, 8) and [30, 31) days.
  public let d1: Double
  /// Share of installs with a session in [7, 8) days.
  public let d7: Double
  /// Share of installs with a session in [30, 31) days.
  public let d30: Double
  /// Mean sessions on a day with at least one, days 1 to 30.
  public let sessionsPerActiveDay: Double
  /// Share of installs with a second session within the horizon: chooses where two visit patterns have
  /// the other four figures.
  public let secondSession: Double?

  /// The figures as they are.
  public init(
    d1: Double, d7: Double, d30: Double, sessionsPerActiveDay: Double, secondSession: Double? = nil
  ) {
    self.d1 = d1
    self.d7 = d7
    self.d30 = d30
    self.sessionsPerActiveDay = sessionsPerActiveDay
    self.secondSession = secondSession
  }
}

/// The app's introduction, before any content.
public struct Onboarding: Hashable, Sendable {
  /// Probability of completing it in session 1, and in any later one.
  public var first: Parameter
  /// Probability of completing it in any later session.
  public var later: Parameter
  /// How long it takes, completed or not.
  public var seconds: LogNormalSeconds

  package init(first: Parameter, later: Parameter, seconds: LogNormalSeconds) {
    self.first = first
    self.later = later
    self.seconds = seconds
  }
}

/// One kind of app event: a marked Poisson stream within sessions.
public struct EventStream: Hashable, Sendable {
  /// The kind, by its number in the experiment.
  public var kind: EventKind
  /// Mean number per session for a person of average activity.
  public var perSession: Parameter
  /// Mean of the exponential duration, seconds.
  public var seconds: Parameter
  /// What one such event adds to the value experienced.
  public var value: Parameter

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
  public var name: String
  /// A number that belongs to the alert's name: the address of its draws, below 2³².
  public var id: Int
  /// What it comes after, once: of `launch` and `session`, the activation of that one session.
  public var moment: AskTrigger
  /// Share of installs that are asked.
  public var share: Parameter
  /// Seconds after the moment.
  public var offset: Parameter
  /// How long the alert stays up.
  public var seconds: LogNormalSeconds

  package init(
    name: String, id: Int, moment: AskTrigger, share: Parameter, offset: Parameter,
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
  public var withActivity: Parameter
  /// Correlation with staying, the standardised opposite of the leaving probability.
  public var withStaying: Parameter

  package init(withActivity: Parameter, withStaying: Parameter) {
    self.withActivity = withActivity
    self.withStaying = withStaying
  }
}

/// What decides the answer to the alert.
public struct AllowModel: Hashable, Sendable {
  /// Share of people who would allow when asked warm, before any value.
  public var rate: Parameter
  /// Log-odds per standard deviation of willingness.
  public var spread: Parameter
  /// Log-odds per unit of ln(1 + value experienced).
  public var value: Parameter
  /// Odds ratio of being asked before anything was completed.
  public var coldOddsRatio: Parameter

  package init(rate: Parameter, spread: Parameter, value: Parameter, coldOddsRatio: Parameter) {
    self.rate = rate
    self.spread = spread
    self.value = value
    self.coldOddsRatio = coldOddsRatio
  }
}

/// What decides whether a pre-prompt is continued.
public struct ContinueModel: Hashable, Sendable {
  /// Share of people who would continue at the first showing, before any value.
  public var rate: Parameter
  /// Log-odds per standard deviation of willingness.
  public var spread: Parameter
  /// Log-odds per unit of ln(1 + value experienced).
  public var value: Parameter
  /// Odds ratio per further showing.
  public var fatigueOddsRatio: Parameter
  /// Probability that a showing meets the person's own, unchanging uniform.
  public var persistence: Parameter

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
  public var seconds: LogNormalSeconds
  /// Probability of leaving the app at once, the alert unanswered (R31).
  public var unanswered: Parameter

  package init(seconds: LogNormalSeconds, unanswered: Parameter) {
    self.seconds = seconds
    self.unanswered = unanswered
  }
}

/// Hazards of leaving for good at the end of the session in which they occur.
public struct Annoyance: Hashable, Sendable {
  /// Per showing of a pre-prompt.
  public var prePrompt: Parameter
  /// Per tracking alert shown, answered or not.
  public var alert: Parameter
  /// Once more where that alert was cold.
  public var cold: Parameter
  /// For the link to Settings that is shown after a denial.
  public var nag: Parameter

  package init(prePrompt: Parameter, alert: Parameter, cold: Parameter, nag: Parameter) {
    self.prePrompt = prePrompt
    self.alert = alert
    self.cold = cold
    self.nag = nag
  }
}

/// Probabilities per session of changing the answer in Settings (R37, R38).
public struct SettingsModel: Hashable, Sendable {
  /// From denied by answer to authorized.
  public var reenable: Parameter
  /// Added to re-enabling by a link among the preferences.
  public var linkInPreferences: Parameter
  /// Added to re-enabling in the session that shows the link.
  public var linkAfterDenial: Parameter
  /// From authorized to denied.
  public var revoke: Parameter

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
  public var gate: GateKind
  /// The wait the app configured, seconds of wall clock.
  public var waitSeconds: Parameter
  /// When the SDK starts.
  public var starts: GateStart

  package init(gate: GateKind, waitSeconds: Parameter, starts: GateStart) {
    self.gate = gate
    self.waitSeconds = waitSeconds
    self.starts = starts
  }
}

/// The consent layer (CMP).
public struct ConsentModel: Hashable, Sendable {
  /// Whether it is asked before or after the tracking alert.
  public var order: ConsentOrder
  /// What follows a request that ended undetermined.
  public var onUndetermined: ConsentOnUndetermined
  /// Probability of accepting ad purposes when asked.
  public var accept: Parameter
  /// How long the layer is up.
  public var seconds: LogNormalSeconds
  /// Whether authorized counts as accepted without a screen (R116).
  public var preGrant: Bool
  /// Probability per later session of reversing the answer (R115).
  public var reopen: Parameter

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
}

/// What a session is worth, in units of `currency`.
public struct SessionValue: Hashable, Sendable {
  /// Code or sign of the currency; only shown.
  public var currency: String
  /// Where the advertising identifier can be read when the session ends.
  public var identified: Parameter
  /// Where it cannot.
  public var otherwise: Parameter

  package init(currency: String, identified: Parameter, otherwise: Parameter) {
    self.currency = currency
    self.identified = identified
    self.otherwise = otherwise
  }
}
