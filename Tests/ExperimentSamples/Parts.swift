package import ExperimentDesign
package import PromptFlow

/// The parts of a segment while a test puts them together.
package struct SegmentParts {
  package var name: String
  package var share: Double
  package var restricted: Parameter
  package var requestsOff: Parameter
  package var systemShares: [Double]
  package var visits: VisitModel
  package var activitySpread: Parameter
  package var willingness: Willingness
  package var onboarding: Onboarding?
  package var activation: LogNormalSeconds
  package var settleSeconds: Parameter
  package var browseSeconds: Parameter
  package var lingerSeconds: Parameter
  package var events: [EventStream]
  package var allow: AllowModel
  package var continuing: ContinueModel?
  package var answer: AnswerModel
  package var annoyance: Annoyance
  package var settings: SettingsModel
  package var value: SessionValue?
  package var surroundings: Surroundings

  package init(_ whole: Segment) {
    name = whole.name
    share = whole.share
    restricted = whole.restricted
    requestsOff = whole.requestsOff
    systemShares = whole.systemShares
    visits = whole.visits
    activitySpread = whole.activitySpread
    willingness = whole.willingness
    onboarding = whole.onboarding
    activation = whole.activation
    settleSeconds = whole.settleSeconds
    browseSeconds = whole.browseSeconds
    lingerSeconds = whole.lingerSeconds
    events = whole.events
    allow = whole.allow
    continuing = whole.continuing
    answer = whole.answer
    annoyance = whole.annoyance
    settings = whole.settings
    value = whole.value
    surroundings = whole.surroundings
  }

  /// - Throws: `ExperimentFault` as the segment of these parts.
  package func make() throws(ExperimentFault) -> Segment {
    try Segment(
      name: name, share: share, restricted: restricted, requestsOff: requestsOff,
      systemShares:
        systemShares, visits: visits, activitySpread: activitySpread, willingness: willingness,
      onboarding: onboarding, activation: activation, settleSeconds: settleSeconds,
      browseSeconds:
        browseSeconds, lingerSeconds: lingerSeconds, events: events, allow: allow,
      continuing:
        continuing, answer: answer, annoyance: annoyance, settings: settings, value: value,
      surroundings: surroundings)
  }
}

/// The parts of an arm while a test puts them together.
package struct ArmParts {
  package var name: String
  package var strategy: PromptStrategy
  package var delaySeconds: Parameter
  package var usageString: UsageString
  package var prePrompt: PrePrompt?
  package var swept: [SweptValue]
  package var surroundings: [[Surroundings]]
  package var findings: [BrokenRule]

  package init(_ whole: Arm) {
    name = whole.name
    strategy = whole.strategy
    delaySeconds = whole.delaySeconds
    usageString = whole.usageString
    prePrompt = whole.prePrompt
    swept = whole.swept
    surroundings = whole.surroundings
    findings = whole.findings
  }

  /// - Throws: `ExperimentFault` as the arm of these parts.
  package func make() throws(ExperimentFault) -> Arm {
    try Arm(
      name: name, strategy: strategy, delaySeconds: delaySeconds, usageString: usageString,
      prePrompt: prePrompt, swept: swept, surroundings: surroundings,
      findings:
        findings)
  }

  /// Puts the pre-prompt before the request.
  package mutating func show(_ screen: PrePrompt) {
    prePrompt = screen
    strategy.prePrompt = screen.policy
  }
}

extension Segment {
  /// The segment with other parts.
  package func changing(_ change: (inout SegmentParts) -> Void) throws(ExperimentFault) -> Segment {
    var parts = SegmentParts(self)
    change(&parts)
    return try parts.make()
  }

  /// The segment with other parts that a test knows to be valid.
  package func changed(_ change: (inout SegmentParts) -> Void) -> Segment { valid(try changing(change)) }
}

extension Arm {
  /// The arm with other parts.
  package func changing(_ change: (inout ArmParts) -> Void) throws(ExperimentFault) -> Arm {
    var parts = ArmParts(self)
    change(&parts)
    return try parts.make()
  }

  /// The arm with other parts that a test knows to be valid.
  package func changed(_ change: (inout ArmParts) -> Void) -> Arm { valid(try changing(change)) }
}

extension Experiment {
  /// The experiment with other parts in every segment.
  package func changingSegments(
    _ change: (inout SegmentParts) -> Void
  ) throws(ExperimentFault) -> Experiment {
    try replacingSegments { segment throws(ExperimentFault) in try segment.changing(change) }
  }

  /// The experiment with other parts in every arm.
  package func changingArms(_ change: (inout ArmParts) -> Void) throws(ExperimentFault) -> Experiment {
    try replacingArms { arm throws(ExperimentFault) in try arm.changing(change) }
  }
}

// Models of people with other numbers, as tests alone change them; what is not given stays.

extension AnswerModel {
  package func replacing(seconds: LogNormalSeconds? = nil, unanswered: Parameter? = nil) -> AnswerModel {
    AnswerModel(seconds: seconds ?? self.seconds, unanswered: unanswered ?? self.unanswered)
  }
}

extension SettingsModel {
  package func replacing(reenable: Parameter? = nil, revoke: Parameter? = nil) -> SettingsModel {
    SettingsModel(
      reenable: reenable ?? self.reenable, linkInPreferences: linkInPreferences,
      linkAfterDenial: linkAfterDenial, revoke: revoke ?? self.revoke)
  }
}

extension VisitModel {
  package func replacing(leaving: Leaving) -> VisitModel {
    VisitModel(rate: rate, leaving: leaving, fittedTo: fittedTo)
  }
}

extension LogNormalSeconds {
  package func replacing(sigma: Parameter) -> LogNormalSeconds {
    LogNormalSeconds(median: median, sigma: sigma)
  }
}

extension UsageString {
  package func replacing(name: String) -> UsageString {
    UsageString(name: name, text: text, oddsRatio: oddsRatio)
  }
}

extension Surroundings {
  package func replacing(
    alerts: [CompetingAlert]? = nil, attribution: AttributionModel? = nil, consent: ConsentModel? = nil
  ) -> Surroundings {
    Surroundings(
      alerts: alerts ?? self.alerts, attribution: attribution ?? self.attribution,
      consent: consent ?? self.consent)
  }
}
