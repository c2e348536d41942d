import PromptFlow

/// One kind of people, every layer of the file merged.
///
/// Its shares are checked where it is created. Its numbers check themselves (``Parameter``), so that one can take the
/// path of another.
public struct Segment: Hashable, Sendable {
  /// As the file names it; `all` where it has one segment.
  public let name: String
  /// Share of installs, from 0 to 1; the shares of a scenario sum to 1.
  public let share: Double
  /// Share of devices on which tracking is restricted.
  public private(set) var restricted: Parameter
  /// Share of devices that do not allow apps to request.
  public private(set) var requestsOff: Parameter
  /// Shares of the system versions, one for each, indexed by ``SystemVersion/rawValue``; they sum to 1.
  public let systemShares: [Double]
  /// How often people come back.
  public private(set) var visits: VisitModel
  /// Standard deviation of ln(activity) between people.
  public private(set) var activitySpread: Parameter
  /// What willingness goes along with.
  public private(set) var willingness: Willingness
  /// `nil` where the app has none.
  public private(set) var onboarding: Onboarding?
  /// From process start to activation.
  public private(set) var activation: LogNormalSeconds
  /// How long the app stays inactive after a system alert, seconds.
  public private(set) var settleSeconds: Parameter
  /// Mean of the exponential time before content, seconds.
  public private(set) var browseSeconds: Parameter
  /// Mean of the exponential time after content, seconds.
  public private(set) var lingerSeconds: Parameter
  /// The kinds of events, in document order.
  public private(set) var events: [EventStream]
  /// What decides the answer.
  public private(set) var allow: AllowModel
  /// `nil` where the file gives no `continue.rate`: then no arm shows a pre-prompt.
  public private(set) var continuing: ContinueModel?
  /// How the alert is answered.
  public private(set) var answer: AnswerModel
  /// What drives people away.
  public private(set) var annoyance: Annoyance
  /// What people change later.
  public private(set) var settings: SettingsModel
  /// `nil` where money is not modelled.
  public private(set) var value: SessionValue?
  /// The population's own sections; an arm may override them (``Arm/surroundings``).
  public private(set) var surroundings: Surroundings

  /// - Throws: ``ExperimentFault/segmentShare(_:segment:)`` or ``ExperimentFault/systemShares(segment:)``.
  package init(
    name: String, share: Double, restricted: Parameter, requestsOff: Parameter,
    systemShares: [Double], visits: VisitModel, activitySpread: Parameter, willingness: Willingness,
    onboarding: Onboarding?, activation: LogNormalSeconds, settleSeconds: Parameter,
    browseSeconds: Parameter, lingerSeconds: Parameter, events: [EventStream], allow: AllowModel,
    continuing: ContinueModel?, answer: AnswerModel, annoyance: Annoyance, settings: SettingsModel,
    value: SessionValue?, surroundings: Surroundings
  ) throws(ExperimentFault) {
    guard share >= 0, share <= 1 else { throw .segmentShare(share, segment: name) }
    guard systemShares.count == SystemVersion.allCases.count, areSharesOfOne(systemShares) else {
      throw .systemShares(segment: name)
    }
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

  /// When the first view appears, seconds from the process's start: halfway to the activation.
  @inlinable
  package static func viewAppears(beforeActivation seconds: Double) -> Double { seconds / 2 }

  /// The segment with other models of what people do; those that are not given stay.
  package func replacing(
    visits: VisitModel? = nil, willingness: Willingness? = nil, allow: AllowModel? = nil,
    annoyance: Annoyance? = nil
  ) -> Segment {
    var result = self
    result.visits = visits ?? self.visits
    result.willingness = willingness ?? self.willingness
    result.allow = allow ?? self.allow
    result.annoyance = annoyance ?? self.annoyance
    return result
  }

  /// The segment with every parameter changed, in document order.
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> Segment {
    var result = self
    result.restricted = try change(restricted)
    result.requestsOff = try change(requestsOff)
    result.visits = try visits.mapParameters(change)
    result.activitySpread = try change(activitySpread)
    result.willingness = try willingness.mapParameters(change)
    result.onboarding = try onboarding?.mapParameters(change)
    result.activation = try activation.mapParameters(change)
    result.settleSeconds = try change(settleSeconds)
    result.browseSeconds = try change(browseSeconds)
    result.lingerSeconds = try change(lingerSeconds)
    for index in events.indices { result.events[index] = try events[index].mapParameters(change) }
    result.allow = try allow.mapParameters(change)
    result.continuing = try continuing?.mapParameters(change)
    result.answer = try answer.mapParameters(change)
    result.annoyance = try annoyance.mapParameters(change)
    result.settings = try settings.mapParameters(change)
    result.value = try value?.mapParameters(change)
    result.surroundings = try surroundings.mapParameters(change)
    return result
  }
}

/// What stands around the question in an app: sections an arm may override.
public struct Surroundings: Hashable, Sendable {
  /// In the order in which the file names them first.
  public let alerts: [CompetingAlert]
  /// `nil` where attribution is not modelled.
  public let attribution: AttributionModel?
  /// `nil` where consent is not modelled.
  public let consent: ConsentModel?

  package init(
    alerts: [CompetingAlert] = [], attribution: AttributionModel? = nil, consent: ConsentModel? = nil
  ) {
    self.alerts = alerts
    self.attribution = attribution
    self.consent = consent
  }
}
