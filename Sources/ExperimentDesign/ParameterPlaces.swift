/// The parameters of an experiment that are not known, each place once.
///
/// Order is by place, so that it depends on the file's content alone. Draws of
/// a trial stand in this order.
public struct ParameterPlaces: Hashable, Sendable {
  /// Sorted by place.
  public var parameters: [Parameter]

  /// The places of everything that is not known in an experiment.
  public init(of experiment: Experiment) {
    var found: [String: Parameter] = [:]
    experiment.forEachParameter { parameter in
      if parameter.constant == nil { found[parameter.place] = parameter }
    }
    parameters = found.values.sorted { $0.place < $1.place }
  }

  /// The places, sorted.
  public var places: [String] { parameters.map(\.place) }
}

extension Experiment {
  /// Visits every parameter, known or not, in document order; shared ones more than once.
  public func forEachParameter(_ visit: (Parameter) -> Void) {
    for scenario in scenarios {
      for segment in scenario.segments { segment.forEachParameter(visit) }
    }
    for arm in arms {
      visit(arm.delaySeconds)
      visit(arm.usageString.oddsRatio)
      if let prePrompt = arm.prePrompt {
        visit(prePrompt.readSeconds.median)
        visit(prePrompt.readSeconds.sigma)
        visit(prePrompt.continueOddsRatio)
        visit(prePrompt.allowOddsRatio)
      }
      for surroundings in arm.surroundings.joined() { surroundings.forEachParameter(visit) }
    }
  }
}

extension Segment {
  func forEachParameter(_ visit: (Parameter) -> Void) {
    visit(restricted)
    visit(requestsOff)
    switch visits.rate {
    case .constant(let rate): visit(rate)
    case .gamma(let shape, let rate):
      visit(shape)
      visit(rate)
    }
    switch visits.leaving {
    case .constant(let leave): visit(leave)
    case .beta(let a, let b):
      visit(a)
      visit(b)
    }
    visit(activitySpread)
    visit(willingness.withActivity)
    visit(willingness.withStaying)
    if let onboarding {
      visit(onboarding.first)
      visit(onboarding.later)
      onboarding.seconds.forEachParameter(visit)
    }
    activation.forEachParameter(visit)
    visit(settleSeconds)
    visit(browseSeconds)
    visit(lingerSeconds)
    for event in events {
      visit(event.perSession)
      visit(event.seconds)
      visit(event.value)
    }
    for parameter in [allow.rate, allow.spread, allow.value, allow.coldOddsRatio] { visit(parameter) }
    if let continuing {
      visit(continuing.rate)
      visit(continuing.spread)
      visit(continuing.value)
      visit(continuing.fatigueOddsRatio)
      visit(continuing.persistence)
    }
    answer.seconds.forEachParameter(visit)
    visit(answer.unanswered)
    for parameter in [annoyance.prePrompt, annoyance.alert, annoyance.cold, annoyance.nag] {
      visit(parameter)
    }
    visit(settings.reenable)
    visit(settings.linkInPreferences)
    visit(settings.linkAfterDenial)
    visit(settings.revoke)
    if let value {
      visit(value.identified)
      visit(value.otherwise)
    }
    surroundings.forEachParameter(visit)
  }
}

extension Surroundings {
  func forEachParameter(_ visit: (Parameter) -> Void) {
    for alert in alerts {
      visit(alert.share)
      visit(alert.offset)
      alert.seconds.forEachParameter(visit)
    }
    if let attribution { visit(attribution.waitSeconds) }
    if let consent {
      visit(consent.accept)
      consent.seconds.forEachParameter(visit)
      visit(consent.reopen)
    }
  }
}

extension LogNormalSeconds {
  func forEachParameter(_ visit: (Parameter) -> Void) {
    visit(median)
    visit(sigma)
  }
}
