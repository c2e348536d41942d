/// One kind of people, every layer of the file merged.
public struct Segment: Hashable, Sendable {
  /// As the file names it; `all` where it has one segment.
  public var name: String
  /// Share of installs; the shares of a population sum to 1.
  public var share: Double
  /// Share of devices on which tracking is restricted.
  public var restricted: Parameter
  /// Share of devices that do not allow apps to request.
  public var requestsOff: Parameter
  /// Shares of the system versions, indexed by ``SystemVersion/rawValue``; they sum to 1.
  public var systemShares: [Double]
  /// How often people come back.
  public var visits: VisitModel
  /// Standard deviation of ln(activity) between people.
  public var activitySpread: Parameter
  /// What willingness goes along with.
  public var willingness: Willingness
  /// `nil` where the app has none.
  public var onboarding: Onboarding?
  /// From process start to activation.
  public var activation: LogNormalSeconds
  /// How long the app stays inactive after a system alert, seconds.
  public var settleSeconds: Parameter
  /// Mean of the exponential time before content, seconds.
  public var browseSeconds: Parameter
  /// Mean of the exponential time after content, seconds.
  public var lingerSeconds: Parameter
  /// The kinds of events, in document order.
  public var events: [EventStream]
  /// What decides the answer.
  public var allow: AllowModel
  /// `nil` where the file gives no `continue.rate`: then no arm shows a pre-prompt.
  public var continuing: ContinueModel?
  /// How the alert is answered.
  public var answer: AnswerModel
  /// What drives people away.
  public var annoyance: Annoyance
  /// What people change later.
  public var settings: SettingsModel
  /// `nil` where money is not modelled.
  public var value: SessionValue?
  /// The population's own sections; an arm may override them (``Arm/surroundings``).
  public var surroundings: Surroundings

  package init(
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
  /// `nil` where attribution is not modelled.
  public var attribution: AttributionModel?
  /// `nil` where consent is not modelled.
  public var consent: ConsentModel?

  package init(
    alerts: [CompetingAlert] = [], attribution: AttributionModel? = nil, consent: ConsentModel? = nil
  ) {
    self.alerts = alerts
    self.attribution = attribution
    self.consent = consent
  }
}
