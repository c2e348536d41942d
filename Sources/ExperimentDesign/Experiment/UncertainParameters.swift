/// The parameters of an experiment that are not known, each path once.
///
/// Order is by path, so that it depends on the file's content alone. Draws of
/// a trial stand in this order.
public struct UncertainParameters: Hashable, Sendable {
  /// Sorted by path.
  public let parameters: [Parameter]

  /// The paths of everything that is not known in an experiment.
  public init(of experiment: Experiment) {
    var found: [String: Parameter] = [:]
    experiment.forEachParameter { parameter in
      if parameter.constant == nil { found[parameter.path] = parameter }
    }
    parameters = found.values.sorted { $0.path < $1.path }
  }

  /// The paths, sorted.
  public var paths: [String] { parameters.map(\.path) }
}

extension Experiment {
  /// Visits every parameter, known or not, in document order; shared ones more than once.
  public func forEachParameter(_ visit: (Parameter) -> Void) {
    Self.parameters(of: scenarios, under: arms).forEach(visit)
  }

  /// Every parameter, known or not, in document order; shared ones more than once.
  package static func parameters(of scenarios: [Scenario], under arms: [Arm]) -> [Parameter] {
    var parameters: [Parameter] = []
    for segment in scenarios.flatMap(\.segments) {
      var segment = segment
      segment.changeEachParameter { parameters.append($0) }
    }
    for arm in arms {
      var arm = arm
      arm.changeEachParameter { parameters.append($0) }
    }
    return parameters
  }
}

extension Arm {
  mutating func changeEachParameter(_ change: (inout Parameter) -> Void) {
    change(&delaySeconds)
    change(&usageString.oddsRatio)
    prePrompt?.changeEachParameter(change)
    for scenario in surroundings.indices {
      for segment in surroundings[scenario].indices {
        surroundings[scenario][segment].changeEachParameter(change)
      }
    }
  }
}

extension PrePrompt {
  mutating func changeEachParameter(_ change: (inout Parameter) -> Void) {
    readSeconds.changeEachParameter(change)
    change(&continueOddsRatio)
    change(&allowOddsRatio)
  }
}

extension Segment {
  mutating func changeEachParameter(_ change: (inout Parameter) -> Void) {
    change(&restricted)
    change(&requestsOff)
    visits.changeEachParameter(change)
    change(&activitySpread)
    change(&willingness.withActivity)
    change(&willingness.withStaying)
    onboarding?.changeEachParameter(change)
    activation.changeEachParameter(change)
    change(&settleSeconds)
    change(&browseSeconds)
    change(&lingerSeconds)
    for event in events.indices {
      change(&events[event].perSession)
      change(&events[event].seconds)
      change(&events[event].value)
    }
    change(&allow.rate)
    change(&allow.spread)
    change(&allow.value)
    change(&allow.coldOddsRatio)
    continuing?.changeEachParameter(change)
    answer.seconds.changeEachParameter(change)
    change(&answer.unanswered)
    change(&annoyance.prePrompt)
    change(&annoyance.alert)
    change(&annoyance.cold)
    change(&annoyance.nag)
    change(&settings.reenable)
    change(&settings.linkInPreferences)
    change(&settings.linkAfterDenial)
    change(&settings.revoke)
    value?.changeEachParameter(change)
    surroundings.changeEachParameter(change)
  }
}

extension VisitModel {
  mutating func changeEachParameter(_ change: (inout Parameter) -> Void) {
    switch rate {
    case .constant(var mean):
      change(&mean)
      rate = .constant(mean)
    case .gamma(var first, var second):
      change(&first)
      change(&second)
      rate = .gamma(shape: first, rate: second)
    }
    switch leaving {
    case .constant(var chance):
      change(&chance)
      leaving = .constant(chance)
    case .beta(var first, var second):
      change(&first)
      change(&second)
      leaving = .beta(a: first, b: second)
    }
  }
}

extension Onboarding {
  mutating func changeEachParameter(_ change: (inout Parameter) -> Void) {
    change(&first)
    change(&later)
    seconds.changeEachParameter(change)
  }
}

extension ContinueModel {
  mutating func changeEachParameter(_ change: (inout Parameter) -> Void) {
    change(&rate)
    change(&spread)
    change(&value)
    change(&fatigueOddsRatio)
    change(&persistence)
  }
}

extension SessionValue {
  mutating func changeEachParameter(_ change: (inout Parameter) -> Void) {
    change(&identified)
    change(&otherwise)
  }
}

extension Surroundings {
  mutating func changeEachParameter(_ change: (inout Parameter) -> Void) {
    for alert in alerts.indices {
      change(&alerts[alert].share)
      change(&alerts[alert].offset)
      alerts[alert].seconds.changeEachParameter(change)
    }
    if var model = attribution {
      change(&model.waitSeconds)
      attribution = model
    }
    if var model = consent {
      change(&model.accept)
      model.seconds.changeEachParameter(change)
      change(&model.reopen)
      consent = model
    }
  }
}

extension LogNormalSeconds {
  mutating func changeEachParameter(_ change: (inout Parameter) -> Void) {
    change(&median)
    change(&sigma)
  }
}
