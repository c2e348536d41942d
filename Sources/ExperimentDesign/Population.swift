public import PromptFlow

/// A time in seconds that differs between people or moments: log-normal.
public struct LogNormalSeconds: Hashable, Sendable {
  /// Seconds.
  public var median: Parameter
  /// Standard deviation of the natural logarithm; 0 means always the median.
  public var sigma: Parameter

  public init(median: Parameter, sigma: Parameter) {
    self.median = median
    self.sigma = sigma
  }
}

/// How often people come back and when they leave for good (BG/NBD).
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
  public var rate: Rate
  public var leaving: Leaving
  /// The retention figures the laws were fitted to, where the file gave those.
  public var fittedTo: RetentionTargets?

  public init(rate: Rate, leaving: Leaving, fittedTo: RetentionTargets? = nil) {
    self.rate = rate
    self.leaving = leaving
    self.fittedTo = fittedTo
  }
}

/// Classic retention as product people know it.
public struct RetentionTargets: Hashable, Sendable {
  /// Share of installs with a session in [1, 2), [7, 8) and [30, 31) days.
  public var d1: Double
  public var d7: Double
  public var d30: Double
  /// Mean sessions on a day with at least one, days 1 to 30.
  public var sessionsPerActiveDay: Double

  public init(d1: Double, d7: Double, d30: Double, sessionsPerActiveDay: Double) {
    self.d1 = d1
    self.d7 = d7
    self.d30 = d30
    self.sessionsPerActiveDay = sessionsPerActiveDay
  }
}

/// The app's introduction, before any content.
public struct Onboarding: Hashable, Sendable {
  /// Probability of completing it in session 1, and in any later one.
  public var first: Parameter
  public var later: Parameter
  public var seconds: LogNormalSeconds

  public init(first: Parameter, later: Parameter, seconds: LogNormalSeconds) {
    self.first = first
    self.later = later
    self.seconds = seconds
  }
}

/// One kind of app event: a marked Poisson stream within sessions.
public struct EventStream: Hashable, Sendable {
  public var kind: EventKind
  /// Mean number per session for a person of average activity.
  public var perSession: Parameter
  /// Mean of the exponential duration, seconds.
  public var seconds: Parameter
  /// What one such event adds to the value experienced.
  public var value: Parameter

  public init(kind: EventKind, perSession: Parameter, seconds: Parameter, value: Parameter) {
    self.kind = kind
    self.perSession = perSession
    self.seconds = seconds
    self.value = value
  }
}

/// Another system alert of the app, such as push permission: once in a life.
public struct CompetingAlert: Hashable, Sendable {
  public enum Moment: String, CaseIterable, Hashable, Sendable {
    /// After the activation of session 1.
    case launch
    /// After onboarding completes.
    case onboarding
  }
  public var name: String
  /// The alert's number in the whole experiment: the address of its draws.
  public var id: Int
  public var moment: Moment
  /// Share of installs that are asked.
  public var share: Parameter
  /// Seconds after the moment.
  public var offset: Parameter
  /// How long the alert stays up.
  public var seconds: LogNormalSeconds

  public init(
    name: String, id: Int, moment: Moment, share: Parameter, offset: Parameter,
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
  public var withActivity: Parameter
  public var withStaying: Parameter

  public init(withActivity: Parameter, withStaying: Parameter) {
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
  public var coldOddsRatio: Parameter

  public init(rate: Parameter, spread: Parameter, value: Parameter, coldOddsRatio: Parameter) {
    self.rate = rate
    self.spread = spread
    self.value = value
    self.coldOddsRatio = coldOddsRatio
  }
}

/// What decides whether a pre-prompt is continued.
public struct ContinueModel: Hashable, Sendable {
  public var rate: Parameter
  public var spread: Parameter
  public var value: Parameter
  /// Odds ratio per further showing.
  public var fatigueOddsRatio: Parameter
  /// Probability that a showing meets the person's own, unchanging uniform.
  public var persistence: Parameter

  public init(
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
  public var seconds: LogNormalSeconds
  /// Probability of leaving the app at once, the alert unanswered (R31).
  public var unanswered: Parameter

  public init(seconds: LogNormalSeconds, unanswered: Parameter) {
    self.seconds = seconds
    self.unanswered = unanswered
  }
}

/// Hazards of leaving for good at the end of the session in which they occur.
public struct Annoyance: Hashable, Sendable {
  public var prePrompt: Parameter
  public var alert: Parameter
  public var cold: Parameter
  public var nag: Parameter

  public init(prePrompt: Parameter, alert: Parameter, cold: Parameter, nag: Parameter) {
    self.prePrompt = prePrompt
    self.alert = alert
    self.cold = cold
    self.nag = nag
  }
}

/// Probabilities per session of changing the answer in Settings (R37, R38).
public struct SettingsModel: Hashable, Sendable {
  public var reenable: Parameter
  public var linkInPreferences: Parameter
  public var linkAfterDenial: Parameter
  public var revoke: Parameter

  public init(
    reenable: Parameter, linkInPreferences: Parameter, linkAfterDenial: Parameter, revoke: Parameter
  ) {
    self.reenable = reenable
    self.linkInPreferences = linkInPreferences
    self.linkAfterDenial = linkAfterDenial
    self.revoke = revoke
  }
}

/// The attribution SDK's one install event.
public struct AttributionModel: Hashable, Sendable {
  public var gate: GateKind
  public var waitSeconds: Parameter
  public var starts: GateStart

  public init(gate: GateKind, waitSeconds: Parameter, starts: GateStart) {
    self.gate = gate
    self.waitSeconds = waitSeconds
    self.starts = starts
  }
}

/// The consent layer (CMP).
public struct ConsentModel: Hashable, Sendable {
  public var order: ConsentOrder
  public var onUndetermined: ConsentOnUndetermined
  /// Probability of accepting ad purposes when asked.
  public var accept: Parameter
  public var seconds: LogNormalSeconds
  /// Whether authorized counts as accepted without a screen (R116).
  public var preGrant: Bool
  /// Probability per later session of reversing the answer (R115).
  public var reopen: Parameter

  public init(
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
  public var currency: String
  public var identified: Parameter
  public var otherwise: Parameter

  public init(currency: String, identified: Parameter, otherwise: Parameter) {
    self.currency = currency
    self.identified = identified
    self.otherwise = otherwise
  }
}

/// One kind of people, every layer of the file merged.
public struct Segment: Hashable, Sendable {
  public var name: String
  /// Share of installs; the shares of a population sum to 1.
  public var share: Double
  public var restricted: Parameter
  public var requestsOff: Parameter
  /// Shares of the system versions, indexed by ``SystemVersion/rawValue``; they sum to 1.
  public var systemShares: [Double]
  public var visits: VisitModel
  /// Standard deviation of ln(activity) between people.
  public var activitySpread: Parameter
  public var willingness: Willingness
  public var onboarding: Onboarding?
  public var activation: LogNormalSeconds
  public var settleSeconds: Parameter
  public var browseSeconds: Parameter
  public var lingerSeconds: Parameter
  public var events: [EventStream]
  public var allow: AllowModel
  /// `nil` where the file gives no `continue.rate`: then no arm shows a pre-prompt.
  public var continuing: ContinueModel?
  public var answer: AnswerModel
  public var annoyance: Annoyance
  public var settings: SettingsModel
  public var value: SessionValue?
  /// The population's own sections; an arm may override them (``Arm/surroundings``).
  public var surroundings: Surroundings

  public init(
    name: String, share: Double, restricted: Parameter, requestsOff: Parameter,
    systemShares: [Double], visits: VisitModel, activitySpread: Parameter, willingness: Willingness,
    onboarding: Onboarding?, activation: LogNormalSeconds, settleSeconds: Parameter,
    browseSeconds: Parameter, lingerSeconds: Parameter, events: [EventStream], allow: AllowModel,
    continuing: ContinueModel?, answer: AnswerModel, annoyance: Annoyance, settings: SettingsModel,
    value: SessionValue?, surroundings: Surroundings
  ) {
    self.name = name
    self.share = share
    self.restricted = restricted
    self.requestsOff = requestsOff
    self.systemShares = systemShares
    self.visits = visits
    self.activitySpread = activitySpread
    self.willingness = willingness
    self.onboarding = onboarding
    self.activation = activation
    self.settleSeconds = settleSeconds
    self.browseSeconds = browseSeconds
    self.lingerSeconds = lingerSeconds
    self.events = events
    self.allow = allow
    self.continuing = continuing
    self.answer = answer
    self.annoyance = annoyance
    self.settings = settings
    self.value = value
    self.surroundings = surroundings
  }
}

/// What stands around the question in an app: sections an arm may override.
public struct Surroundings: Hashable, Sendable {
  /// In the order in which the file names them first.
  public var alerts: [CompetingAlert]
  public var attribution: AttributionModel?
  public var consent: ConsentModel?

  public init(
    alerts: [CompetingAlert] = [], attribution: AttributionModel? = nil, consent: ConsentModel? = nil
  ) {
    self.alerts = alerts
    self.attribution = attribution
    self.consent = consent
  }
}
